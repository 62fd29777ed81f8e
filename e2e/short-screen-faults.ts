import { expect, type Page } from '@playwright/test';

/** Maximum share of the window's height that fixed and sticky parts may take up. */
const STICKY_SHARE = 0.2;

/** Runs in the page. Lists the parts that stay in place while the page scrolls, and their positions. */
async function listStickyParts(): Promise<{ name: string; top: number; bottom: number }[]> {
  const { innerHeight, innerWidth } = window;
  const findParts = () =>
    [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { position, zIndex, clipPath } = getComputedStyle(element);
      if (position !== 'fixed' && position !== 'sticky') return false;
      // Dialogs and toasts come and go; decoration is behind the page.
      if (element.closest('dialog, [popover]') || Number(zIndex) < 0 || clipPath.startsWith('inset(50%')) return false;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
      const { width, height } = element.getBoundingClientRect();
      // Narrow parts are beside the content, not above or below it.
      return height > 0 && width > innerWidth / 2;
    });
  const isInScroller = (element: HTMLElement) => {
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement)
      if (/auto|scroll|hidden/.test(getComputedStyle(one).overflowY)) return true;
    return false;
  };
  const scrollTo = (top: number) =>
    new Promise<void>((resolve) => {
      window.scrollTo({ top, behavior: 'instant' });
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    });
  const middle = (document.documentElement.scrollHeight - innerHeight) / 2;
  await scrollTo(middle);
  const parts = findParts().filter(
    (element) => getComputedStyle(element).position === 'fixed' || !isInScroller(element),
  );
  const before = parts.map((element) => element.getBoundingClientRect().top);
  await scrollTo(middle + 24);
  return parts.flatMap((element, index) => {
    const { top, bottom } = element.getBoundingClientRect();
    const isStuck = getComputedStyle(element).position === 'fixed' || Math.abs(top - before[index]!) < 2;
    if (!isStuck || bottom <= 0 || top >= innerHeight) return [];
    return [
      { name: element.className || element.tagName, top: Math.max(0, top), bottom: Math.min(innerHeight, bottom) },
    ];
  });
}

/** Expects the parts that stay in place while the page scrolls to leave most of the window to the content. */
export async function expectLittleSticky(page: Page, screen: string): Promise<void> {
  const parts = await page.evaluate(listStickyParts);
  const { height } = page.viewportSize()!;
  let covered = 0;
  let last = 0;
  for (const { top, bottom } of parts.toSorted((one, other) => one.top - other.top)) {
    covered += Math.max(0, bottom - Math.max(top, last));
    last = Math.max(last, bottom);
  }
  expect.soft(covered / height, `${screen}: ${JSON.stringify(parts)}`).toBeLessThanOrEqual(STICKY_SHARE);
}

/** Expects that the page doesn't scroll sideways. */
export async function expectNoSidewaysScrolling(page: Page, screen: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Presses Tab and returns the focused elements that something else covers. */
export async function findCoveredFocus(page: Page, presses: number): Promise<string[]> {
  const covered: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(async () => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      // The browser scrolls to the element in the next frame, and parts above it may still change their height.
      for (let position = Number.NaN, frames = 0; position !== element.getBoundingClientRect().top && frames < 60; ) {
        position = element.getBoundingClientRect().top;
        frames += 3;
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      }
      const { left, top, width, height } = element.getBoundingClientRect();
      // Taller elements don't fit on the screen, and in a text area, browsers scroll only to the caret.
      if (height > window.innerHeight / 2 || element.matches('textarea')) return undefined;
      const points = [0.25, 0.5, 0.75].map((share) =>
        document.elementFromPoint(left + width / 2, top + height * share),
      );
      const isSeen = points.every((one) => one && (element.contains(one) || one.contains(element)));
      const label = element.querySelector('*') ?? element.nextElementSibling;
      return isSeen || label?.contains(points[1] ?? null)
        ? undefined
        : `${element.tagName} ${element.textContent || element.ariaLabel} below ${points.map((one) => one?.className).join()}`;
    });
    if (name) covered.push(name);
  }
  return covered;
}

/** Expects the open dialog's buttons to be inside the window, and its title, text and buttons not to overlap. */
export async function expectActionsInSight(page: Page, screen: string): Promise<void> {
  const dialog = page.locator('dialog:modal').last();
  await expect(dialog).toBeVisible();
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  const faults = await dialog.evaluate((element) => {
    const found: string[] = [];
    const controls = '.dialog-head button, .dialog-foot :is(button, a), button[type=submit], .check-press button';
    const buttons = [...element.querySelectorAll<HTMLElement>(controls)].filter((one) => one.checkVisibility());
    for (const one of buttons) {
      const { top, bottom, left, right } = one.getBoundingClientRect();
      const { x, y } = { x: (left + right) / 2, y: (top + bottom) / 2 };
      const isInside = top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth;
      const hit = document.elementFromPoint(x, y);
      if (!isInside || !(hit && one.contains(hit))) found.push(`out of sight: ${one.textContent || one.ariaLabel}`);
    }
    const areas = ['.dialog-head', '.dialog-body', '.dialog-foot']
      .flatMap((name) => [...element.querySelectorAll(`:scope > ${name}`)])
      .filter((one) => one.checkVisibility())
      .map((one) => [one.className, one.getBoundingClientRect()] as const);
    for (const [index, [name, one]] of areas.entries())
      for (const [other, two] of areas.slice(index + 1)) {
        const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        if (across > 1 && down > 1) found.push(`on top of each other: ${name} and ${other}`);
      }
    return found;
  });
  expect.soft(faults, screen).toEqual([]);
}
