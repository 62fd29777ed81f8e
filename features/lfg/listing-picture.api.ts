import { z } from '@hono/zod-openapi';
import { createApi, matchesEtag, operation } from '../../server/http.ts';
import { getListingPicture } from './listing-picture.commands.ts';

const read = operation({
  method: 'get',
  path: '/og/lfg/{file}',
  who: 'visitor',
  summary: "Get a listing's share image (1200 × 630)",
  request: {
    params: z.object({
      file: z
        .string()
        .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.png$/, "Name the listing's picture {id}.png."),
    }),
  },
  responses: {
    200: { description: 'A PNG', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
  },
});

export const listingPictureApi = createApi().openapi(read, async (c) => {
  const { png, version } = await getListingPicture(c.var.deps, c.req.valid('param').file.slice(0, -'.png'.length));
  const etag = `"${version}"`;
  const headers = { ETag: etag, 'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400' };
  if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers);
  return c.body(png, 200, { ...headers, 'Content-Type': 'image/png' });
});
