import { z } from '@hono/zod-openapi';
import { createApi, operation } from '../../server/http.ts';
import { drawPagePicture, getSitePicture } from './link-pictures.commands.ts';

const png = {
  description: 'A PNG',
  content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
} as const;
const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400' };

const ofSite = operation({
  method: 'get',
  path: '/og/site.png',
  who: 'visitor',
  summary: 'Get the default link preview image',
  responses: { 200: png },
});

const ofPage = operation({
  method: 'get',
  path: '/og/page/{file}',
  who: 'visitor',
  summary: "Get a page's link preview image",
  request: {
    params: z.object({
      file: z.string().regex(/^[a-z0-9-]{1,60}\.png$/, 'Use the file name {name}.png.'),
    }),
  },
  responses: { 200: png },
});

export const picturesApi = createApi()
  .openapi(ofSite, async (c) => c.body(await getSitePicture(c.var.deps), 200, headers))
  .openapi(ofPage, async (c) =>
    c.body(await drawPagePicture(c.var.deps, c.req.valid('param').file.slice(0, -4)), 200, headers),
  );
