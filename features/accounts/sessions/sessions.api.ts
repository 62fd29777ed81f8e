import { z } from '@hono/zod-openapi';
import { operation } from '../../../server/http.ts';
import { createAuthApi } from '../auth-protocol.api.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import { signOut } from './sessions.commands.ts';

const SCOPES = ['global', 'local', 'others'] as const;
type Scope = (typeof SCOPES)[number];

const logout = operation({
  method: 'post',
  path: '/auth/v1/logout',
  who: 'user',
  surface: 'own',
  beforeSecondFactor: true,
  whileLeaving: true,
  summary: 'Sign out here, everywhere or everywhere else',
  request: { query: z.object({ scope: z.string().optional() }) },
  responses: { 204: { description: 'Signed out' } },
});

export const sessionsApi = createAuthApi().openapi(logout, async (c) => {
  const scope = c.req.valid('query').scope || 'global';
  if (!SCOPES.includes(scope as Scope)) {
    throw new AuthRefusal(400, 'validation_failed', `Unsupported logout scope "${scope}"`);
  }
  await signOut(c.var.deps, c.var.actor!, scope as Scope);
  return c.body(null, 204);
});
