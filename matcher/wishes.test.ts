import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultRules } from './default-rules.ts';
import type { Pool, PoolPlayer } from './matcher-schema.ts';
import { runMatcher } from './run.ts';
import { scoreSquad } from './score.ts';
import { createPlayerArbitrary, weekArbitrary } from './test-arbitraries.ts';
import { whyNot } from './why-not.ts';
import { encodeWishes } from './wishes.ts';

const court = fc.constantFrom('street', 'arena', null);
const wishesArbitrary = (ids: number) =>
  fc.tuple(
    ...Array.from({ length: ids }, (_, i) =>
      fc
        .tuple(createPlayerArbitrary(`p${i}`), court, fc.constantFrom('day', null))
        .map(([player, court, light]): PoolPlayer => ({ ...player, party: null, wishes: { court, light } })),
    ),
  );

const areCompatible = (members: readonly PoolPlayer[], name: string) =>
  new Set(members.map(({ wishes }) => wishes[name]).filter((word) => word != null)).size <= 1;

describe('wish matching', () => {
  test('never mixes different wishes in a squad or pair', () => {
    fc.assert(
      fc.property(wishesArbitrary(40), weekArbitrary, (players, weekOf) => {
        const pool: Pool = { weekOf, players, forbiddenGroups: [] };
        const { squads, pairs } = runMatcher(pool, defaultRules, { seed: 1, effort: 'full' });
        for (const { members } of [...squads, ...pairs]) {
          const group = players.filter(({ id }) => members.includes(id));
          expect(areCompatible(group, 'court') && areCompatible(group, 'light')).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  const createFive = (wishes: (string | null)[]): PoolPlayer[] =>
    defaultRules.seats.map((seat, i) => ({
      ...fc.sample(createPlayerArbitrary(`p${i}`), { numRuns: 1, seed: 4 })[0]!,
      platform: 'PS5',
      region: 'EU',
      positions: [seat],
      rating: 85,
      modes: ['Rec'],
      languages: ['English'],
      timezone: 'UTC',
      windows: [{ days: ['Mon', 'Tue'], start: '18:00', end: '23:00' }],
      party: null,
      waiting: 0,
      wants: ['squad'],
      wishes: { court: wishes[i] ?? null },
    }));

  test('matches any wish when a player leaves theirs open', () => {
    expect(scoreSquad(createFive(['street', null, 'street', null]), defaultRules, '2026-03-02')).toMatchObject({
      valid: true,
      problems: [],
    });
    expect(scoreSquad(createFive(['street', null, 'arena']), defaultRules, '2026-03-02')).toMatchObject({
      valid: false,
      problems: ['they want different things'],
    });
  });

  test('has no effect when no player has a wish', () => {
    const players = createFive([]);
    const withoutWishes = players.map((player) => ({ ...player, wishes: {} }));
    const score = (group: PoolPlayer[]) => scoreSquad(group, defaultRules, '2026-03-02');
    expect(score(players)).toEqual(score(withoutWishes));
    expect(encodeWishes(players).masks).toEqual([]);
  });

  test('reports a wish as the reason why a player is left out', () => {
    const players = createFive(['street', 'arena', 'arena', 'arena', 'arena']);
    const pool: Pool = { weekOf: '2026-03-02', players, forbiddenGroups: [] };
    const result = runMatcher(pool, defaultRules, { seed: 1, effort: 'full' });
    expect(whyNot('p0', pool, defaultRules, result).facts).toMatchObject({ constraint: 'wish', lifted: 4 });
  });

  test('throws when there are too many wishes to encode', () => {
    const players = Array.from({ length: 33 }, (_, i) => ({
      ...createFive([])[0]!,
      id: `p${i}`,
      wishes: { court: `court ${i}` },
    }));
    expect(() => encodeWishes(players)).toThrow(RangeError);
    expect(encodeWishes(players.slice(1)).masks).toEqual([-1]);
  });
});
