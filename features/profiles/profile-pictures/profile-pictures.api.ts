import { createApi, operation } from '../../../server/http.ts';
import { getProfilePicture } from './profile-pictures.commands.ts';
import { parsePictureFile, pictureResponses, SharePictureParams, sendPicture } from './share-pictures.api.ts';

const read = operation({
  method: 'get',
  path: '/og/profile/{file}',
  who: 'visitor',
  summary: "Get a profile's share image (1200 × 630)",
  request: { params: SharePictureParams },
  responses: pictureResponses,
});

export const picturesApi = createApi().openapi(read, async (c) => {
  const picture = await getProfilePicture(c.var.deps, parsePictureFile(c.req.valid('param')));
  return sendPicture(c, picture, 'max-age=300, stale-while-revalidate=86400');
});
