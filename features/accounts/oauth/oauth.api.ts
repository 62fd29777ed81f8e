import { z } from '@hono/zod-openapi';
import { operation } from '../../../server/http.ts';
import { createAuthApi, getVisit } from '../auth-protocol.api.ts';
import { parseChallenge } from '../contact-addresses.commands.ts';
import { type CallbackInput, handleCallback, startAuthorization } from './oauth.commands.ts';

/** Query that starts a sign-in with a provider. */
export const AuthorizeQuery = z.object({
  provider: z.string({ error: 'Unsupported provider: missing provider' }),
  redirect_to: z.string().optional(),
  scopes: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
});

export const toAuthorization = (query: z.infer<typeof AuthorizeQuery>) => ({
  provider: query.provider,
  redirectTo: query.redirect_to,
  scopes: query.scopes ?? '',
  challenge: parseChallenge(query),
});

const authorizeOperation = operation({
  method: 'get',
  path: '/auth/v1/authorize',
  who: 'visitor',
  summary: 'Redirect to a provider to sign in',
  request: { query: AuthorizeQuery },
  responses: { 302: { description: 'Redirect to the provider' } },
});

const callbackOperation = operation({
  method: 'get',
  path: '/auth/v1/callback',
  who: 'visitor',
  summary: 'Handle the callback of a provider',
  request: {
    query: z.object({
      state: z.string().optional(),
      code: z.string().optional(),
      error: z.string().optional(),
    }),
  },
  responses: { 303: { description: 'Redirect to the page where sign-in started' } },
});

export const oauthApi = createAuthApi()
  .openapi(authorizeOperation, async (c) => {
    const input = toAuthorization(c.req.valid('query'));
    return c.redirect(await startAuthorization(c.var.deps, input, getVisit(c)), 302);
  })
  .openapi(callbackOperation, async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.redirect(await handleCallback(c.var.deps, c.req.valid('query') as CallbackInput), 303);
  });
