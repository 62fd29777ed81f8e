import compile from 'icu-minify/compile';
import { describe, expect, it } from 'vitest';
import { english, lazyText, translate } from './lazy-text.ts';
import { message } from './message.ts';

const minutes = message<{ count: number }>(
  'test.minutes',
  compile('{count, plural, one {# minute} other {# minutes}}'),
);
const tryAgain = message<{ wait: string }>('test.tryAgain', compile('Try again in {wait}.'));

describe('translate', () => {
  it('also translates lazy values', () => {
    expect(translate(english, lazyText(tryAgain, { wait: lazyText(minutes, { count: 5 }) }))).toBe(
      'Try again in 5 minutes.',
    );
    expect(translate(english, lazyText(tryAgain, { wait: 'an hour' }))).toBe('Try again in an hour.');
  });

  it('formats values that are functions for the reader', () => {
    const text = lazyText(tryAgain, { wait: ({ locale }) => `${locale} minutes` });
    expect(translate(english, text)).toBe('Try again in en minutes.');
  });

  it('rejects a lazy number at compile time', () => {
    // @ts-expect-error: a plural needs a number
    const nestText = () => lazyText(minutes, { count: lazyText(minutes, { count: 1 }) });
    expect(nestText).toBeDefined();
  });
});
