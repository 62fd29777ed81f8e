import { enqueue } from './ui/serial-queue.ts';

declare global {
  interface Window {
    replayEarlyClicks?: (() => (() => void)[]) | undefined;
  }
}

/**
 * Runs first of all, in the head: a page can be seen before its script is there, and what is pressed, ticked or sent
 * then must not have been for nothing. Links, popovers and forms that name their method work by themselves; any other
 * form is the script's, and sending it would only load the page again without what was typed.
 */
export const earlyClicksScript = `(() => {
  const pressed = new Set(), ticked = new Map(), sent = new Map();
  const keepClick = ({ target }) => {
    if (target.matches?.('input[type=checkbox], input[type=radio]')) {
      ticked.delete(target);
      return void ticked.set(target, target.checked);
    }
    const button = target.closest?.('button');
    if (button && (!button.form || button.type === 'button') && !button.hasAttribute('popovertarget')) pressed.add(button);
  };
  const keepForm = (event) => {
    if (event.target.hasAttribute('method')) return;
    event.preventDefault();
    sent.set(event.target, event.submitter);
  };
  addEventListener('click', keepClick, true);
  addEventListener('submit', keepForm, true);
  window.replayEarlyClicks = () => {
    removeEventListener('click', keepClick, true);
    removeEventListener('submit', keepForm, true);
    return [
      ...[...ticked].map(([input, wanted]) => () => {
        input.checked = !wanted;
        input.click();
      }),
      ...[...pressed].map((button) => () => button.click()),
      ...[...sent].map(([form, submitter]) => () => form.isConnected && form.requestSubmit(submitter)),
    ];
  };
})()`;

/** Does once more what was done too early. For when the page has become alive. */
export function replayEarlyClicks(): void {
  for (const act of window.replayEarlyClicks?.() ?? []) enqueue(act);
  window.replayEarlyClicks = undefined;
}
