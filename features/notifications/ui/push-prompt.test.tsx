import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { PushStatus } from '../push/push.schema.ts';
import { PushPromptView } from './push-prompt.tsx';
import type { PushState } from './use-push.ts';

const pushStatus: PushStatus = { public_key: 'key', devices: [], most_devices: 10, consent: true };
const renderPrompt = (more: Partial<PushState>) => {
  const push: PushState = {
    ability: 'ready',
    pushStatus,
    on: false,
    busy: false,
    failure: undefined,
    turnOnHere: async () => {},
    turnOffDevice: async () => true,
    ...more,
  };
  const html = renderToString(
    <MemoryRouter>
      <PushPromptView push={push} why="Good for this." />
    </MemoryRouter>,
  );
  return { html, button: html.includes('<button') };
};

test.each([
  ['unknown', { ability: undefined }, 'Checking what this browser can do', false],
  ['unsupported', { ability: 'unsupported' }, 'Open Planet Crew in another browser', false],
  ['not installed', { ability: 'install-first' }, 'Add to Home Screen', false],
  ['denied', { ability: 'denied' }, 'set Notifications to “Allow”', false],
  ['off', {}, 'Good for this.', true],
  ['busy', { busy: true }, 'Asking your browser', true],
  ['failed', { failure: 'It was not to be.' }, 'It was not to be.', true],
  ['on', { on: true }, 'Push notifications are on in this browser.', false],
  [
    'on without consent',
    { on: true, pushStatus: { ...pushStatus, consent: false } },
    'You haven&#x27;t agreed to be contacted',
    false,
  ],
] as [string, Partial<PushState>, string, boolean][])(
  'shows the next step when push is %s',
  (_state, more, text, button) => {
    const found = renderPrompt(more);
    expect(found.html).toContain(text);
    expect(found.button).toBe(button);
  },
);

test('announces a failure and ignores taps on a busy button', () => {
  expect(renderPrompt({ failure: 'No.' }).html).toContain('role="alert"');
  expect(renderPrompt({ busy: true }).html).toContain('aria-busy="true"');
});
