const CONTROLS = 'a, button, input, label, select, summary, textarea';

let lastPressed: Element | null = null;

/** Remembers which control was pressed, because some browsers don't focus buttons that are clicked. */
export function rememberPress({ target }: Event): void {
  lastPressed = target instanceof Element ? target.closest(CONTROLS) : null;
}

/** Returns the control that was pressed last, even if it's no longer on the page. */
export const readLastPress = (): Element | null => lastPressed;

/** Returns the control that the user acted on last and that's still on the page. */
export function findLastControl(): Element | null {
  if (lastPressed?.isConnected) return lastPressed;
  const { activeElement } = document;
  return activeElement === document.body ? null : activeElement;
}
