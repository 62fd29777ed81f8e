import { z } from '@hono/zod-openapi';
import { json, operation } from '../../server/http.ts';
import { createAuthApi, getVisit } from './auth-protocol.api.ts';
import { linkIdentity, unlinkIdentity } from './identities.commands.ts';
import { AuthorizeQuery, toAuthorization } from './oauth/oauth.api.ts';

const link = operation({
  method: 'get',
  path: '/auth/v1/user/identities/authorize',
  who: 'user',
  summary: 'Start linking another sign-in',
  request: { query: AuthorizeQuery.extend({ skip_http_redirect: z.string().optional() }) },
  responses: {
    200: json(z.object({ url: z.url() }), "The provider's address"),
    302: { description: 'Redirect to the provider' },
  },
});

const unlink = operation({
  method: 'delete',
  path: '/auth/v1/user/identities/{id}',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Unlink a sign-in',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(z.object({}), 'Unlinked') },
});

export const identitiesApi = createAuthApi()
  .openapi(link, async (c) => {
    const query = c.req.valid('query');
    const url = await linkIdentity(c.var.deps, c.var.actor!, toAuthorization(query), getVisit(c));
    return query.skip_http_redirect === 'true' ? c.json({ url }, 200) : c.redirect(url, 302);
  })
  .openapi(unlink, async (c) => {
    await unlinkIdentity(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({}, 200);
  });
