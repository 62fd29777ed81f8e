import { z } from '@hono/zod-openapi';
import { body, json, operation } from '../../server/http.ts';
import { createAuthApi, getVisit } from './auth-protocol.api.ts';
import { getRedirectTo } from './sign-in/sign-in.api.ts';
import { startSso } from './sso.commands.ts';
import { SsoRequest } from './sso.schema.ts';

const sso = operation({
  method: 'post',
  path: '/auth/v1/sso',
  who: 'visitor',
  summary: "Start a company's single sign-on",
  request: { body: body(SsoRequest) },
  responses: {
    200: json(z.object({ url: z.url() }), "The provider's address"),
    303: { description: 'Redirect to the provider' },
  },
});

export const ssoApi = createAuthApi().openapi(sso, async (c) => {
  const input = c.req.valid('json');
  const url = await startSso(c.var.deps, input, getRedirectTo(c), getVisit(c));
  return input.skip_http_redirect === false ? c.redirect(url, 303) : c.json({ url }, 200);
});
