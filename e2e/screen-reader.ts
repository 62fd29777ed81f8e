import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { SETTLED_MS } from './page-ready.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

declare global {
  interface Window {
    announcements: string[];
  }
}

/** Records what a screen reader would announce: content added to live regions that aren't inert at that moment. */
async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const REGIONS = '[aria-live], [role=status], [role=alert], [role=log]';
    window.announcements = [];
    const noteText = (node: Node, announcedNodes: Set<Element>) => {
      const element = node instanceof Element ? node : node.parentElement;
      const alert =
        node instanceof Element ? (node.matches('[role=alert]') ? node : node.querySelector('[role=alert]')) : null;
      const isOff = (one: Element) => one.getAttribute('aria-live') === 'off';
      if (!alert && element && isOff(element)) return;
      // A region inserted together with its text isn't announced. Text inserted into an existing region is.
      const within = node.parentElement?.closest(REGIONS);
      const region = alert ?? (within && !isOff(within) ? within : null);
      const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
      if (!region || (modal && !modal.contains(region)) || region.closest('[aria-busy=true]')) return;
      const source = element?.querySelector('.toast-body') ?? alert ?? element;
      // A message may arrive in several pieces but is announced only once.
      if (source && announcedNodes.has(source)) return;
      if (source) announcedNodes.add(source);
      const text = [...(source?.querySelectorAll('.toast-title, .toast-text') ?? [])].map((part) => part.textContent);
      const spokenText = (text.length > 0 ? text.join(' ') : (source?.textContent ?? '')).trim();
      if (spokenText) window.announcements.push(spokenText);
    };
    new MutationObserver((records) => {
      const announcedNodes = new Set<Element>();
      for (const { addedNodes } of records) for (const node of addedNodes) noteText(node, announcedNodes);
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Returns the focused element's tag and accessible name. */
const getFocused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement;
    if (!active || active === document.body) return 'nothing';
    const accessibleName = active.getAttribute('aria-label') ?? active.getAttribute('aria-labelledby');
    const labelText =
      accessibleName && document.getElementById(accessibleName)
        ? document.getElementById(accessibleName)!.textContent
        : accessibleName;
    const label = active.id ? document.querySelector(`label[for="${CSS.escape(active.id)}"]`)?.textContent : undefined;
    return `${active.tagName.toLowerCase()}: ${(labelText ?? label ?? active.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60)}`;
  });

/** An action with the expected focus and announcement. */
export type Transition = {
  does: string;
  press: (page: Page) => Promise<unknown>;
  /** Tag and name of the element focused afterwards. */
  focus: RegExp;
  /** The announcement, expected exactly once; omitted when the focus change alone is enough. */
  announces?: RegExp;
};

/** Performs the action and checks the focus and the announcement, which must be made exactly once. */
async function runTransition(page: Page, { does, press, focus, announces: announcedText }: Transition): Promise<void> {
  await page.evaluate(() => window.announcements.splice(0));
  await press(page);
  const readAnnouncements = () => page.evaluate(() => window.announcements);
  if (announcedText)
    await expect
      .poll(async () => (await readAnnouncements()).filter((words) => announcedText.test(words)), does)
      .toHaveLength(1);
  await expect.poll(() => getFocused(page), does).toMatch(focus);
  // Nothing may be announced twice.
  const all = await readAnnouncements();
  expect(
    all.filter((words, index) => all.indexOf(words) !== index),
    `${does}: said twice`,
  ).toEqual([]);
}

/** Opens a page in the user's own browser context and records announcements. */
export async function openWithRecorder(browser: Browser, { email }: { email: string }, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await recordAnnouncements(page);
  await signInWithPassword(page, email, undefined, path);
  return page;
}

/** Clicks a button in the main content or another part. */
export const pressButton = (name: string | RegExp, within?: (page: Page) => Locator) => (page: Page) =>
  (within?.(page) ?? page.locator('main'))
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

/** Clicks a button after a pause, so that the click doesn't count as the second half of a double tap. */
export const pressSettledButton = (name: string) => async (page: Page) => {
  await expect(page.locator('main').getByRole('button', { name, exact: true }).first()).toBeVisible();
  await page.waitForTimeout(SETTLED_MS);
  await pressButton(name)(page);
};

/** Clicks a button in the open dialog. */
export const pressInDialog = (name: string) => pressButton(name, (page) => page.locator('dialog:modal'));

/** Runs the transitions in order on one page. */
export async function runTransitionsOn(page: Page, table: readonly Transition[]): Promise<void> {
  for (const transition of table) await test.step(transition.does, () => runTransition(page, transition));
}

/** Runs the transitions in order on one page and closes it. */
export async function runTransitionsAndClose(page: Page, table: readonly Transition[]): Promise<void> {
  await runTransitionsOn(page, table);
  await page.context().close();
}
