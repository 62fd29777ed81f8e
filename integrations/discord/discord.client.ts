import type { Env } from '../../server/env.ts';

export type DiscordConfig = {
  clientId: string;
  clientSecret: string;
  botToken: string;
  /** Where the browser goes to agree. */
  signInBase: string;
  /** Where we exchange codes and send messages, with its version. */
  apiBase: string;
};

type Settings = Pick<
  Env,
  'demo' | 'origin' | 'PORT' | 'DISCORD_BOT_TOKEN' | 'DISCORD_CLIENT_ID' | 'DISCORD_CLIENT_SECRET'
>;

/** The vendor with our keys, its sandbox on our own server in a demonstration, or nothing. */
export function discordConfig(env: Settings): DiscordConfig | undefined {
  const { DISCORD_BOT_TOKEN: botToken, DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret } = env;
  if (botToken && clientId && clientSecret) {
    const vendor = { signInBase: 'https://discord.com', apiBase: 'https://discord.com/api/v10' };
    return { clientId, clientSecret, botToken, ...vendor };
  }
  if (!env.demo) return undefined;
  return {
    clientId: 'sandbox-client',
    clientSecret: 'sandbox-secret',
    botToken: 'sandbox-bot',
    signInBase: `${env.origin}/sandbox/discord`,
    apiBase: `http://127.0.0.1:${env.PORT}/sandbox/discord/api/v10`,
  };
}

/** Discord answered with a failure, or not at all. */
export class DiscordError extends Error {}

const ANSWER_MS = 10_000;

/** The address at which somebody allows us to know who they are on Discord. */
export function discordSignInUrl(config: DiscordConfig, redirectUri: string, state: string): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: config.clientId,
    scope: 'identify',
    redirect_uri: redirectUri,
    state,
  });
  return `${config.signInBase}/oauth2/authorize?${query}`;
}

/**
 * Who came back with this code.
 * @throws DiscordError when the code is not good (any more) or Discord does not answer
 */
export async function discordUserOf(
  config: DiscordConfig,
  fetcher: typeof fetch,
  code: string,
  redirectUri: string,
): Promise<{ id: string; username: string }> {
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
  const credentials = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64');
  const { access_token } = await read<{ access_token: string }>(fetcher, `${config.apiBase}/oauth2/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${credentials}` },
    body,
  });
  const user = await read<{ id: string; username: string }>(fetcher, `${config.apiBase}/users/@me`, {
    headers: { Authorization: `Bearer ${access_token}` },
  });
  if (!user.id || !user.username) throw new DiscordError('Discord did not say who this is.');
  return { id: user.id, username: user.username };
}

async function read<T>(fetcher: typeof fetch, url: string, init: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetcher(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) });
  } catch (error) {
    throw new DiscordError(`Discord does not answer: ${(error as Error).message}`);
  }
  if (!answer.ok) throw new DiscordError(`Discord answered ${answer.status}.`);
  return (await answer.json()) as T;
}

/** As for mail: `retry` was certainly not delivered, `refused` never will be, `unknown` may have arrived. */
export type DiscordOutcome =
  | { outcome: 'sent'; id: string }
  | { outcome: 'retry' | 'refused' | 'unknown'; error: string };

/**
 * Sends a direct message of our bot.
 * @param nonce the same for one message, so that Discord drops a second one
 */
export async function sendDiscordMessage(
  config: DiscordConfig,
  fetcher: typeof fetch,
  message: { discordId: string; content: string; nonce: string },
): Promise<DiscordOutcome> {
  const post = (path: string, body: object) =>
    fetcher(config.apiBase + path, {
      method: 'POST',
      headers: { Authorization: `Bot ${config.botToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  let channelId: string;
  try {
    const channel = await post('/users/@me/channels', { recipient_id: message.discordId });
    if (!channel.ok) return await failure(channel);
    channelId = ((await channel.json()) as { id: string }).id;
  } catch (error) {
    return { outcome: 'retry', error: (error as Error).message };
  }
  try {
    const { content, nonce } = message;
    const answer = await post(`/channels/${channelId}/messages`, { content, nonce, enforce_nonce: true });
    if (!answer.ok) return await failure(answer);
    return { outcome: 'sent', id: ((await answer.json()) as { id: string }).id };
  } catch (error) {
    return { outcome: 'unknown', error: (error as Error).message };
  }
}

async function failure(answer: Response): Promise<DiscordOutcome> {
  const body = (await answer.json().catch(() => undefined)) as { message?: string } | undefined;
  const error = `Discord answered ${answer.status}${body?.message ? `: ${body.message}` : ''}`;
  // Our own token being wrong is for us to mend, not the recipient's fault.
  const later = answer.status === 429 || answer.status === 401 || answer.status >= 500;
  return { outcome: later ? 'retry' : 'refused', error };
}
