import { createRequestHandler, type ServerBuild } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { coaches } from '../content/coaches-content.ts';
import { english } from '../messages/lazy-text.ts';
import type { PageHandle } from '../web/page-handle.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

/** Parameter of every URL requested by this test, so that other queries aren't counted. */
const MARK = 'read-by';
/** Parameters that the router itself reads. */
const ROUTER_PARAMETERS = ['index', '_routes'];
const METHODS = ['get', 'getAll', 'has', 'forEach', 'entries', 'keys', 'values', Symbol.iterator] as const;
const prototype = URLSearchParams.prototype as unknown as Record<string | symbol, (...args: unknown[]) => unknown>;
const original = new Map(METHODS.map((method) => [method, prototype[method]!]));

let context: TestContext;
let build: ServerBuild;
beforeAll(async () => {
  context = await openTestContext();
  build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as ServerBuild;
});
afterEach(() => {
  for (const [method, own] of original) prototype[method] = own;
});
afterAll(() => context.close());

/** Records which parameters of a page's URL are read from now on. `*` means all of them. */
function recordReads(): Set<string> {
  const read = new Set<string>();
  for (const [method, own] of original) {
    prototype[method] = function (this: URLSearchParams, ...args: unknown[]) {
      if (original.get('has')!.call(this, MARK)) {
        const readsName = method === 'get' || method === 'getAll' || method === 'has';
        read.add(readsName ? String(args[0]) : '*');
      }
      return own.apply(this, args);
    };
  }
  return read;
}

type BuildRoute = NonNullable<ServerBuild['routes'][string]>;
const getParent = (route: BuildRoute) => (route.parentId === undefined ? undefined : build.routes[route.parentId]);
const getPath = (route: BuildRoute): string => {
  const parent = getParent(route);
  return (parent ? getPath(parent) : '') + (route.path ? `/${route.path}` : '');
};
const isPage = (route: BuildRoute) => route.path !== undefined || (route.index === true && getPath(route) === '');

const declaredBy = (route: BuildRoute): readonly string[] | 'all' =>
  (route.module as { handle?: PageHandle }).handle?.parameters ?? [];

/** Fills in ids that don't exist, except for a real coach. */
const withIds = (path: string) =>
  path
    .replace('coaches/:id', `coaches/${coaches[0]!.id}`)
    .replace(/:\w+/g, '8d2e4523-0a5e-4a52-8d2b-0d6f5a2f0001')
    .replace('*', 'nowhere');

async function readsOf(path: string, query: string): Promise<string[]> {
  const render = createRequestHandler(build, 'production');
  const { renderForReader } = build.entry.module as unknown as typeof import('../web/entry.server.tsx');
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => context.app.request(input as string, init);
  const read = recordReads();
  const request = new Request(`http://localhost${path}?${MARK}=1${query}`);
  const response = await renderForReader({ fetch, mark: 'mark', translator: english }, (loads) =>
    render(request, loads),
  );
  await response.text();
  return [...read].filter((name) => !ROUTER_PARAMETERS.includes(name)).sort();
}

it('reads exactly the parameters that each page declares', async () => {
  const pages = Object.values(build.routes).filter((route) => route !== undefined && isPage(route));
  expect(pages.length).toBeGreaterThan(60);
  const parameters = [...new Set(pages.flatMap((page) => (declaredBy(page!) === 'all' ? [] : declaredBy(page!))))];
  const wrongPages: object[] = [];
  for (const page of pages) {
    const declaredNames = declaredBy(page!);
    if (declaredNames === 'all') continue;
    const path = withIds(getPath(page!)) || '/';
    const read = new Set([
      ...(await readsOf(path, '')),
      ...(await readsOf(path, parameters.map((n) => `&${n}=x`).join(''))),
    ]);
    const [undeclaredNames, unreadNames] = [
      [...read].filter((n) => !declaredNames.includes(n)),
      declaredNames.filter((n) => !read.has(n)),
    ];
    if (undeclaredNames.length + unreadNames.length > 0)
      wrongPages.push({ path, undeclared: undeclaredNames, unread: unreadNames });
  }
  expect(wrongPages).toEqual([]);
});
