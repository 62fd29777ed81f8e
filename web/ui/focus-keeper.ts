/** What an action may leave behind without its button, from the nearest outwards: there the focus goes. */
const PLACES = '[data-focus-place], article, li, section, fieldset, form, dialog, [role=tabpanel], main';
const HEADINGS = 'h1, h2, h3, legend';
/** Messages that pass: whoever pressed something in them goes back to where they were before. */
const PASSING = '[data-focus-passing]';
const CONTROLS = 'a, button, input, select, textarea, summary';

const isGone = (element: Element) =>
  !element.isConnected || (element as HTMLButtonElement).disabled || !element.checkVisibility();

function pathOf(element: Element): Element[] {
  const path: Element[] = [];
  for (let at = element.parentElement; at; at = at.parentElement) path.push(at);
  return path;
}

let keeps = false;

type Focused = { element: HTMLElement; path: readonly Element[] };

/**
 * Where the focus goes when what had it is gone.
 * @param path its ancestors as they were, the nearest first
 * @returns the heading of the nearest place that is left, or the place itself
 */
function findFocusTarget(path: readonly Element[]): HTMLElement | undefined {
  const left = path.filter((one) => one.isConnected && one.checkVisibility());
  const place = left.find((one) => one.matches(PLACES)) ?? document.querySelector('main');
  if (!(place instanceof HTMLElement)) return undefined;
  if (place.matches('[data-focus-place], li, article, form')) return place;
  const heading = place.querySelector<HTMLElement>(HEADINGS);
  return heading?.checkVisibility() ? heading : place;
}

/**
 * Whoever presses a button that its own effect takes away would stand at the beginning of the page, and hear nothing of
 * it. This gives the focus a place near by: what carries `data-focus-place`, the card, the list, the section's heading.
 * From the first call on, for as long as the page is open.
 * @param pressed what the first press was on and all around it, the nearest first
 */
export function keepFocus(pressed: readonly EventTarget[]): void {
  if (keeps) return;
  keeps = true;
  let last: Focused | undefined;
  let before: Focused | undefined;
  let frame = 0;

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    if (last && target.closest(PASSING) && !last.element.closest(PASSING)) before = last;
    last = { element: target, path: pathOf(target) };
  };
  // A press beside everything takes the focus away on purpose.
  const onPress = ({ target }: PointerEvent) => {
    if (!(target as Element).closest?.('a, button, input, select, textarea, summary, label, [tabindex]'))
      last = undefined;
  };
  const onFocusLost = () => {
    const { activeElement } = document;
    return last !== undefined && (!activeElement || activeElement === document.body) && isGone(last.element);
  };
  const restoreFocus = () => {
    frame = 0;
    if (!onFocusLost() || !last) return;
    const { path } = last;
    const back = path.some((one) => one.matches(PASSING)) ? before : undefined;
    if (back && !isGone(back.element)) return back.element.focus({ preventScroll: true });
    const target = findFocusTarget(back?.path ?? path);
    if (!target) return;
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    // Two frames later: what the page itself does about the focus comes first.
    if (!frame && onFocusLost()) frame = requestAnimationFrame(() => requestAnimationFrame(restoreFocus));
  });
  const { activeElement: first } = document;
  if (first instanceof HTMLElement && first !== document.body) last = { element: first, path: pathOf(first) };
  else {
    const path = pressed.filter((one) => one instanceof HTMLElement);
    const at = path.findIndex((one) => one.matches(CONTROLS));
    if (path[at]) last = { element: path[at], path: path.slice(at + 1) };
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
