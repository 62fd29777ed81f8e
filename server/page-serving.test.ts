import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from './app.ts';
import { createSite } from './create-site.ts';
import { createPages, type Pages } from './pages.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

let context: TestContext;
let pages: Pages;
/** Number of renders. Each one requests the site's settings exactly once, so we count these requests. */
let rendered = 0;

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as ServerBuild;
  rendered = 0;
  const app = {
    request: (input: string, ...rest: []) => {
      if (new URL(input).pathname === '/api/site') rendered += 1;
      return context.app.request(input, ...rest);
    },
  } as unknown as App;
  pages = createPages(build, app, context.deps);
});

const open = async (path: string, visitor?: Parameters<Pages>[1]) => {
  const answer = await pages(new Request(`http://localhost${path}`), visitor);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const many = (count: number, path: (no: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, no) => open(path(no))));

describe('pages', () => {
  it.each([
    ['a parameter that the page does not read', (no: number) => `/whitepaper?q=${no}`],
    ['a parameter that only other pages read', (no: number) => `/protocol/find?q=${no}&matchId=${no}`],
    ['paths that no route takes', (no: number) => `/nowhere/${no}`],
    ['more slashes behind a path', (no: number) => `/legal${'/'.repeat(no % 20)}`],
    ['loaders that do not exist', (no: number) => `/faq.data?_routes=made-up-${no}`],
  ])("doesn't render a page again for %s", async (_what, path) => {
    const first = await open(path(0));
    const once = rendered;
    const answers = await many(40, path);
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([first.text]));
    expect(rendered).toBe(once);
  });

  it('renders a page once for concurrent requests', async () => {
    await many(40, (no) => `/legal?q=${no}`);
    expect(rendered).toBe(1);
  });

  it("responds to the router's data URLs", async () => {
    for (const path of ['/_.data', '/_.data?_routes=root', '/faq.data', '/faq/_.data'])
      expect({ path, status: (await open(path)).status }).toEqual({ path, status: 200 });
  });

  it('returns 404 for missing pages, also from the cache', async () => {
    expect((await open('/nowhere/1')).status).toBe(404);
    expect((await open('/nowhere/2')).status).toBe(404);
    expect(rendered).toBe(1);
  });

  it('returns 429 with a retry time after too many renders, without affecting other clients', async () => {
    let left = 3;
    const greedy = { client: 'greedy', isConnected: () => true, consumeRenderBudget: () => (left-- > 0 ? 0 : 7) };
    const answers = [];
    for (let no = 0; no < 5; no++) answers.push(await open(`/protocol/find?name=n${no}`, greedy));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(answers.at(-1)).toMatchObject({ text: 'Too many pages were requested at once. Try again in 7 seconds.' });
    expect(answers.at(-1)!.headers.get('Retry-After')).toBe('7');
    // Cached pages don't use up the budget.
    expect((await open('/protocol/find?name=n0', greedy)).status).toBe(200);
    expect((await open('/protocol/find?name=other', { client: 'other', isConnected: () => true })).status).toBe(200);
  });

  it('renders nothing for a client that has disconnected', async () => {
    const answer = await open('/protocol/find?name=gone', { client: 'gone', isConnected: () => false });
    expect([answer.status, answer.text, rendered]).toEqual([499, '', 0]);
  });

  it('makes no API call for a read whose connection has closed', async () => {
    const gone = { incoming: { socket: { destroyed: true, remoteAddress: '127.0.0.1' } } };
    const site = createSite(context.deps, context.app, pages, undefined);
    expect((await site.fetch(new Request('http://localhost/api/health/live'), gone)).status).toBe(499);
    expect((await site.fetch(new Request('http://localhost/legal'), gone)).status).toBe(499);
    expect(rendered).toBe(0);
  });
});
