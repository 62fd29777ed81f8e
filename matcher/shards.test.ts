import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makePool } from '../bench/matcher/pools.ts';
import { computeGap } from './certificate.ts';
import { compilePool } from './compile.ts';
import { defaultRules } from './default-rules.ts';
import type { MatchingRules, Pool, PoolPlayer } from './matcher-schema.ts';
import { canPlayTogether } from './player-compatibility.ts';
import { runMatcherByPages } from './pool-workers.ts';
import { runMatcher } from './run.ts';
import { mergeShardResults } from './shard-sums.ts';
import { type Place, splitIntoShards } from './shards.ts';
import { createPlayerArbitrary, createPoolArbitrary } from './test-arbitraries.ts';
import { verifyResult } from './verify.ts';

const REGIONS = ['NA-East', 'NA-West', 'EU', 'Asia', 'SA', 'Oceania', 'Other', 'Elsewhere'];
const setArbitrary = fc.uniqueArray(fc.constantFrom(...REGIONS), { maxLength: 3 });
/**
 * Rules that differ only in their gates: sets of regions, whether platforms matter, and which limits waiting relaxes.
 */
const rulesArbitrary: fc.Arbitrary<MatchingRules> = fc
  .record({
    regions: fc.option(fc.array(setArbitrary, { maxLength: 3 })),
    platform: fc.boolean(),
    relaxed: fc.array(fc.record({ afterRuns: fc.integer({ min: 1, max: 3 }), set: setArbitrary }), { maxLength: 2 }),
  })
  .map(({ regions, platform, relaxed }) => ({
    ...defaultRules,
    limits: { ...defaultRules.limits, regions, platform },
    relaxation: relaxed.map(({ afterRuns, set }) => ({ afterRuns, regions: [set] })),
  }));
const placedArbitrary = fc.record({
  region: fc.constantFrom(...REGIONS),
  platform: fc.constantFrom('PS5', 'PC', 'Xbox Series'),
  // Only a few players allow crossplay; otherwise every pool would be a single shard.
  crossplay: fc.constantFrom(true, false, false, false),
  waiting: fc.constantFrom(0, 0, 0, 1, 2, 3, 5),
});

const getName = ({ region, platform, crossplay }: Place) => `${region} ${platform} ${crossplay}`;

function cutIntoShards(pool: Pool, rules: MatchingRules): Pool[] {
  const counts = pool.players.map(({ region, platform, crossplay, waiting }) => ({
    ...{ region, platform, crossplay, waiting, players: 1 },
  }));
  return splitIntoShards(counts, rules).map(({ places }) => {
    const names = new Set(places.map(getName));
    return { ...pool, players: pool.players.filter((player) => names.has(getName(player))) };
  });
}

/** Gives players the same availability and language, so only their gates differ. */
const makeIdentical = (player: PoolPlayer): PoolPlayer => ({
  ...player,
  ...{ modes: ['Rec'], languages: ['English'], timezone: 'UTC', rating: 80, party: null },
  windows: [{ days: ['Mon', 'Tue', 'Wed'], start: '18:00', end: '23:00' }],
});

test('puts each player in exactly one shard and never matches players across shards', () => {
  const players = fc.array(fc.tuple(createPlayerArbitrary('any'), placedArbitrary), { minLength: 2, maxLength: 24 });
  fc.assert(
    fc.property(players, rulesArbitrary, (rows, rules) => {
      const pool: Pool = {
        weekOf: '2026-03-02',
        players: rows.map(([player, placements], i) => makeIdentical({ ...player, ...placements, id: `p${i}` })),
        forbiddenGroups: [],
      };
      const shardOf = new Map(
        cutIntoShards(pool, rules).flatMap((shard, number) => shard.players.map(({ id }) => [id, number] as const)),
      );
      expect(shardOf.size).toBe(pool.players.length);
      const { columns, ids } = compilePool(pool, rules);
      for (let a = 0; a < columns.size; a++) {
        for (let b = 0; b < a; b++) {
          if (shardOf.get(ids[a]!) !== shardOf.get(ids[b]!)) expect(canPlayTogether(columns, a, b)).toBe(false);
        }
      }
    }),
    { numRuns: 300 },
  );
});

describe('sharding under the built-in rules', () => {
  const place = (region: string, waitTime: number, crossplay = true, platform = 'PS5') => ({
    ...{ region, waiting: waitTime, crossplay, platform, players: 1 },
  });
  const regionsOf = (...counts: ReturnType<typeof place>[]) =>
    splitIntoShards(counts, defaultRules).map(({ places }) => places.map(({ region }) => region).sort());

  test('makes a shard of each group of regions, largest first', () => {
    const large = { ...place('SA', 0), players: 9 };
    expect(regionsOf(place('NA-East', 0), place('EU', 0), place('NA-West', 0), large)).toEqual([
      ['SA'],
      ['NA-East', 'NA-West'],
      ['EU'],
    ]);
  });

  test('merges regions only when someone on either side has waited long enough', () => {
    expect(regionsOf(place('NA-East', 2), place('EU', 1))).toHaveLength(2);
    expect(regionsOf(place('NA-East', 2), place('NA-East', 0), place('EU', 2), place('EU', 0))).toHaveLength(1);
  });

  test('separates platforms only when no one allows crossplay', () => {
    expect(regionsOf(place('EU', 0, false), place('EU', 0, false, 'PC'))).toHaveLength(2);
    const crossing = [place('EU', 0), place('EU', 0, true, 'PC')];
    expect(regionsOf(place('EU', 0, false), place('EU', 0, false, 'PC'), ...crossing)).toHaveLength(1);
  });
});

test('combines the runs of all shards into a valid run of the whole pool', () => {
  fc.assert(
    fc.property(
      createPoolArbitrary(6, 30, false),
      fc.array(placedArbitrary, { minLength: 30, maxLength: 30 }),
      (pool, placements) => {
        const players = pool.players.map((player, i) => ({ ...player, ...placements[i]!, waiting: player.waiting }));
        const fullPool = { ...pool, players };
        const options = { seed: 1, effort: 'quick' } as const;
        const results = cutIntoShards(fullPool, defaultRules).map((shard) => runMatcher(shard, defaultRules, options));
        const [squads, pairs] = [results.flatMap((one) => one.squads), results.flatMap((one) => one.pairs)];
        const leftOver = results.flatMap((one) => one.leftOver);
        const scores = squads.map((squad) => squad.score).sort((a, b) => a - b);
        const rowOf = new Map(players.map((player) => [player.id, player]));
        const waits = leftOver.map(({ id, waiting }) => {
          const { positions, region } = rowOf.get(id)!;
          return { position: positions[0]!, region, waiting, players: 1 };
        });
        const certificate = mergeShardResults(
          results.map((one) => one.certificate),
          { median: scores[scores.length >> 1] ?? 0, waits },
        );
        const { bound, gap, squadBound, squadGap, ...rest } = certificate;
        expect(certificate.total).toBeLessThanOrEqual(bound + 1e-6);
        expect(certificate.squads).toBeLessThanOrEqual(squadBound);
        // The whole pool's own bounds account for regions that never meet, but not for platforms. So the shards' bounds
        // are at least as tight.
        const { certificate: own } = runMatcher(fullPool, defaultRules, options);
        expect(bound).toBeLessThanOrEqual(own.bound + 1e-6);
        expect(squadBound).toBeLessThanOrEqual(own.squadBound);
        const loose = { bound: own.bound, squadBound: own.squadBound };
        const gaps = { gap: computeGap(rest.total, own.bound), squadGap: computeGap(rest.squads, own.squadBound) };
        const sum = { squads, pairs, leftOver, certificate: { ...rest, ...loose, ...gaps } };
        expect(verifyResult(fullPool, defaultRules, sum)).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test('returns the same matches for a pool read page by page as for the whole pool', async () => {
  const pool = makePool('community', 300, 1);
  const { players } = pool;
  const forbiddenGroups = [[players[0]!.id, players[1]!.id]];
  const options = { seed: 3, effort: 'full', proof: 'quick' } as const;
  const expected = runMatcher({ ...pool, forbiddenGroups }, defaultRules, options);
  async function* generatePages() {
    for (let index = 0; index < players.length; index += 70)
      yield { players: players.slice(index, index + 70), forbiddenGroups: index === 0 ? forbiddenGroups : [] };
  }
  const found: unknown[] = [];
  const leftOver: unknown[] = [];
  const { seconds, phases, memoryMb, ...certificate } = await runMatcherByPages(
    { weekOf: pool.weekOf, pages: generatePages() },
    defaultRules,
    options,
    {
      proposals: async (rows, members) => {
        found.push(...rows);
        for (const [index, row] of rows.entries()) expect(members[index]!.map(({ id }) => id)).toEqual(row.members);
        expect(members[0]![0]).toEqual(players.find(({ id }) => id === members[0]![0]!.id));
      },
      leftOver: async (rows) => void leftOver.push(...rows),
    },
  );
  expect(found).toEqual([...expected.squads, ...expected.pairs]);
  expect(leftOver).toEqual(expected.leftOver);
  expect(expected.certificate).toMatchObject(certificate);
  expect(expected.squads.length).toBeGreaterThan(0);
});

test("rejects a paged run with the consumer's error when the consumer of its rows fails", async () => {
  const pool = makePool('community', 300, 1);
  async function* generatePages() {
    yield { players: pool.players, forbiddenGroups: [] };
  }
  const fail = async () => {
    throw new Error('no more room');
  };
  const run = runMatcherByPages(
    { weekOf: pool.weekOf, pages: generatePages() },
    defaultRules,
    { seed: 1, effort: 'quick' },
    { proposals: fail, leftOver: fail },
  );
  await expect(run).rejects.toThrow('no more room');
});
