import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import { MINUTE_MS } from '../../time/units.ts';

export type OidcConfig = {
  /** The provider's name in our URLs. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Email domains whose users sign in through this provider. */
  domains: string[];
};

export type OidcProfile = {
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  claims: Record<string, unknown>;
  accessToken: string | undefined;
  refreshToken: string | undefined;
};

/** Thrown when the provider fails, returns something untrustworthy, or doesn't respond. */
export class OidcError extends Error {}

const DISCOVERY_MS = 10 * MINUTE_MS;
const discoveryCache = new Map<string, { server: oauth.AuthorizationServer; at: number }>();

/**
 * Creates a client for any OpenID Connect provider, discovered by its issuer URL.
 * @param fetcher network access; tests pass the sandbox's own `request`
 */
export function createOidcClient(config: OidcConfig, fetcher: typeof globalThis.fetch) {
  const options = {
    [oauth.customFetch]: fetcher as (url: string, init: oauth.CustomFetchOptions<string, unknown>) => Promise<Response>,
    [oauth.allowInsecureRequests]: config.issuer.startsWith('http://'),
  } as { [oauth.allowInsecureRequests]: boolean };
  const client: oauth.Client = { client_id: config.clientId };

  const discoverServer = async (): Promise<oauth.AuthorizationServer> => {
    const cachedServer = discoveryCache.get(config.issuer);
    if (cachedServer && Date.now() - cachedServer.at < DISCOVERY_MS) return cachedServer.server;
    const issuer = new URL(config.issuer);
    const server = await wrapErrors(async () =>
      oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options)),
    );
    discoveryCache.set(config.issuer, { server: server, at: Date.now() });
    return server;
  };

  return {
    /** @param verifier PKCE verifier, which stays with us; its digest ties the response to this attempt */
    authorizeUrl: async (input: { state: string; redirectUri: string; scopes: string; verifier: string }) => {
      const { authorization_endpoint } = await discoverServer();
      const url = new URL(authorization_endpoint ?? '');
      url.search = new URLSearchParams({
        client_id: config.clientId,
        redirect_uri: input.redirectUri,
        response_type: 'code',
        scope: [...new Set(['openid', 'email', 'profile', ...input.scopes.split(' ').filter(Boolean)])].join(' '),
        state: input.state,
        nonce: await oauth.calculatePKCECodeChallenge(input.verifier),
        code_challenge: await oauth.calculatePKCECodeChallenge(input.verifier),
        code_challenge_method: 'S256',
      }).toString();
      return url.href;
    },

    /** @throws OidcError when the code is rejected or the ID token is invalid */
    identify: async (input: { code: string; redirectUri: string; verifier: string }): Promise<OidcProfile> => {
      const server = await discoverServer();
      return wrapErrors(async () => {
        const parameters = oauth.validateAuthResponse(
          server,
          client,
          new URLSearchParams({ code: input.code, iss: server.issuer }),
          oauth.expectNoState,
        );
        const secret = oauth.ClientSecretPost(config.clientSecret);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          secret,
          parameters,
          input.redirectUri,
          input.verifier,
          options,
        );
        const expectedNonce = await oauth.calculatePKCECodeChallenge(input.verifier);
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce,
          requireIdToken: true,
        });
        await oauth.validateApplicationLevelSignature(server, response, options);
        const claims = oauth.getValidatedIdTokenClaims(tokens) as Record<string, unknown>;
        return toProfile(claims, tokens.access_token, tokens.refresh_token);
      });
    },

    /**
     * Verifies an ID token that the browser obtained directly.
     * @throws OidcError when the token is invalid
     */
    readIdToken: async (idToken: string, nonce: string | undefined, now: Date): Promise<OidcProfile> => {
      const server = await discoverServer();
      return wrapErrors(async () => {
        const keys = (await (await fetcher(server.jwks_uri!)).json()) as JSONWebKeySet;
        const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys), {
          issuer: server.issuer,
          audience: config.clientId,
          currentDate: now,
        });
        if ((payload.nonce ?? undefined) !== nonce) throw new Error('the nonce is another one');
        return toProfile(payload, undefined, undefined);
      });
    },
  };
}

function toProfile(
  claims: Record<string, unknown>,
  accessToken: string | undefined,
  refreshToken: string | undefined,
): OidcProfile {
  return {
    subject: String(claims.sub),
    email: typeof claims.email === 'string' ? claims.email : undefined,
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    claims,
    accessToken,
    refreshToken,
  };
}

async function wrapErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new OidcError((error as Error).message, { cause: error });
  }
}
