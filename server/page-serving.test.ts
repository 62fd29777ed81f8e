import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from './app.ts';
import { createSite } from './create-site.ts';
import { createPages, type Pages } from './pages.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

let context: TestContext;
let pages: Pages;
/** Number of renders. Each one requests the site's settings exactly once, so we count these requests. */
let renderCount = 0;

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as ServerBuild;
  renderCount = 0;
  const app = {
    request: (input: string, ...args: []) => {
      if (new URL(input).pathname === '/api/site') renderCount += 1;
      return context.app.request(input, ...args);
    },
  } as unknown as App;
  pages = createPages(build, app, context.deps);
});

const open = async (path: string, visitor?: Parameters<Pages>[1]) => {
  const response = await pages(new Request(`http://localhost${path}`), visitor);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const createMany = (count: number, path: (no: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, no) => open(path(no))));

describe('page server', () => {
  it.each([
    ["a parameter that the page doesn't use", (no: number) => `/whitepaper?q=${no}`],
    ['a parameter that only other pages use', (no: number) => `/protocol/find?q=${no}&matchId=${no}`],
    ['paths without a route', (no: number) => `/nowhere/${no}`],
    ['extra slashes after a path', (no: number) => `/legal${'/'.repeat(no % 20)}`],
    ['unknown loaders', (no: number) => `/faq.data?_routes=made-up-${no}`],
  ])("doesn't render a page again for %s", async (_what, path) => {
    const first = await open(path(0));
    const renderedBefore = renderCount;
    const pages = await createMany(40, path);
    expect(new Set(pages.map(({ text }) => text))).toEqual(new Set([first.text]));
    expect(renderCount).toBe(renderedBefore);
  });

  it('renders a page once for concurrent requests', async () => {
    await createMany(40, (no) => `/legal?q=${no}`);
    expect(renderCount).toBe(1);
  });

  it("responds to the router's data URLs", async () => {
    for (const path of ['/_.data', '/_.data?_routes=root', '/faq.data', '/faq/_.data'])
      expect({ path, status: (await open(path)).status }).toEqual({ path, status: 200 });
  });

  it('returns 404 for missing pages, also from the cache', async () => {
    expect((await open('/nowhere/1')).status).toBe(404);
    expect((await open('/nowhere/2')).status).toBe(404);
    expect(renderCount).toBe(1);
  });

  it('returns 429 with a retry time after too many renders, without affecting other clients', async () => {
    let rendersLeft = 3;
    const greedy = {
      client: 'greedy',
      isConnected: () => true,
      consumeRenderBudget: () => (rendersLeft-- > 0 ? 0 : 7),
    };
    const pages = [];
    for (let no = 0; no < 5; no++) pages.push(await open(`/protocol/find?name=n${no}`, greedy));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(pages.at(-1)).toMatchObject({ text: 'Too many pages were requested at once. Try again in 7 seconds.' });
    expect(pages.at(-1)!.headers.get('Retry-After')).toBe('7');
    // Cached pages don't use up the budget.
    expect((await open('/protocol/find?name=n0', greedy)).status).toBe(200);
    expect((await open('/protocol/find?name=other', { client: 'other', isConnected: () => true })).status).toBe(200);
  });

  it('renders nothing for a client that has disconnected', async () => {
    const response = await open('/protocol/find?name=gone', { client: 'gone', isConnected: () => false });
    expect([response.status, response.text, renderCount]).toEqual([499, '', 0]);
  });

  it('makes no API call for a read whose connection has closed', async () => {
    const connection = { incoming: { socket: { destroyed: true, remoteAddress: '127.0.0.1' } } };
    const site = createSite(context.deps, context.app, pages, undefined);
    expect((await site.fetch(new Request('http://localhost/api/health/live'), connection)).status).toBe(499);
    expect((await site.fetch(new Request('http://localhost/legal'), connection)).status).toBe(499);
    expect(renderCount).toBe(0);
  });
});
