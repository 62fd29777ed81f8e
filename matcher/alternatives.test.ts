import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankAlternatives } from './alternatives.ts';
import { defaultRules } from './default-rules.ts';
import { runMatcher, scorePair, scoreSquad } from './run.ts';
import { createPoolArbitrary } from './test-arbitraries.ts';

const SEATS = 'their positions do not cover the squad';

test('ranks all players who fit a group, best first, no matter which seats they play', () => {
  let found = 0;
  fc.assert(
    fc.property(createPoolArbitrary(12, 25, false), (random) => {
      const easy = { crossplay: true, languages: ['English'], region: 'EU' };
      const pool = { ...random, players: random.players.map((player) => ({ ...player, ...easy })) };
      const byId = new Map(pool.players.map((player) => [player.id, player]));
      const findPlayers = (ids: readonly string[]) => ids.map((id) => byId.get(id)!);
      const { squads } = runMatcher(pool, defaultRules, { seed: 1, effort: 'quick' });
      const four = squads[0]?.members.slice(0, -1);
      for (const members of [four, pool.players.slice(0, 1).map(({ id }) => id)]) {
        if (!members) continue;
        const score = members.length === 4 ? scoreSquad : scorePair;
        const isValidWith = (id: string) => {
          const { valid, problems } = score(findPlayers([...members, id]), defaultRules, pool.weekOf);
          return valid || (members.length === 4 && problems.every((problem) => problem === SEATS));
        };
        const rankedPlayers = rankAlternatives(members, pool, defaultRules, { limit: 99 });
        found += rankedPlayers.length;
        const expected = pool.players.filter(
          ({ id, wants }) => !members.includes(id) && wants.includes('squad') && isValidWith(id),
        );
        expect(rankedPlayers.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
        for (let i = 1; i < rankedPlayers.length; i++)
          expect(rankedPlayers[i]!.value).toBeLessThanOrEqual(rankedPlayers[i - 1]!.value);
        for (const { id, group } of rankedPlayers) {
          expect(group.members.slice().sort()).toEqual([...members, id].sort());
          expect(group.score).toBe(score(findPlayers([...members, id]), defaultRules, pool.weekOf).score);
        }
        expect(rankAlternatives(members, pool, defaultRules, { limit: 2 })).toEqual(rankedPlayers.slice(0, 2));
      }
    }),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(50);
});

test('offers no alternatives for an unknown member or a full squad', () => {
  fc.assert(
    fc.property(createPoolArbitrary(6, 8, false), (pool) => {
      expect(rankAlternatives(['nobody'], pool, defaultRules, { limit: 9 })).toEqual([]);
      const memberIds = pool.players.slice(0, 5).map(({ id }) => id);
      expect(rankAlternatives(memberIds, pool, defaultRules, { limit: 9 })).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
