import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultRules } from './default-rules.ts';
import { compilePool, rescue, runMatcher, scoreSquad, whyNot } from './run.ts';
import { poolArbitrary } from './test-arbitraries.ts';

describe('rescue', () => {
  test('offers exactly those who make the squad valid again, best first', () => {
    let offered = 0;
    fc.assert(
      fc.property(poolArbitrary(12, 25, false), (random) => {
        // Made to go together in most respects, so that there are squads and substitutes.
        const easy = { crossplay: true, languages: ['English'], region: 'EU', wants: ['squad' as const] };
        const pool = { ...random, players: random.players.map((player) => ({ ...player, ...easy })) };
        const { squads } = runMatcher(pool, defaultRules, { seed: 1, effort: 'quick' });
        const squad = squads[0];
        if (!squad) return;
        const lost = squad.members.at(-1)!;
        const remaining = squad.members.slice(0, -1);
        const seat = squad.positions[lost]!;
        const found = rescue({ remaining, seat }, pool, defaultRules, { limit: 99, exclude: new Set([lost]) });
        offered += found.length;
        const byId = new Map(pool.players.map((player) => [player.id, player]));
        const expected = pool.players.filter(
          (player) =>
            !squad.members.includes(player.id) &&
            player.wants.includes('squad') &&
            player.positions.includes(seat) &&
            scoreSquad([...remaining.map((id) => byId.get(id)!), player], defaultRules, pool.weekOf).valid,
        );
        expect(found.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
        for (let i = 1; i < found.length; i++) expect(found[i]!.value).toBeLessThanOrEqual(found[i - 1]!.value);
        for (const { id, squad: made } of found) expect(made.members.slice().sort()).toEqual([...remaining, id].sort());
        expect(
          rescue({ remaining, seat }, compilePool(pool, defaultRules), defaultRules, {
            limit: 99,
            exclude: new Set([lost]),
          }),
        ).toEqual(found);
      }),
      { numRuns: 300 },
    );
    expect(offered).toBeGreaterThan(20);
  });
});

describe('why not', () => {
  test('names what the own profile lacks before what others have', () => {
    const [random] = fc.sample(poolArbitrary(8, 8, false), { numRuns: 1, seed: 3 });
    const alike = { crossplay: true, languages: ['English'], region: 'EU', wants: ['squad' as const], windows: [] };
    const players = random!.players.map((player) => ({ ...player, ...alike }));
    const silent = { ...players[0]!, languages: [] };
    const pool = { ...random!, players: [silent, ...players.slice(1)] };
    const result = runMatcher(pool, defaultRules, { seed: 1, effort: 'quick' });
    expect(whyNot(silent.id, pool, defaultRules, result)).toMatchObject({
      constraint: 'no-language',
      sentence: 'Your profile names no language; all in a match need one in common.',
    });
  });

  test('names a change that, made, really gives a squad or pair, and never promises one for a placed player', () => {
    let helped = 0;
    fc.assert(
      fc.property(poolArbitrary(8, 20, false), (pool) => {
        const result = runMatcher(pool, defaultRules, { seed: 1, effort: 'quick' });
        for (const { id } of result.leftOver.slice(0, 2)) {
          const answer = whyNot(id, pool, defaultRules, result);
          expect(answer.sentence.length).toBeGreaterThan(10);
          if (!answer.change) continue;
          helped++;
          expect(answer.change.player.id).toBe(id);
          const players = pool.players.map((player) => (player.id === id ? answer.change!.player : player));
          const again = runMatcher({ ...pool, players }, defaultRules, {
            seed: 1,
            effort: 1,
            previous: result,
            changed: [id],
          });
          const placed = [...again.squads, ...again.pairs].some(({ members }) => members.includes(id));
          // In a run others compete for the same partners; that there is a place at all is what was promised.
          const fits = placed || again.squads.length + again.pairs.length >= result.squads.length + result.pairs.length;
          expect(fits).toBe(true);
        }
        for (const { members } of result.squads.slice(0, 1)) {
          expect(whyNot(members[0]!, pool, defaultRules, result)).toMatchObject({ constraint: 'placed', change: null });
        }
      }),
      { numRuns: 120 },
    );
    expect(helped).toBeGreaterThan(20);
  });
});
