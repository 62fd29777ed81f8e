import type { Env } from '../../server/env.ts';
import { isPublicAddress } from '../public-address.ts';
import { getPublicFetchOptions } from '../public-fetch.ts';

export type TwitchConfig = {
  clientId: string;
  clientSecret: string;
  /** Base URL of the sign-in page, e.g. https://id.twitch.tv. */
  signInBase: string;
  /** Base URL for exchanging codes, e.g. https://id.twitch.tv. */
  tokenBase: string;
  /** Base URL for reading users, e.g. https://api.twitch.tv. */
  apiBase: string;
};

export type TwitchUser = {
  id: string;
  login: string;
  displayName: string;
  /** Absent when the user has none or hasn't confirmed it: Twitch only returns confirmed addresses. */
  email: string | undefined;
  pictureUrl: string | undefined;
};

export type TwitchTokens = { accessToken: string; refreshToken: string | undefined };

/** Thrown when Twitch fails, returns an invalid response, or doesn't respond. */
export class TwitchError extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const RESPONSE_TIMEOUT_MS = 8_000;

type Settings = Pick<Env, 'demo' | 'origin' | 'PORT' | 'TWITCH_CLIENT_ID' | 'TWITCH_CLIENT_SECRET'>;

/** Returns the Twitch configuration: our keys, the sandbox on our own server in demo mode, or undefined. */
export function readTwitchConfig(env: Settings): TwitchConfig | undefined {
  if (env.TWITCH_CLIENT_ID && env.TWITCH_CLIENT_SECRET) {
    return {
      clientId: env.TWITCH_CLIENT_ID,
      clientSecret: env.TWITCH_CLIENT_SECRET,
      signInBase: 'https://id.twitch.tv',
      tokenBase: 'https://id.twitch.tv',
      apiBase: 'https://api.twitch.tv',
    };
  }
  if (!env.demo) return undefined;
  const origin = `http://127.0.0.1:${env.PORT}/sandbox/twitch`;
  return {
    clientId: 'sandbox-client',
    clientSecret: 'sandbox-secret',
    signInBase: `${env.origin}/sandbox/twitch`,
    tokenBase: origin,
    apiBase: origin,
  };
}

/**
 * Creates a Twitch client for sign-in. It runs the authorization-code flow and reads the token's user.
 * @param fetch network access; tests pass the sandbox's own `request`
 */
export function createTwitchClient(config: TwitchConfig, fetch: typeof globalThis.fetch) {
  return {
    /** Returns where to send the browser; Twitch redirects it back to `redirectUri` with `code` and `state`. */
    authorizeUrl: (options: { state: string; redirectUri: string; scopes: string }): string => {
      const query = new URLSearchParams({
        client_id: config.clientId,
        redirect_uri: options.redirectUri,
        response_type: 'code',
        scope: options.scopes,
        state: options.state,
      });
      return `${config.signInBase}/oauth2/authorize?${query}`;
    },

    /** @throws TwitchError when the code is rejected or Twitch doesn't respond */
    exchange: async (code: string, redirectUri: string): Promise<TwitchTokens> => {
      const body = new URLSearchParams({
        client_id: config.clientId,
        client_secret: config.clientSecret,
        code,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
      });
      const tokens = await readJson(
        fetch(`${config.tokenBase}/oauth2/token`, { method: 'POST', body, signal: createTimeoutSignal() }),
      );
      if (typeof tokens.access_token !== 'string') throw new TwitchError('Twitch sent no access token', 502);
      const refreshToken = typeof tokens.refresh_token === 'string' ? tokens.refresh_token : undefined;
      return { accessToken: tokens.access_token, refreshToken };
    },

    /** @throws TwitchError when the token is rejected or Twitch doesn't respond */
    user: async (accessToken: string): Promise<TwitchUser> => {
      const headers = { Authorization: `Bearer ${accessToken}`, 'Client-Id': config.clientId };
      const response = await readJson(
        fetch(`${config.apiBase}/helix/users`, { headers, signal: createTimeoutSignal() }),
      );
      const [user] = (response.data ?? []) as Record<string, string>[];
      if (!user?.id || !user.login) throw new TwitchError('Twitch did not say who signed in', 502);
      return {
        id: user.id,
        login: user.login,
        displayName: user.display_name || user.login,
        email: user.email || undefined,
        pictureUrl: user.profile_image_url || undefined,
      };
    },
  };
}

/** Host of Twitch's channel pictures. */
const PICTURE_HOST = /(^|\.)jtvnw\.net$/;

/**
 * Downloads a channel's picture, but only from Twitch's own host.
 * @returns its bytes, or undefined when there's no picture within the size limit
 */
export async function readTwitchPicture(
  config: TwitchConfig,
  fetch: typeof globalThis.fetch,
  { address, mostBytes }: { address: string; mostBytes: number },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const isTwitchPicture = isPublicAddress(address) && PICTURE_HOST.test(new URL(address).hostname);
  if (!isTwitchPicture && !address.startsWith(`${config.apiBase}/pictures/`)) return undefined;
  const response = await fetch(address, {
    signal: createTimeoutSignal(),
    redirect: 'error',
    ...(isTwitchPicture ? await getPublicFetchOptions() : {}),
  });
  if (!response.ok || !response.body || Number(response.headers.get('Content-Length') ?? 0) > mostBytes)
    return undefined;
  const parts: Uint8Array[] = [];
  let bytesRead = 0;
  for await (const part of response.body) {
    bytesRead += part.byteLength;
    if (bytesRead > mostBytes) return undefined;
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

const createTimeoutSignal = () => AbortSignal.timeout(RESPONSE_TIMEOUT_MS);

async function readJson(responsePromise: Promise<Response>): Promise<Record<string, unknown>> {
  let response: Response;
  try {
    response = await responsePromise;
  } catch (error) {
    throw new TwitchError(`Twitch cannot be reached: ${(error as Error).message}`, 503);
  }
  const body = (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined;
  if (!response.ok || !body) throw new TwitchError(String(body?.message ?? 'Twitch failed'), response.status);
  return body;
}
