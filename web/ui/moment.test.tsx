import compile from 'icu-minify/compile';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { message, type Tag } from '../../messages/message.ts';
import { DeadlineMessage } from './moment.tsx';

const answer = message<{ squad: string; shown: string; deadline: Tag }>(
  'test.answer',
  compile('{squad}: {shown, select, date {answer by <deadline></deadline>.} other {answer <deadline></deadline>.}}'),
);
const until = new Date(Date.UTC(new Date().getUTCFullYear(), 10, 25, 21)).toISOString();

describe('DeadlineMessage', () => {
  it("uses the date's text until the scripts run", () => {
    const html = renderToStaticMarkup(<DeadlineMessage message={answer} values={{ squad: 'Neon' }} until={until} />);
    expect(html.replaceAll(/<[^>]*>/g, '')).toMatch(/^Neon: answer by \w{3}, Nov 25, 9:00 PM\.$/);
  });

  it('requires the other values of its message at compile time', () => {
    // @ts-expect-error: the squad is missing
    const withoutValues = () => <DeadlineMessage message={answer} until={until} />;
    expect(withoutValues).toBeDefined();
  });
});
