/** Elements that may remain when an action removes its own button. The innermost one gets the focus. */
const PLACE_SELECTOR = '[data-focus-place], article, li, section, fieldset, form, dialog, [role=tabpanel], main';
const HEADINGS = 'h1, h2, h3, legend';
/** Transient messages. After an action in one of them, the focus returns to the previous element. */
const TEMPORARY_SELECTOR = '[data-focus-passing]';
const CONTROLS = 'a, button, input, select, textarea, summary';

const isGone = (element: Element) =>
  !element.isConnected || (element as HTMLButtonElement).disabled || !element.checkVisibility();

function listAncestors(element: Element): Element[] {
  const path: Element[] = [];
  for (let index = element.parentElement; index; index = index.parentElement) path.push(index);
  return path;
}

/**
 * Returns whether a legend is only for screen readers. If it had the focus, nobody could see where the focus is. The
 * legend's group has the same name, so it can take the focus instead.
 */
const isHiddenLegend = (element: HTMLElement) => element.matches('legend') && element.offsetWidth <= 1;

let isKeeping = false;

type Focused = { element: HTMLElement; path: readonly Element[] };

/**
 * Finds where to move the focus when the focused element is gone.
 * @param path its former ancestors, the nearest first
 * @returns the heading of the nearest remaining place, or the place itself
 */
function findFocusTarget(path: readonly Element[]): HTMLElement | undefined {
  const visibleElements = path.filter((one) => one.isConnected && one.checkVisibility());
  const place = visibleElements.find((one) => one.matches(PLACE_SELECTOR)) ?? document.querySelector('main');
  if (!(place instanceof HTMLElement)) return undefined;
  if (place.matches('[data-focus-place], li, article, form')) return place;
  const heading = place.querySelector<HTMLElement>(HEADINGS);
  return heading?.checkVisibility() && !isHiddenLegend(heading) ? heading : place;
}

/**
 * Restores the focus when an action removes its own button. Otherwise the focus would jump to the start of the page,
 * and screen readers would announce nothing. The focus moves to a place nearby: an element with `data-focus-place`, the
 * card, the list or the section's heading. Active from the first call for as long as the page is open.
 * @param targets target of the first press and its ancestors, the nearest first
 */
export function keepFocus(targets: readonly EventTarget[]): void {
  if (isKeeping) return;
  isKeeping = true;
  let last: Focused | undefined;
  let before: Focused | undefined;
  let frame = 0;

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    if (last && target.closest(TEMPORARY_SELECTOR) && !last.element.closest(TEMPORARY_SELECTOR)) before = last;
    last = { element: target, path: listAncestors(target) };
  };
  // A click outside any control removes the focus on purpose.
  const onPress = ({ target }: PointerEvent) => {
    if (!(target as Element).closest?.('a, button, input, select, textarea, summary, label, [tabindex]'))
      last = undefined;
  };
  const onFocusLost = () => {
    const { activeElement } = document;
    if (last === undefined || !isGone(last.element)) return false;
    // The browser takes the focus from a hidden element only with its next frame, and nothing may change after that.
    return !activeElement || activeElement === document.body || activeElement === last.element;
  };
  const restoreFocus = () => {
    frame = 0;
    if (!onFocusLost() || !last) return;
    const { path } = last;
    const previousFocus = path.some((one) => one.matches(TEMPORARY_SELECTOR)) ? before : undefined;
    if (previousFocus && !isGone(previousFocus.element)) return previousFocus.element.focus({ preventScroll: true });
    const target = findFocusTarget(previousFocus?.path ?? path);
    if (!target) return;
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    // Wait two frames, because the page's own focus handling takes precedence.
    if (!frame && onFocusLost()) frame = requestAnimationFrame(() => requestAnimationFrame(restoreFocus));
  });
  const { activeElement: first } = document;
  if (first instanceof HTMLElement && first !== document.body) last = { element: first, path: listAncestors(first) };
  else {
    const path = targets.filter((one) => one instanceof HTMLElement);
    const index = path.findIndex((one) => one.matches(CONTROLS));
    if (path[index]) last = { element: path[index], path: path.slice(index + 1) };
    if (onFocusLost()) restoreFocus();
  }
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPress);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  });
}
