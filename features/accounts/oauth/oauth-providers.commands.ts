import {
  createDiscordSignIn,
  type DiscordSignInConfig,
  readDiscordSignInConfig,
} from '../../../integrations/discord/discord-sign-in.ts';
import { createOidcClient, type OidcConfig, type OidcProfile } from '../../../integrations/oidc/oidc.client.ts';
import { createTwitchClient, readTwitchConfig } from '../../../integrations/twitch/twitch.client.ts';
import type { Deps } from '../../../server/deps.ts';
import type { NewIdentity } from '../accounts.commands.ts';
import { getAuthSettings, normalizeEmail } from '../accounts.rules.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';

/** A user's profile as a provider reports it. */
export type ProviderProfile = {
  identity: NewIdentity;
  emailVerified: boolean;
  accessToken?: string;
  refreshToken?: string | undefined;
};

/**
 * An external sign-in provider. `verifier` is a secret that the browser never sees. If the provider supports PKCE, it
 * ties the response to the sign-in attempt.
 */
export type Provider = {
  authorizeUrl: (input: { state: string; redirectUri: string; scopes: string; verifier: string }) => Promise<string>;
  identify: (input: { code: string; redirectUri: string; verifier: string }) => Promise<ProviderProfile>;
};

const TWITCH_SCOPE = 'user:read:email';

/** @throws AuthRefusal when the provider isn't configured */
export function getProvider(deps: Deps, name: string): Provider {
  if (name === 'twitch') return createTwitchProvider(deps);
  const discord = readDiscordSignInConfig(deps.env);
  if (name === 'discord' && discord) return createDiscordProvider(deps, discord);
  const config = getAuthSettings(deps.env).oidc.find((one) => one.name === name);
  if (config) return createOidcProvider(deps, config);
  if (name === 'discord') throw createNotSetUpError('Discord');
  throw new AuthRefusal(400, 'validation_failed', `Unsupported provider: Provider ${name} could not be found`);
}

const createNotSetUpError = (name: string) =>
  new AuthRefusal(
    422,
    'provider_disabled',
    `Sign-in with ${name} is not set up on this server. Sign in with your email address or a passkey.`,
  );

function createTwitchProvider(deps: Deps): Provider {
  const config = readTwitchConfig(deps.env);
  if (!config) throw createNotSetUpError('Twitch');
  const twitch = createTwitchClient(config, deps.fetch);
  return {
    authorizeUrl: async ({ state, redirectUri, scopes }) =>
      twitch.authorizeUrl({ state, redirectUri, scopes: withScope(scopes, TWITCH_SCOPE) }),
    identify: async ({ code, redirectUri }) => {
      const tokens = await twitch.exchange(code, redirectUri);
      const user = await twitch.user(tokens.accessToken);
      const data = {
        iss: 'https://api.twitch.tv',
        provider_id: user.id,
        name: user.login,
        nickname: user.login,
        slug: user.login,
        full_name: user.displayName,
        ...(user.email ? { email: user.email, email_verified: true } : {}),
        ...(user.pictureUrl ? { avatar_url: user.pictureUrl, picture: user.pictureUrl } : {}),
      };
      const email = user.email ? normalizeEmail(user.email) : null;
      return {
        identity: { provider: 'twitch', providerId: user.id, data, email },
        emailVerified: email !== null,
        ...tokens,
      };
    },
  };
}

function createDiscordProvider(deps: Deps, config: DiscordSignInConfig): Provider {
  const discord = createDiscordSignIn(config, deps.fetch);
  return {
    authorizeUrl: async ({ state, redirectUri }) => discord.authorizeUrl({ state, redirectUri }),
    identify: async ({ code, redirectUri }) => {
      const person = await discord.identify(code, redirectUri);
      const email = person.email ? normalizeEmail(person.email) : null;
      const data = {
        iss: 'https://discord.com/api',
        provider_id: person.id,
        name: person.username,
        full_name: person.displayName,
        ...(email ? { email, email_verified: person.emailVerified } : {}),
      };
      const identity = { provider: 'discord', providerId: person.id, data, email: person.emailVerified ? email : null };
      return { identity, emailVerified: person.emailVerified && email !== null, accessToken: person.accessToken };
    },
  };
}

function createOidcProvider(deps: Deps, config: OidcConfig): Provider {
  const oidc = createOidcClient(config, deps.fetch);
  return {
    authorizeUrl: (input) => oidc.authorizeUrl(input),
    identify: async (input) => toProviderProfile(config.name, await oidc.identify(input)),
  };
}

/** Converts an OpenID Connect provider's data about a user to our format. */
export function toProviderProfile(provider: string, person: OidcProfile): ProviderProfile {
  const { sub: _sub, nonce: _nonce, aud: _aud, exp: _exp, iat: _iat, at_hash: _hash, ...claims } = person.claims;
  const email = person.email ? normalizeEmail(person.email) : null;
  return {
    identity: {
      provider,
      providerId: person.subject,
      data: { ...claims, provider_id: person.subject, full_name: claims.name ?? '' },
      email,
    },
    emailVerified: person.emailVerified && email !== null,
    ...(person.accessToken ? { accessToken: person.accessToken } : {}),
    refreshToken: person.refreshToken,
  };
}

function withScope(scopes: string, requiredScope: string): string {
  return [...new Set([requiredScope, ...scopes.split(' ').filter(Boolean)])].join(' ');
}
