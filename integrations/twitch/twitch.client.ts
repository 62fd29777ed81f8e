import type { Env } from '../../server/env.ts';
import { isPublicAddress } from '../public-address.ts';
import { getPublicFetch } from '../public-fetch.ts';

export type TwitchConfig = {
  clientId: string;
  clientSecret: string;
  /** Where the browser goes to sign in, e.g. https://id.twitch.tv. */
  signInBase: string;
  /** Where we exchange codes, e.g. https://id.twitch.tv. */
  tokenBase: string;
  /** Where we read about people, e.g. https://api.twitch.tv. */
  apiBase: string;
};

export type TwitchUser = {
  id: string;
  login: string;
  displayName: string;
  /** Absent when the person has none or has not confirmed it: Twitch gives out confirmed addresses only. */
  email: string | undefined;
  pictureUrl: string | undefined;
};

export type TwitchTokens = { accessToken: string; refreshToken: string | undefined };

/** Twitch answered with a failure, or with something that makes no sense, or not at all. */
export class TwitchError extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const RESPONSE_TIMEOUT_MS = 8_000;

type Settings = Pick<Env, 'demo' | 'origin' | 'PORT' | 'TWITCH_CLIENT_ID' | 'TWITCH_CLIENT_SECRET'>;

/** The vendor with our keys, its sandbox on our own server in a demonstration, or nothing. */
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
  const here = `http://127.0.0.1:${env.PORT}/sandbox/twitch`;
  return {
    clientId: 'sandbox-client',
    clientSecret: 'sandbox-secret',
    signInBase: `${env.origin}/sandbox/twitch`,
    tokenBase: here,
    apiBase: here,
  };
}

/**
 * Twitch as far as sign-in needs it: authorization-code flow and the person behind a token.
 * @param fetch the network; tests give the sandbox's own `request`
 */
export function createTwitchClient(config: TwitchConfig, fetch: typeof globalThis.fetch) {
  return {
    /** Where the browser is sent; Twitch sends it back to `redirectUri` with `code` and `state`. */
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

    /** @throws TwitchError when the code is not accepted or Twitch does not answer */
    exchange: async (code: string, redirectUri: string): Promise<TwitchTokens> => {
      const body = new URLSearchParams({
        client_id: config.clientId,
        client_secret: config.clientSecret,
        code,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
      });
      const answer = await read(
        fetch(`${config.tokenBase}/oauth2/token`, { method: 'POST', body, signal: createTimeoutSignal() }),
      );
      if (typeof answer.access_token !== 'string') throw new TwitchError('Twitch sent no access token', 502);
      const refreshToken = typeof answer.refresh_token === 'string' ? answer.refresh_token : undefined;
      return { accessToken: answer.access_token, refreshToken };
    },

    /** @throws TwitchError when the token is not accepted or Twitch does not answer */
    user: async (accessToken: string): Promise<TwitchUser> => {
      const headers = { Authorization: `Bearer ${accessToken}`, 'Client-Id': config.clientId };
      const answer = await read(fetch(`${config.apiBase}/helix/users`, { headers, signal: createTimeoutSignal() }));
      const [user] = (answer.data ?? []) as Record<string, string>[];
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

/** Where the vendor keeps the pictures of its channels. */
const PICTURE_HOST = /(^|\.)jtvnw\.net$/;

/**
 * The picture of a channel, from where the vendor keeps them and from nowhere else, whatever an address says.
 * @returns its bytes, or nothing when there is none of at most so many bytes
 */
export async function readTwitchPicture(
  config: TwitchConfig,
  fetch: typeof globalThis.fetch,
  { address, mostBytes }: { address: string; mostBytes: number },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const theirs = isPublicAddress(address) && PICTURE_HOST.test(new URL(address).hostname);
  if (!theirs && !address.startsWith(`${config.apiBase}/pictures/`)) return undefined;
  const answer = await fetch(address, {
    signal: createTimeoutSignal(),
    redirect: 'error',
    ...(theirs ? getPublicFetch() : {}),
  });
  if (!answer.ok || !answer.body || Number(answer.headers.get('Content-Length') ?? 0) > mostBytes) return undefined;
  const parts: Uint8Array[] = [];
  let read = 0;
  for await (const part of answer.body) {
    read += part.byteLength;
    if (read > mostBytes) return undefined;
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

const createTimeoutSignal = () => AbortSignal.timeout(RESPONSE_TIMEOUT_MS);

async function read(pending: Promise<Response>): Promise<Record<string, unknown>> {
  let answer: Response;
  try {
    answer = await pending;
  } catch (error) {
    throw new TwitchError(`Twitch cannot be reached: ${(error as Error).message}`, 503);
  }
  const body = (await answer.json().catch(() => undefined)) as Record<string, unknown> | undefined;
  if (!answer.ok || !body) throw new TwitchError(String(body?.message ?? 'Twitch failed'), answer.status);
  return body;
}
