import { createHash, randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

type Grant = {
  subject: string;
  email: string;
  verified: boolean;
  nonce: string;
  challenge: string;
  redirectUri: string;
};

const CLIENT = 'sandbox-client';

/**
 * Creates a small OpenID Connect provider for tests. `login_hint` sets who signs in, and these hints make it fail:
 * `wrong_nonce`, `wrong_key`, `unverified`.
 */
export async function createOidcSandbox(issuer: string) {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const otherPair = await generateKeyPair('ES256', { extractable: true });
  const codes = new Map<string, Grant>();

  const createIdToken = (grant: Grant) =>
    new SignJWT({
      email: grant.email,
      email_verified: grant.verified,
      name: grant.subject,
      nonce: grant.subject === 'wrong_nonce' ? 'another' : grant.nonce,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience(CLIENT)
      .setSubject(grant.subject)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(grant.subject === 'wrong_key' ? otherPair.privateKey : pair.privateKey);

  const app = new Hono()
    .get('/.well-known/openid-configuration', (c) =>
      c.json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['ES256'],
        subject_types_supported: ['public'],
      }),
    )
    .get('/jwks', async (c) => c.json({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' }] }))
    .get('/authorize', (c) => {
      const query = c.req.query();
      const subject = query.login_hint ?? 'somebody';
      const code = randomUUID();
      codes.set(code, {
        subject,
        email: `${subject}@corp.example`,
        verified: subject !== 'unverified',
        nonce: query.nonce ?? '',
        challenge: query.code_challenge ?? '',
        redirectUri: query.redirect_uri ?? '',
      });
      const redirectUrl = new URL(query.redirect_uri ?? '');
      redirectUrl.searchParams.set('code', code);
      redirectUrl.searchParams.set('state', query.state ?? '');
      return c.redirect(redirectUrl.href);
    })
    .post('/token', async (c) => {
      const form = (await c.req.parseBody()) as Record<string, string>;
      const grant = codes.get(form.code ?? '');
      codes.delete(form.code ?? '');
      const proof = createHash('sha256')
        .update(form.code_verifier ?? '')
        .digest('base64url');
      if (!grant || proof !== grant.challenge || form.redirect_uri !== grant.redirectUri || !form.client_secret) {
        return c.json({ error: 'invalid_grant' }, 400);
      }
      return c.json({
        access_token: randomUUID(),
        token_type: 'Bearer',
        expires_in: 300,
        id_token: await createIdToken(grant),
      });
    });
  return { app, idToken: createIdToken, clientId: CLIENT };
}
