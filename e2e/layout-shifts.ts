import type { Page } from '@playwright/test';

/** A layout shift as the Layout Instability API scores it, with the elements that moved. */
export type LayoutShift = { value: number; moved: string[] };

/**
 * Records a page's layout shifts from now on. Call it before opening the page.
 * @returns a function that returns the shifts so far
 */
export async function recordLayoutShifts(page: Page): Promise<() => Promise<LayoutShift[]>> {
  await page.addInitScript(() => {
    type Entry = PerformanceEntry & { value: number; sources: { node: Node | null; currentRect: DOMRectReadOnly }[] };
    const shifts: LayoutShift[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Entry[]) {
        const moved = sources.map(
          ({ node, currentRect: { x, y } }) => `${node?.nodeName} ${node?.textContent?.slice(0, 30)} → ${x}, ${y}`,
        );
        shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifts: LayoutShift[] }).shifts);
}

export const sumLayoutShifts = (shifts: readonly LayoutShift[]): number =>
  shifts.reduce((sum, { value }) => sum + value, 0);
