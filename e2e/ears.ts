import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    spoken: string[];
  }
}

/** Notes what a screen reader would be told: what is added to live regions that are not inert at that moment. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const REGIONS = '[aria-live]:not([aria-live=off]), [role=status], [role=alert]';
    window.spoken = [];
    const note = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      const alert =
        node instanceof Element ? (node.matches('[role=alert]') ? node : node.querySelector('[role=alert]')) : null;
      const region = alert ?? element?.parentElement?.closest(REGIONS) ?? null;
      const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
      if (!region || (modal && !modal.contains(region)) || region.closest('[aria-busy=true]')) return;
      const said = element?.querySelector('.toast-body') ?? alert ?? element;
      const text = [...(said?.querySelectorAll('.toast-title, .toast-text') ?? [])].map((part) => part.textContent);
      const words = (text.length > 0 ? text.join(' ') : (said?.textContent ?? '')).trim();
      if (words) window.spoken.push(words);
    };
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) note(node);
    }).observe(document, { childList: true, subtree: true });
  });
}

/** What has the focus, as a screen reader names it: role and words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement;
    if (!active || active === document.body) return 'nothing';
    const named = active.getAttribute('aria-label') ?? active.getAttribute('aria-labelledby');
    const words = named && document.getElementById(named) ? document.getElementById(named)!.textContent : named;
    const label = active.id ? document.querySelector(`label[for="${CSS.escape(active.id)}"]`)?.textContent : undefined;
    return `${active.tagName.toLowerCase()}: ${(words ?? label ?? active.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60)}`;
  });

/** One thing that people set off, where the focus stands afterwards, and what is said of it. */
export type Transition = {
  does: string;
  press: (page: Page) => Promise<unknown>;
  /** Role and words of what has the focus afterwards. */
  focus: RegExp;
  /** What is said, once; nothing where the focus itself says it. */
  says?: RegExp;
};

/** Does it and looks where the focus has gone and what was said: once, and not before it was so. */
export async function walk(page: Page, { does, press, focus, says }: Transition): Promise<void> {
  await page.evaluate(() => window.spoken.splice(0));
  await press(page);
  const heard = () => page.evaluate(() => window.spoken);
  if (says) await expect.poll(async () => (await heard()).filter((words) => says.test(words)).length, does).toBe(1);
  await expect.poll(() => focused(page), does).toMatch(focus);
  // Nothing is said twice, by whatever came later.
  const all = await heard();
  expect(
    all.filter((words, at) => all.indexOf(words) !== at),
    `${does}: said twice`,
  ).toEqual([]);
}
