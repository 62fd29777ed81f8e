import { type Browser, expect, type Locator, type Page, type Request, type Response } from '@playwright/test';
import { endpoints } from '../content/endpoints.ts';

/** Opens a page and waits until its script has taken over: from then on every press is heard. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__reactFiber')),
  );
}

/**
 * Follows what a page asks for. The stream of news stays open as long as somebody is signed in, and does not count.
 * @returns how to wait until everything has been answered, for half a second
 */
export function followRequests(page: Page): () => Promise<void> {
  const waiting = new Set<Request>();
  let lastAt = Date.now();
  const done = (request: Request) => {
    if (waiting.delete(request)) lastAt = Date.now();
  };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith(endpoints.live)) return;
    waiting.add(request);
    lastAt = Date.now();
  });
  page.on('requestfinished', done);
  page.on('requestfailed', done);
  return () => expect.poll(() => waiting.size === 0 && Date.now() - lastAt > 500, { intervals: [100] }).toBe(true);
}

/** Puts a session into the browser as an earlier visit left it. */
export async function storeSession(page: Page, session: { user: { id: string } }): Promise<void> {
  await page.addInitScript((kept) => {
    if (!sessionStorage.getItem('kept')) localStorage.setItem('planet-crew-auth', kept);
    sessionStorage.setItem('kept', 'once');
  }, JSON.stringify(session));
}

type Answer = { status?: number; json?: unknown };

/** Holds back the answer of one address until it is given. */
export async function holdResponse(page: Page, address: string): Promise<(answer: Answer) => void> {
  let give: (answer: Answer) => void = () => {};
  const given = new Promise<Answer>((resolve) => {
    give = resolve;
  });
  await page.route(address, async (route) => route.fulfill(await given));
  return give;
}

/** Longer than a page takes a press for the second half of the one before. */
export const SETTLED_MS = 800;

/** Presses where a button stands, and again there, whatever stands there by then. */
export async function pressTwice(button: Locator, betweenMs: number): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await button.boundingBox())!;
  const { mouse } = button.page();
  await mouse.click(x + width / 2, y + height / 2);
  await button.page().waitForTimeout(betweenMs);
  await mouse.click(x + width / 2, y + height / 2);
}

/** The toast with this title and text. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: title });
  await expect(toast.last()).toBeVisible();
  if (text) await expect(toast.last()).toContainText(text);
}

/**
 * How much script a page brings at first load, as it comes over the wire.
 * @param loaded waits for what comes later than the page itself
 */
export async function scriptKilobytes(
  browser: Browser,
  baseURL: string,
  path: string,
  loaded: (page: Page) => Promise<void> = async () => {},
): Promise<number> {
  // A context of its own: nothing may come out of a cache.
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const scripts: Response[] = [];
  page.on('response', (response) => response.request().resourceType() === 'script' && scripts.push(response));
  // Alive, a page asks what is behind its links; by then all of its scripts have come.
  await Promise.all([page.waitForResponse(/\/__manifest\?/), page.goto(path)]);
  await loaded(page);
  const sizes = await Promise.all(scripts.map((response) => response.request().sizes()));
  await context.close();
  return sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0) / 1000;
}
