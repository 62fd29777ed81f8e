import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultRules } from './default-rules.ts';
import { compilePool, rescue, runMatcher, scoreSquad } from './run.ts';
import { createPoolArbitrary } from './test-arbitraries.ts';

describe('rescue', () => {
  test('offers exactly the players who make the squad valid again, best first', () => {
    let offerCount = 0;
    fc.assert(
      fc.property(createPoolArbitrary(12, 25, false), (random) => {
        // Make players compatible in most respects, so there are squads and replacements.
        const easy = { crossplay: true, languages: ['English'], region: 'EU', wants: ['squad' as const] };
        const pool = { ...random, players: random.players.map((player) => ({ ...player, ...easy })) };
        const { squads } = runMatcher(pool, defaultRules, { seed: 1, effort: 'quick' });
        const squad = squads[0];
        if (!squad) return;
        const lostMember = squad.members.at(-1)!;
        const remaining = squad.members.slice(0, -1);
        const seat = squad.positions[lostMember]!;
        const found = rescue({ remaining, seat }, pool, defaultRules, { limit: 99, exclude: new Set([lostMember]) });
        offerCount += found.length;
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
        for (const { id, squad } of found) expect(squad.members.slice().sort()).toEqual([...remaining, id].sort());
        expect(
          rescue({ remaining, seat }, compilePool(pool, defaultRules), defaultRules, {
            limit: 99,
            exclude: new Set([lostMember]),
          }),
        ).toEqual(found);
      }),
      { numRuns: 300 },
    );
    expect(offerCount).toBeGreaterThan(20);
  });
});
