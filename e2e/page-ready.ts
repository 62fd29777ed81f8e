import { type Browser, expect, type Locator, type Page, type Request, type Response } from '@playwright/test';
import { endpoints } from '../content/endpoints.ts';

/** Opens a page and waits until it's hydrated. From then on, every click is handled. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__reactFiber')),
  );
}

/**
 * Tracks a page's requests, except the live stream, which stays open.
 * @returns a function that waits until no request has been pending for half a second
 */
export function followRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  let lastAt = Date.now();
  const noteDone = (request: Request) => {
    if (pending.delete(request)) lastAt = Date.now();
  };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith(endpoints.live)) return;
    pending.add(request);
    lastAt = Date.now();
  });
  page.on('requestfinished', noteDone);
  page.on('requestfailed', noteDone);
  return () => expect.poll(() => pending.size === 0 && Date.now() - lastAt > 500, { intervals: [100] }).toBe(true);
}

/** Stores a session in the browser, as if left by an earlier visit. */
export async function storeSession(
  page: Page,
  session: { access_token?: string; user: { id: string } },
): Promise<void> {
  await page.addInitScript((settings) => {
    if (!sessionStorage.getItem('kept')) localStorage.setItem('planet-crew-auth', settings);
    sessionStorage.setItem('kept', 'once');
  }, JSON.stringify(session));
}

type Answer = { status?: number; json?: unknown };

/** Delays the response of a URL until the returned function provides it. */
export async function holdResponse(page: Page, address: string): Promise<(answer: Answer) => void> {
  let give: (answer: Answer) => void = () => {};
  const response = new Promise<Answer>((resolve) => {
    give = resolve;
  });
  await page.route(address, async (route) => route.fulfill(await response));
  return give;
}

/** Wait before a click that must not count as the second half of a double tap. */
export const SETTLED_MS = 800;

/** Clicks a button's position twice, no matter what's there the second time. */
export async function pressTwice(button: Locator, betweenMs: number): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await button.boundingBox())!;
  const { mouse } = button.page();
  await mouse.click(x + width / 2, y + height / 2);
  await button.page().waitForTimeout(betweenMs);
  await mouse.click(x + width / 2, y + height / 2);
}

export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: title });
  await expect(toast.last()).toBeVisible();
  if (text) await expect(toast.last()).toContainText(text);
}

/**
 * Returns how many kilobytes of script a page loads initially, over the wire.
 * @param waitUntilLoaded waits for scripts that load after the page itself
 */
export async function measureScriptKilobytes(
  browser: Browser,
  baseURL: string,
  path: string,
  waitUntilLoaded: (page: Page) => Promise<void> = async () => {},
): Promise<number> {
  // A separate context, so nothing is served from a cache.
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const scripts: Response[] = [];
  page.on('response', (response) => response.request().resourceType() === 'script' && scripts.push(response));
  // A hydrated page prefetches the manifest of its links, so all its scripts have loaded by then.
  await Promise.all([page.waitForResponse(/\/__manifest\?/), page.goto(path)]);
  await waitUntilLoaded(page);
  const sizes = await Promise.all(scripts.map((response) => response.request().sizes()));
  await context.close();
  return sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0) / 1000;
}
