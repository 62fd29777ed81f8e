import { z } from '@hono/zod-openapi';
import { json, operation } from '../../server/http.ts';
import { createAuthApi } from './auth-protocol.api.ts';
import { getKeyRing } from './signing-keys.commands.ts';

const Jwks = z.object({ keys: z.array(z.record(z.string(), z.unknown())) }).openapi('Jwks');

const jwks = operation({
  method: 'get',
  path: '/auth/v1/.well-known/jwks.json',
  who: 'visitor',
  summary: 'Get the public keys for access tokens',
  responses: { 200: json(Jwks, 'The keys') },
});

export const keysApi = createAuthApi().openapi(jwks, async (c) => {
  const { published } = await getKeyRing(c.var.deps);
  c.header('Cache-Control', 'public, max-age=600');
  return c.json({ keys: published as Record<string, unknown>[] }, 200);
});
