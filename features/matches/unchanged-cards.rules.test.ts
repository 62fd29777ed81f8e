import { describe, expect, it } from 'vitest';
import { computeValidUntil, createFactsCache } from './card-cache.rules.ts';

const timeAt = (clock: string) => new Date(`2026-03-03T${clock}:00Z`);

describe('the match card cache', () => {
  const until = timeAt('20:00').getTime();
  const createReader = (most?: number) => {
    let n = 0;
    const pages = createFactsCache<number>(most);
    return (userId: string, facts: string, clock: string) =>
      pages.read(userId, { facts, at: timeAt(clock) }, async () => ({ value: ++n, until }));
  };

  it('reuses cards until their facts or reader change or they expire', async () => {
    const read = createReader();
    expect(await read('anna', 'a', '12:00')).toBe(1);
    expect(await read('anna', 'a', '19:59')).toBe(1);
    expect(await read('ben', 'a', '19:59')).toBe(2);
    expect(await read('anna', 'b', '19:59')).toBe(3);
    expect(await read('anna', 'b', '20:00')).toBe(4);
  });

  it('rebuilds cards when the clock is set back', async () => {
    const read = createReader();
    await read('anna', 'a', '12:00');
    expect(await read('anna', 'a', '11:59')).toBe(2);
  });

  it('evicts the cards of the least recently active readers', async () => {
    const read = createReader(2);
    for (const user of ['anna', 'ben', 'anna', 'cleo']) await read(user, 'a', '12:00');
    expect(await read('anna', 'a', '12:00')).toBe(1);
    expect(await read('ben', 'a', '12:00')).toBe(4);
  });
});

describe('card expiry', () => {
  const session = { start: timeAt('19:00').toISOString(), end: timeAt('21:00').toISOString() };
  const mutualMatch = { status: 'mutual', sessions: [session], closedAt: timeAt('10:00') };
  const computeUntil = (clock: string) =>
    new Date(computeValidUntil([mutualMatch], [{ next_sessions: [session] }], timeAt(clock))).toISOString();

  it('happens when the next session starts, then when it ends', () => {
    expect(computeUntil('12:00')).toBe('2026-03-03T19:00:00.000Z');
    expect(computeUntil('19:00')).toBe('2026-03-03T21:00:00.000Z');
  });

  it('happens when the week changes and when feedback closes', () => {
    expect(computeUntil('21:00')).toBe('2026-03-09T00:00:00.000Z');
    const laterTime = new Date('2026-03-17T20:00:00Z');
    expect(new Date(computeValidUntil([mutualMatch], [], laterTime)).toISOString()).toBe('2026-03-17T21:00:00.001Z');
  });
});
