declare global {
  interface Window {
    replayEarlyClicks?: () => void;
  }
}

/**
 * Runs first of all, in the head: a page can be seen before its script is there, and a button that is pressed then
 * must not have been pressed for nothing. Links, forms and popovers work by themselves.
 */
export const earlyClicksScript = `(() => {
  const pressed = new Set();
  const keep = ({ target }) => {
    const button = target.closest?.('button');
    if (button && (!button.form || button.type === 'button') && !button.hasAttribute('popovertarget')) pressed.add(button);
  };
  addEventListener('click', keep, true);
  window.replayEarlyClicks = () => {
    removeEventListener('click', keep, true);
    for (const button of pressed) button.click();
    pressed.clear();
  };
})()`;

/** Presses once more what was pressed too early. For when the page has become alive. */
export function replayEarlyClicks(): void {
  window.replayEarlyClicks?.();
}
