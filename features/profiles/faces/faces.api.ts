import { z } from '@hono/zod-openapi';
import { issueText } from '../../../messages/issue-text.ts';
import { body, createApi, json, operation } from '../../../server/http.ts';
import * as messages from '../profiles.messages.ts';
import { drawFaceFile } from './face.drawing.ts';
import { chooseLook, getOwnLook } from './faces.commands.ts';
import { LookRequest, MyLook } from './faces.schema.ts';

const file = operation({
  method: 'get',
  path: '/og/face/{file}',
  who: 'visitor',
  summary: 'Get the drawn face for a code',
  request: {
    params: z.object({
      file: z.string().regex(/^[0-9a-f]{8}\.svg$/, issueText(messages.faceFileInvalid)),
    }),
  },
  responses: { 200: { description: 'A drawing', content: { 'image/svg+xml': { schema: { type: 'string' } } } } },
});

const read = operation({
  method: 'get',
  path: '/api/profiles/me/look',
  who: 'user',
  summary: 'Get my picture and my drawn face',
  responses: { 200: json(MyLook, 'My look') },
});

const choose = operation({
  method: 'put',
  path: '/api/profiles/me/look',
  who: 'user',
  surface: 'own',
  summary: 'Choose my drawn face or reset it',
  request: { body: body(LookRequest) },
  responses: { 200: json(MyLook, 'My saved look') },
});

export const facesApi = createApi()
  .openapi(file, (c) => {
    c.header('Cache-Control', 'public, max-age=31536000, immutable');
    return c.body(drawFaceFile(c.req.valid('param').file.slice(0, -'.svg'.length)), 200, {
      'Content-Type': 'image/svg+xml; charset=utf-8',
    });
  })
  .openapi(read, async (c) => c.json(await getOwnLook(c.var.deps, c.var.actor!), 200))
  .openapi(choose, async (c) => c.json(await chooseLook(c.var.deps, c.var.actor!, c.req.valid('json').look), 200));
