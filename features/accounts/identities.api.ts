import { z } from '@hono/zod-openapi';
import { json, operation } from '../../server/http.ts';
import { createAuthApi, getVisit } from './auth-protocol.api.ts';
import { parseChallenge } from './contact-addresses.commands.ts';
import { linkIdentity, unlinkIdentity } from './identities.commands.ts';

const link = operation({
  method: 'get',
  path: '/auth/v1/user/identities/authorize',
  who: 'user',
  summary: 'Start linking another sign-in',
  request: {
    query: z.object({
      provider: z.string({ error: 'Unsupported provider: missing provider' }),
      redirect_to: z.string().optional(),
      scopes: z.string().optional(),
      code_challenge: z.string().optional(),
      code_challenge_method: z.string().optional(),
      skip_http_redirect: z.string().optional(),
    }),
  },
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
    const input = {
      provider: query.provider,
      redirectTo: query.redirect_to,
      scopes: query.scopes ?? '',
      challenge: parseChallenge(query),
    };
    const url = await linkIdentity(c.var.deps, c.var.actor!, input, getVisit(c));
    return query.skip_http_redirect === 'true' ? c.json({ url }, 200) : c.redirect(url, 302);
  })
  .openapi(unlink, async (c) => {
    await unlinkIdentity(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({}, 200);
  });
