import { describe, expect, it } from 'vitest';
import { computeValidUntil, createFactsCache } from './card-cache.rules.ts';

const at = (clock: string) => new Date(`2026-03-03T${clock}:00Z`);

describe('the match card cache', () => {
  const until = at('20:00').getTime();
  const createReader = (most?: number) => {
    let made = 0;
    const pages = createFactsCache<number>(most);
    return (who: string, facts: string, clock: string) =>
      pages.read(who, { facts, at: at(clock) }, async () => ({ value: ++made, until }));
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
    for (const who of ['anna', 'ben', 'anna', 'cleo']) await read(who, 'a', '12:00');
    expect(await read('anna', 'a', '12:00')).toBe(1);
    expect(await read('ben', 'a', '12:00')).toBe(4);
  });
});

describe('card expiry', () => {
  const session = { start: at('19:00').toISOString(), end: at('21:00').toISOString() };
  const mutual = { status: 'mutual', sessions: [session], closedAt: at('10:00') };
  const computeUntil = (clock: string) =>
    new Date(computeValidUntil([mutual], [{ next_sessions: [session] }], at(clock))).toISOString();

  it('expires a card when the next session starts, then when it ends', () => {
    expect(computeUntil('12:00')).toBe('2026-03-03T19:00:00.000Z');
    expect(computeUntil('19:00')).toBe('2026-03-03T21:00:00.000Z');
  });

  it('expires a card when the week changes and when feedback closes', () => {
    expect(computeUntil('21:00')).toBe('2026-03-09T00:00:00.000Z');
    const later = new Date('2026-03-17T20:00:00Z');
    expect(new Date(computeValidUntil([mutual], [], later)).toISOString()).toBe('2026-03-17T21:00:00.001Z');
  });
});
