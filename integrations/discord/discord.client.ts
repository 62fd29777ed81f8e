import type { Env } from '../../server/env.ts';
import { type ClosedReason, type Outcome, parseRetryAfterMs } from '../outcome.ts';

export type DiscordConfig = {
  clientId: string;
  clientSecret: string;
  botToken: string;
  /** URL where the user authorizes us in the browser. */
  signInBase: string;
  /** Base URL, with version, for exchanging codes and sending messages. */
  apiBase: string;
  /** Our user agent. Discord's gateway rejects requests without a proper one (40333). */
  userAgent: string;
};

/** Client id of the sandbox application. It's numeric, because Discord only issues numbers. */
export const SANDBOX_CLIENT_ID = '100000000000000001';

type Settings = Pick<
  Env,
  'demo' | 'origin' | 'PORT' | 'DISCORD_BOT_TOKEN' | 'DISCORD_CLIENT_ID' | 'DISCORD_CLIENT_SECRET'
>;

/** Formats the user agent as `DiscordBot (address, version)`, which Discord requires of all HTTP clients. */
export const formatUserAgent = (origin: string) => `DiscordBot (${origin}, 1)`;

/** Returns the Discord configuration: our keys, the sandbox on our own server in demo mode, or undefined. */
export function readDiscordConfig(env: Settings): DiscordConfig | undefined {
  const { DISCORD_BOT_TOKEN: botToken, DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret } = env;
  const userAgent = formatUserAgent(env.origin);
  if (botToken && clientId && clientSecret) {
    const vendor = { signInBase: 'https://discord.com', apiBase: 'https://discord.com/api/v10' };
    return { clientId, clientSecret, botToken, userAgent, ...vendor };
  }
  if (!env.demo) return undefined;
  return {
    clientId: SANDBOX_CLIENT_ID,
    clientSecret: 'sandbox-secret',
    botToken: 'sandbox-bot',
    userAgent,
    signInBase: `${env.origin}/sandbox/discord`,
    apiBase: `http://127.0.0.1:${env.PORT}/sandbox/discord/api/v10`,
  };
}

/** Thrown when Discord fails or doesn't respond. */
export class DiscordError extends Error {}

const RESPONSE_TIMEOUT_MS = 10_000;
/** Discord's error code for requests without a proper user agent. */
const USER_AGENT_REJECTED = 40333;

/**
 * Returns the URL where a user signs in on Discord and adds our app to their account. Our bot can only message people
 * who added the app or share a server with it (otherwise 50278).
 */
export function createDiscordSignInUrl(config: DiscordConfig, redirectUri: string, state: string): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: config.clientId,
    scope: 'identify applications.commands',
    integration_type: '1',
    redirect_uri: redirectUri,
    state,
  });
  return `${config.signInBase}/oauth2/authorize?${query}`;
}

/**
 * Returns the user that this code belongs to.
 * @throws DiscordError when the code is invalid or expired, or Discord doesn't respond
 */
export async function fetchDiscordUser(
  config: DiscordConfig,
  fetcher: typeof fetch,
  code: string,
  redirectUri: string,
): Promise<{ id: string; username: string }> {
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
  const credentials = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64');
  const agent = { 'User-Agent': config.userAgent };
  const { access_token } = await fetchJson<{ access_token: string }>(fetcher, `${config.apiBase}/oauth2/token`, {
    method: 'POST',
    headers: { ...agent, Authorization: `Basic ${credentials}` },
    body,
  });
  const user = await fetchJson<{ id: string; username: string }>(fetcher, `${config.apiBase}/users/@me`, {
    headers: { ...agent, Authorization: `Bearer ${access_token}` },
  });
  if (!user.id || !user.username) throw new DiscordError('Discord did not say who this is.');
  return { id: user.id, username: user.username };
}

async function fetchJson<T>(fetcher: typeof fetch, url: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetcher(url, { ...init, signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  } catch (error) {
    throw new DiscordError(`Discord does not answer: ${(error as Error).message}`);
  }
  if (!response.ok) throw new DiscordError(`Discord answered ${response.status}.`);
  return (await response.json()) as T;
}

/** Discord error codes for users our bot can't message. */
const CLOSED_CHANNEL_CODES: Record<number, ClosedReason> = {
  50278: 'not_installed',
  50007: 'closed',
  10013: 'no_such_address',
};

/**
 * Sends a direct message from our bot.
 * @param message.nonce the same for every attempt at one message, so that Discord drops duplicates
 */
export async function sendDiscordMessage(
  config: DiscordConfig,
  fetcher: typeof fetch,
  message: { discordId: string; content: string; nonce: string },
): Promise<Outcome> {
  const post = (path: string, body: object) =>
    fetcher(config.apiBase + path, {
      method: 'POST',
      headers: {
        Authorization: `Bot ${config.botToken}`,
        'User-Agent': config.userAgent,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
  let channelId: string;
  try {
    const channel = await post('/users/@me/channels', { recipient_id: message.discordId });
    if (!channel.ok) return await toFailure(channel);
    channelId = ((await channel.json()) as { id: string }).id;
  } catch (error) {
    return { outcome: 'retry', error: (error as Error).message };
  }
  try {
    const { content, nonce } = message;
    const response = await post(`/channels/${channelId}/messages`, { content, nonce, enforce_nonce: true });
    if (!response.ok) return await toFailure(response);
    return { outcome: 'sent', id: ((await response.json()) as { id: string }).id };
  } catch (error) {
    return { outcome: 'unknown', error: (error as Error).message };
  }
}

async function toFailure(response: Response): Promise<Outcome> {
  const body = (await response.json().catch(() => undefined)) as { message?: string; code?: number } | undefined;
  const detail = body?.message ? `: ${body.message}${body.code ? ` (${body.code})` : ''}` : '';
  const error = `Discord answered ${response.status}${detail}`;
  const closedReason = CLOSED_CHANNEL_CODES[body?.code ?? 0];
  if (closedReason) return { outcome: 'closed', why: closedReason, error };
  // A wrong token or user agent is our problem, not the recipient's.
  const isOwnFault = response.status === 401 || body?.code === USER_AGENT_REJECTED;
  if (isOwnFault || response.status === 429 || response.status >= 500) {
    return { outcome: 'retry', error, afterMs: parseRetryAfterMs(response) };
  }
  return { outcome: 'refused', error };
}
