import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { earlyRequests } from '../content/endpoints.ts';
import { createApp } from '../server/app.ts';
import type { Deps } from '../server/deps.ts';
import { createEarlyRequestsScript, getAgeMs } from './early-requests.ts';

const ORIGIN = 'https://planetcrew.test';
const URLS = ['/api/matches', '/api/queue'];
const session = (secondsLeft: number) => ({ access_token: 'ours', expires_at: Date.now() / 1000 + secondsLeft });

type Sent = { url: string; headers: Record<string, string> };
let sent: Sent[];
let links: string[];
let respond: (url: string) => Promise<Response>;

type Page = { urls?: string[]; stored?: object | string | null; search?: string; hash?: string; onLine?: boolean };

/** Runs the inline script as the head of a page does. */
function openPage({ urls = URLS, stored = session(3600), search = '', hash = '', onLine = true }: Page = {}): void {
  const text = typeof stored === 'string' ? stored : JSON.stringify(stored);
  const scope = {
    document: {
      querySelector: () =>
        urls.length > 0 ? { content: urls.join(' '), getAttribute: () => '/assets/entry.js /assets/page.js' } : null,
      createElement: () => ({}),
      head: { append: (link: { rel: string; href: string }) => links.push(`${link.rel} ${link.href}`) },
      documentElement: { lang: 'fr' },
    },
    localStorage: { getItem: () => (stored === null ? null : text) },
    navigator: { onLine },
    location: { origin: ORIGIN, search, hash },
    fetch: (url: string, init: { headers: Record<string, string> }) => {
      sent.push({ url, headers: init.headers });
      return respond(url);
    },
  };
  new Function(...Object.keys(scope), createEarlyRequestsScript())(...Object.values(scope));
}

const take = (path: string, token = 'ours', locale = 'fr') =>
  globalThis.takeEarlyAnswer?.(ORIGIN + path, token, locale);

beforeEach(() => {
  sent = [];
  links = [];
  respond = async (url) => Response.json({ url });
});

afterEach(() => {
  vi.useRealTimers();
  globalThis.takeEarlyAnswer = undefined;
});

describe('createEarlyRequestsScript', () => {
  test("sends the page's requests as its user and in its language", () => {
    openPage();
    const headers = { Authorization: 'Bearer ours', 'Accept-Language': 'fr' };
    expect(sent).toEqual(URLS.map((url) => ({ url, headers })));
  });

  test.each<[string, Page]>([
    ['the page lists none', { urls: [] }],
    ['no one is signed in', { stored: null }],
    ["the session can't be read", { stored: '{"access_tok' }],
    ['the session has expired', { stored: session(-10) }],
    ['the session has to be refreshed first', { stored: session(60) }],
    ['the address has a query', { search: '?tab=create' }],
    ['the address has a token', { hash: '#access_token=a.b.c&type=magiclink' }],
    ['there is no network', { onLine: false }],
  ])('sends nothing if %s', (_case, page) => {
    openPage(page);
    expect(sent).toEqual([]);
    expect(links).toEqual([]);
    expect(globalThis.takeEarlyAnswer).toBeUndefined();
  });

  test("loads the page's scripts at the same time", () => {
    openPage();
    expect(links).toEqual(['modulepreload /assets/entry.js', 'modulepreload /assets/page.js']);
  });

  test('sends its requests at an address with an anchor', () => {
    openPage({ hash: '#match-1' });
    expect(sent).toHaveLength(URLS.length);
  });
});

describe('takeEarlyAnswer', () => {
  test('returns each answer once', async () => {
    openPage();
    expect(await (await take('/api/queue'))?.json()).toEqual({ url: '/api/queue' });
    expect(await take('/api/queue')).toBeUndefined();
    expect(await (await take('/api/matches'))?.json()).toEqual({ url: '/api/matches' });
  });

  test('waits for an answer that is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    respond = () => promise;
    openPage();
    const answer = take('/api/queue');
    resolve(Response.json('late'));
    expect(await (await answer)?.json()).toBe('late');
  });

  test('returns refusals too, so that they are handled like those of any request', async () => {
    respond = async () => Response.json({}, { status: 401 });
    openPage();
    expect((await take('/api/queue'))?.status).toBe(401);
  });

  test.each([
    ['another user', ['/api/queue', 'theirs', 'fr']],
    ['another language', ['/api/queue', 'ours', 'de']],
    ['another URL', ['/api/queue?kind=now', 'ours', 'fr']],
  ] as const)('returns no answer for %s', async (_case, [path, token, locale]) => {
    openPage();
    expect(await take(path, token, locale)).toBeUndefined();
  });

  test('keeps no answer that was refused to another user', async () => {
    openPage();
    await take('/api/queue', 'theirs');
    expect(await take('/api/queue')).toBeUndefined();
  });

  test('returns no answer if the server could not be reached, so that the page asks again', async () => {
    respond = () => Promise.reject(new TypeError('Failed to fetch'));
    openPage();
    expect(await take('/api/queue')).toBeUndefined();
  });

  test('returns no answer to a page that waited for more than 30 seconds', async () => {
    vi.useFakeTimers();
    openPage();
    vi.advanceTimersByTime(31_000);
    expect(await take('/api/queue')).toBeUndefined();
  });
});

describe('getAgeMs', () => {
  test('returns how long ago an early answer arrived', async () => {
    vi.useFakeTimers();
    openPage();
    await vi.advanceTimersByTimeAsync(0);
    vi.advanceTimersByTime(4_000);
    expect(getAgeMs((await take('/api/queue'))!)).toBe(4_000);
  });

  test('returns 0 for any other response', () => {
    expect(getAgeMs(new Response())).toBe(0);
  });
});

describe('earlyRequests', () => {
  test.each([...new Set(Object.values(earlyRequests).flat())])('matches %s to an operation that reads', (url) => {
    const [path] = url.split('?');
    const reads = createApp({ env: {} } as Deps).routes.filter(({ method }) => method === 'GET');
    const toPattern = (route: string) =>
      new RegExp(`^${route.replace(/:[^/]+?\{(.+?)\}/g, '$1').replace(/:[^/]+/g, '[^/]+')}$`);
    expect(
      reads.some((route) => route.path !== '*' && !route.path.endsWith('*') && toPattern(route.path).test(path!)),
    ).toBe(true);
  });
});
