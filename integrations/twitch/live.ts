import { MINUTE_MS } from '../../time/units.ts';
import { type TwitchConfig, TwitchError } from './twitch.client.ts';

const ANSWER_MS = 5_000;
/** A token is renewed this long before it ends. */
const EARLY_MS = MINUTE_MS;

/**
 * Who of a list of channels is live, asked with the token of the application itself: nobody has to be signed in.
 * @param now milliseconds; decides when the token is renewed
 */
export function openTwitchLive(config: TwitchConfig, fetch: typeof globalThis.fetch, now: () => number) {
  let token: { value: string; until: number } | undefined;

  async function appToken(): Promise<string> {
    if (token && token.until > now()) return token.value;
    const body = new URLSearchParams({
      client_id: config.clientId,
      client_secret: config.clientSecret,
      grant_type: 'client_credentials',
    });
    const answer = await fetch(`${config.tokenBase}/oauth2/token`, { method: 'POST', body, signal: soon() });
    const json = (await answer.json().catch(() => undefined)) as { access_token?: string; expires_in?: number };
    if (!answer.ok || !json?.access_token) throw new TwitchError('Twitch gave the application no token', answer.status);
    token = { value: json.access_token, until: now() + (json.expires_in ?? 3600) * 1000 - EARLY_MS };
    return token.value;
  }

  return {
    /**
     * @returns the logins of those that are live, in lower case
     * @throws TwitchError or a network error
     */
    liveAmong: async (logins: readonly string[]): Promise<Set<string>> => {
      const query = new URLSearchParams(logins.map((login) => ['user_login', login]));
      const headers = { Authorization: `Bearer ${await appToken()}`, 'Client-Id': config.clientId };
      const answer = await fetch(`${config.apiBase}/helix/streams?${query}`, { headers, signal: soon() });
      // The token was taken back: the next question asks for a new one.
      if (answer.status === 401) token = undefined;
      const json = (await answer.json().catch(() => undefined)) as { data?: { user_login: string; type: string }[] };
      if (!answer.ok || !json?.data) throw new TwitchError('Twitch did not say who is live', answer.status);
      return new Set(json.data.filter(({ type }) => type === 'live').map((stream) => stream.user_login.toLowerCase()));
    },
  };
}

const soon = () => AbortSignal.timeout(ANSWER_MS);
