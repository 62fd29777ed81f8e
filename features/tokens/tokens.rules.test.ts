import { describe, expect, test } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { DAY_MINUTES, MINUTE_MS } from '../../time/units.ts';
import { formatChallenge, getEffectiveTier, getNextTier, getTier, isReadingLate } from './tokens.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);

describe('token tier', () => {
  test.each([
    [0, 'Basic'],
    [99_999, 'Basic'],
    [100_000, 'Premium'],
    [999_999, 'Premium'],
    [1_000_000, 'Elite'],
    [744_500_000, 'Elite'],
  ] as const)('maps %i tokens to %s', (tokens, tier) => {
    expect(getTier(tokens)).toBe(tier);
  });

  test('returns the next tier and how many tokens are missing', () => {
    expect(getNextTier(0)).toEqual({ name: 'Premium', missing: 100_000 });
    expect(getNextTier(100_000)).toEqual({ name: 'Elite', missing: 900_000 });
    expect(getNextTier(1_000_000)).toBeUndefined();
  });

  test('returns no tier a day after the last reading or without a reading', () => {
    expect(getEffectiveTier({ tokens: 100_000, readAt: ago(DAY_MINUTES - 1) }, now)).toBe('Premium');
    expect(getEffectiveTier({ tokens: 100_000, readAt: ago(DAY_MINUTES) }, now)).toBeNull();
    expect(getEffectiveTier({ tokens: null, readAt: null }, now)).toBeNull();
    expect(getEffectiveTier(undefined, now)).toBeNull();
  });

  test('marks a reading as late when the next one failed', () => {
    expect(isReadingLate({ tokens: 1, readAt: ago(9) }, now)).toBe(false);
    expect(isReadingLate({ tokens: 1, readAt: ago(10) }, now)).toBe(true);
    expect(isReadingLate({ tokens: null, readAt: null }, now)).toBe(false);
  });
});

test('names the site, account, wallet and time limit in the message and says it is not a transaction', () => {
  const text = formatChallenge(english, {
    host: 'planetcrew.example',
    account: 'nova@planetcrew.example',
    address: 'Wa11et',
    nonce: 'n0nce',
    expiresAt: now,
  });
  for (const part of [
    'planetcrew.example asks',
    'not a transaction',
    'Account: nova@',
    'Wa11et',
    'n0nce',
    '12:00:00',
  ]) {
    expect(text).toContain(part);
  }
});
