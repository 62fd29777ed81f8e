import type { Env } from '../../server/env.ts';
import { formatUserAgent, SANDBOX_CLIENT_ID } from './discord.client.ts';

export type DiscordSignInConfig = {
  clientId: string;
  clientSecret: string;
  /** URL where the user authorizes us in the browser. */
  signInUrl: string;
  /** Base URL, with version, for exchanging codes and reading users. */
  apiBase: string;
  userAgent: string;
};

export type DiscordProfile = {
  id: string;
  username: string;
  displayName: string;
  email: string | undefined;
  emailVerified: boolean;
  accessToken: string;
};

/** Thrown when Discord fails, returns an invalid response, or doesn't respond. */
export class DiscordSignInError extends Error {}

const RESPONSE_TIMEOUT_MS = 8_000;

type Settings = Pick<Env, 'demo' | 'origin' | 'PORT' | 'DISCORD_CLIENT_ID' | 'DISCORD_CLIENT_SECRET'>;

/** Returns the Discord configuration: our keys, the sandbox in demo mode, or undefined. */
export function readDiscordSignInConfig(env: Settings): DiscordSignInConfig | undefined {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret } = env;
  const userAgent = formatUserAgent(env.origin);
  if (clientId && clientSecret) {
    const vendor = { signInUrl: 'https://discord.com/oauth2/authorize', apiBase: 'https://discord.com/api/v10' };
    return { clientId, clientSecret, userAgent, ...vendor };
  }
  if (!env.demo) return undefined;
  return {
    clientId: SANDBOX_CLIENT_ID,
    clientSecret: 'sandbox-secret',
    userAgent,
    signInUrl: `${env.origin}/sandbox/discord/oauth2/authorize`,
    apiBase: `http://127.0.0.1:${env.PORT}/sandbox/discord/api/v10`,
  };
}

/**
 * Creates a Discord client for sign-in. It runs the authorization-code flow and reads the token's user.
 * @param fetch network access; tests pass a fake
 */
export function createDiscordSignIn(config: DiscordSignInConfig, fetch: typeof globalThis.fetch) {
  return {
    authorizeUrl: (options: { state: string; redirectUri: string }): string => {
      const query = new URLSearchParams({
        client_id: config.clientId,
        redirect_uri: options.redirectUri,
        response_type: 'code',
        scope: 'identify email',
        state: options.state,
      });
      return `${config.signInUrl}?${query}`;
    },

    /** @throws DiscordSignInError when the code is rejected or Discord doesn't respond */
    identify: async (code: string, redirectUri: string): Promise<DiscordProfile> => {
      const body = new URLSearchParams({
        client_id: config.clientId,
        client_secret: config.clientSecret,
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
      });
      const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
      const agent = { 'User-Agent': config.userAgent };
      const tokens = await readJson(
        fetch(`${config.apiBase}/oauth2/token`, { method: 'POST', headers: agent, body, signal }),
      );
      const accessToken = String(tokens.access_token ?? '');
      const headers = { ...agent, Authorization: `Bearer ${accessToken}` };
      const user = await readJson(fetch(`${config.apiBase}/users/@me`, { headers, signal }));
      if (!user.id || !user.username) throw new DiscordSignInError('Discord did not say who signed in');
      return {
        id: String(user.id),
        username: String(user.username),
        displayName: String(user.global_name ?? user.username),
        email: typeof user.email === 'string' ? user.email : undefined,
        emailVerified: user.verified === true,
        accessToken,
      };
    },
  };
}

async function readJson(responsePromise: Promise<Response>): Promise<Record<string, unknown>> {
  const response = await responsePromise.catch((error: Error) => {
    throw new DiscordSignInError(`Discord cannot be reached: ${error.message}`);
  });
  const body = (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined;
  if (!response.ok || !body) throw new DiscordSignInError(`Discord answered ${response.status}`);
  return body;
}
