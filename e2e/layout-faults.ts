import type { Page } from '@playwright/test';

/**
 * Runs in the page. Lists texts that are cut off or stick out of their box, also in closed selects, controls outside of
 * the window or on top of each other in the header, and sideways scrolling.
 */
function listFaults(): string[] {
  const faults = new Set<string>();
  // A phone's `innerWidth` grows with a page that's too wide.
  const width = document.documentElement.clientWidth;
  const controls = 'a[href], button, input, select, textarea, summary, [role=tab]';
  const boxes = `${controls}, label, th, td, .badge, .chip, .panel`;
  /** Minimum distance in pixels between a panel's edge and its texts. */
  const PANEL_PADDING = 8;
  const name = (element: Element) =>
    [element.parentElement, element]
      .map((one) => (one ? one.tagName.toLowerCase() + [...one.classList].map((it) => `.${it}`).join('') : ''))
      .join(' > ');
  const unread = 'script, style, svg, option, textarea';
  const quote = (text: string) => JSON.stringify(text.trim().replaceAll(/\s+/g, ' ').slice(0, 60));

  /** Lists an element and the ancestors that can cut it, from the inside out. */
  const listContainers = (from: Element) => {
    const found: { element: Element; style: CSSStyleDeclaration }[] = [];
    let position = 'static';
    for (let element: Element | null = from; element; element = element.parentElement) {
      const style = getComputedStyle(element);
      const isContainingBlock = position !== 'absolute' || style.position !== 'static' || style.transform !== 'none';
      if (isContainingBlock) {
        found.push({ element, style });
        position = style.position;
      }
      if (position === 'fixed') break;
    }
    return found;
  };
  const isForScreenReaders = (containers: ReturnType<typeof listContainers>) =>
    containers.some(({ style }) => style.clipPath.startsWith('inset(50%') || style.opacity === '0');
  const isScrollable = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
  const cutsOff = (overflow: string) => overflow === 'hidden' || overflow === 'clip';

  /** Returns whether a shortened text can be read in full elsewhere: in a title or label, or as another text. */
  const isReadElsewhere = (text: string, element: Element) => {
    const labels = [element.closest('[title]')?.getAttribute('title'), element.closest('[aria-label]')?.ariaLabel];
    return labels.some((label) => label?.includes(text)) || document.body.textContent!.split(text).length > 2;
  };

  const checkText = (text: Text, containers: ReturnType<typeof listContainers>) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter((line) => line.width > 0);
    if (lines.length === 0) return;
    const leftEdge = Math.min(...lines.map((line) => line.left));
    const right = Math.max(...lines.map((line) => line.right));
    // Letters don't fill their line, so a fifth of its height may stick out.
    const slack = lines[0]!.height / 5;
    const top = Math.min(...lines.map((line) => line.top)) + slack;
    const bottom = Math.max(...lines.map((line) => line.bottom)) - slack;
    const report = (what: string, element: Element) => faults.add(`${what}: ${name(element)} ${quote(text.data)}`);
    let isWithinX = true;
    let isWithinY = true;
    for (const { element, style } of containers) {
      if (element === document.body || element === document.documentElement) break;
      if (style.display === 'inline' || style.display === 'contents') continue;
      isWithinX &&= !isScrollable(style.overflowX);
      isWithinY &&= !isScrollable(style.overflowY);
      const box = element.getBoundingClientRect();
      const padding = element.matches('.panel') ? PANEL_PADDING : -1;
      const isWide = isWithinX && (leftEdge < box.left + padding || right > box.right - padding);
      const isHigh = isWithinY && (top < box.top || bottom > box.bottom);
      const isCut = (isWide && cutsOff(style.overflowX)) || (isHigh && cutsOff(style.overflowY));
      const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      if (isCut && !isShortened) return report('cut', element);
      if (isCut)
        return isReadElsewhere(text.data.replaceAll(/^\s*\[?|\]?\s*$/g, ''), element) || report('shortened', element);
      if ((isWide || isHigh) && element.matches(boxes)) return report('sticks out', element);
    }
    if (isWithinX && (leftEdge < -1 || right > width + 1)) report('outside of the window', text.parentElement!);
  };

  if (document.documentElement.scrollWidth > width + 1) faults.add('the page scrolls sideways');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const element = text.parentElement!;
    if (!text.data.trim() || element.closest(unread)) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const containers = listContainers(element);
    if (!isForScreenReaders(containers)) checkText(text, containers);
  }

  const visibleControls = [...document.querySelectorAll(controls)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  const elements = visibleControls.map((element) => ({ element, containers: listContainers(element) }));
  for (const { element, containers } of elements) {
    const { left, right } = element.getBoundingClientRect();
    const isReachable = containers.some(({ style }) => isScrollable(style.overflowX)) || isForScreenReaders(containers);
    // The invisible edge of a button without a frame may reach beyond the page's margin.
    const slack = element.matches('.btn-ghost') ? 8 : 1;
    if (!isReachable && (left < -slack || right > width + slack)) faults.add(`outside of the window: ${name(element)}`);
  }
  for (const select of document.querySelectorAll('select')) {
    const style = getComputedStyle(select);
    // A filter's select is invisible, and its text is in the chip below.
    if (!select.checkVisibility({ visibilityProperty: true }) || style.opacity === '0') continue;
    const pen = document.createElement('canvas').getContext('2d')!;
    pen.font = style.font;
    pen.letterSpacing = style.letterSpacing;
    const text = select.selectedOptions[0]?.label ?? '';
    const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    if (pen.measureText(text).width > room + 1) faults.add(`cut: ${name(select)} ${quote(text)}`);
  }
  for (const bar of document.querySelectorAll('.header, .player-nav, .protocol-nav')) {
    const elementsInBar = elements.map(({ element }) => element).filter((element) => bar.contains(element));
    for (const [index, element] of elementsInBar.entries())
      for (const other of elementsInBar.slice(index + 1)) {
        const [a, b] = [element.getBoundingClientRect(), other.getBoundingClientRect()];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 1 && !element.contains(other) && !other.contains(element))
          faults.add(`on top of each other: ${name(element)} and ${name(other)}`);
      }
  }
  return [...faults];
}

/** Returns what's cut off, covered or out of reach on a loaded page. */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  // Lays out the whole page, including the parts that browsers skip until they're near the window.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  // Transitions take a moment, even those that are shortened for reduced motion.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  return page.evaluate(listFaults);
}
