import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultRules } from './default-rules.ts';
import { countFittingPlayers } from './fitting-players.ts';
import { scorePair } from './score.ts';
import { createPoolArbitrary } from './test-arbitraries.ts';
import { listObstaclesBetween } from './test-why-not.ts';
import { PAIRWISE } from './why-not-facts.ts';

test('counts exactly the players the matcher could put in a match with a given player', () => {
  fc.assert(
    fc.property(createPoolArbitrary(1, 30, false), (pool) => {
      const [self, ...others] = pool.players;
      const problems = others.map((other) => scorePair([self!, other], defaultRules, pool.weekOf).problems);
      const { fitting, others: othersCount, obstacle } = countFittingPlayers(self!.id, pool, defaultRules);
      expect(othersCount).toBe(others.length);
      expect(fitting).toBe(problems.filter((one) => one.length === 0).length);
      expect(obstacle === null).toBe(fitting === othersCount);
    }),
    { numRuns: 200 },
  );
});

test('names the obstacle that rules out the most players, even when obstacles overlap', () => {
  fc.assert(
    fc.property(createPoolArbitrary(2, 12, false), (pool) => {
      const [self, ...others] = pool.players;
      const { obstacle } = countFittingPlayers(self!.id, pool, defaultRules);
      const obstacles = others.map((other) => listObstaclesBetween(self!, other, defaultRules, pool.weekOf));
      const counts = PAIRWISE.map((test) => obstacles.filter((tests) => tests.has(test)).length);
      expect(obstacle === null ? 0 : counts[PAIRWISE.indexOf(obstacle)]).toBe(Math.max(...counts));
    }),
    { numRuns: 60 },
  );
});

test('counts no fitting players for an unknown player', () => {
  expect(
    countFittingPlayers('nobody', { weekOf: '2026-03-02', players: [], forbiddenGroups: [] }, defaultRules),
  ).toEqual({
    fitting: 0,
    others: 0,
    obstacle: null,
  });
});
