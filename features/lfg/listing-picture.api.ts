import { createApi, operation } from '../../server/http.ts';
import {
  parsePictureFile,
  pictureResponses,
  SharePictureParams,
  sendPicture,
} from '../profiles/profile-pictures/share-pictures.api.ts';
import { getListingPicture } from './listing-picture.commands.ts';

const read = operation({
  method: 'get',
  path: '/og/lfg/{file}',
  who: 'visitor',
  summary: "Get a listing's share image (1200 × 630)",
  request: { params: SharePictureParams },
  responses: pictureResponses,
});

export const listingPictureApi = createApi().openapi(read, async (c) => {
  const picture = await getListingPicture(c.var.deps, parsePictureFile(c.req.valid('param')));
  return sendPicture(c, picture, 'max-age=300, stale-while-revalidate=86400');
});
