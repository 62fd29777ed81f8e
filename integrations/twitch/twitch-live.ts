import { MINUTE_MS } from '../../time/units.ts';
import { type TwitchConfig, TwitchError } from './twitch.client.ts';

const RESPONSE_TIMEOUT_MS = 5_000;
/** How long before it expires a token is renewed. */
const TOKEN_REFRESH_EARLY_MS = MINUTE_MS;
/** Number of channels per request. Also passed as the page size, because the default is 20 streams. */
const MAX_CHANNELS_PER_REQUEST = 100;
/** Maximum number of pages to read. There's no natural end, because streams move between pages as we read them. */
const MAX_PAGES = 5;
const SECOND_MS = 1_000;

type Page = { data?: { user_login: string; type: string }[]; pagination?: { cursor?: string } };

/**
 * Returns which channels of a list are live. Uses the app's own token, so no one has to be signed in.
 * @param now milliseconds; decides when the token is renewed
 */
export function createTwitchLiveReader(config: TwitchConfig, fetch: typeof globalThis.fetch, now: () => number) {
  let token: { value: string; until: number } | undefined;
  /** While we're throttled, we send nothing before this time, because every request counts against the limit. */
  let throttledUntil = 0;

  async function getAppToken(): Promise<string> {
    if (token && token.until > now()) return token.value;
    const body = new URLSearchParams({
      client_id: config.clientId,
      client_secret: config.clientSecret,
      grant_type: 'client_credentials',
    });
    const response = await fetch(`${config.tokenBase}/oauth2/token`, {
      method: 'POST',
      body,
      signal: createTimeoutSignal(),
    });
    const json = (await response.json().catch(() => undefined)) as { access_token?: string; expires_in?: number };
    if (!response.ok || !json?.access_token)
      throw new TwitchError('Twitch gave the application no token', response.status);
    token = { value: json.access_token, until: now() + (json.expires_in ?? 3600) * SECOND_MS - TOKEN_REFRESH_EARLY_MS };
    return token.value;
  }

  async function fetchPage(logins: readonly string[], after: string | undefined): Promise<Page> {
    if (throttledUntil > now()) throw new TwitchError('Twitch has asked us to wait', 429);
    const query = new URLSearchParams([
      ...logins.map((login) => ['user_login', login]),
      ['first', String(MAX_CHANNELS_PER_REQUEST)],
    ]);
    if (after) query.set('after', after);
    const headers = { Authorization: `Bearer ${await getAppToken()}`, 'Client-Id': config.clientId };
    const response = await fetch(`${config.apiBase}/helix/streams?${query}`, {
      headers,
      signal: createTimeoutSignal(),
    });
    // The token was revoked, so get a new one for the next request.
    if (response.status === 401) token = undefined;
    if (response.status === 429) throttledUntil = Number(response.headers.get('Ratelimit-Reset') ?? 0) * SECOND_MS;
    const json = (await response.json().catch(() => undefined)) as Page | undefined;
    if (!response.ok || !json?.data) throw new TwitchError('Twitch did not say who is live', response.status);
    return json;
  }

  async function isLiveNow(logins: readonly string[]): Promise<string[]> {
    const liveLogins: string[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const { data = [], pagination } = await fetchPage(logins, cursor);
      liveLogins.push(...data.filter(({ type }) => type === 'live').map(({ user_login }) => user_login.toLowerCase()));
      cursor = pagination?.cursor;
      if (!cursor || liveLogins.length >= logins.length) break;
    }
    return liveLogins;
  }

  return {
    /**
     * @param logins any number of channel logins
     * @returns the logins that are live, in lower case
     * @throws TwitchError or a network error
     */
    findLive: async (logins: readonly string[]): Promise<Set<string>> => {
      const liveLogins = new Set<string>();
      for (let offset = 0; offset < logins.length; offset += MAX_CHANNELS_PER_REQUEST) {
        for (const login of await isLiveNow(logins.slice(offset, offset + MAX_CHANNELS_PER_REQUEST)))
          liveLogins.add(login);
      }
      return liveLogins;
    },
  };
}

const createTimeoutSignal = () => AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
