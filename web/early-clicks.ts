import { enqueue } from './ui/serial-queue.ts';

declare global {
  interface Window {
    replayEarlyClicks?: (() => (() => void)[]) | undefined;
  }
}

/**
 * Inline script for the head that records clicks, ticks and submits until the page's script has loaded. Links, popovers
 * and forms with a `method` work natively; submitting any other form would only reload the page and lose the input.
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

/** Replays the recorded actions once the page has hydrated. */
export function replayEarlyClicks(): void {
  for (const act of window.replayEarlyClicks?.() ?? []) enqueue(act);
  window.replayEarlyClicks = undefined;
}
