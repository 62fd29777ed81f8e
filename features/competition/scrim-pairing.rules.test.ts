import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultRules } from '../../matcher/default-rules.ts';
import { HOUR_MS } from '../../time/units.ts';
import { type PairingRules, pairScrims, type ScrimPost, verifyPairing } from './scrim-pairing.rules.ts';

const EVENING = Date.UTC(2026, 10, 30, 19);
const RULES: PairingRules = { regions: defaultRules.limits.regions!, slope: 1 };

function createPost(id: string, change: Partial<ScrimPost> & { mu?: number } = {}): ScrimPost {
  const { mu = 25, ...post } = change;
  return {
    id,
    ...{ mode: 'Pro-Am 5v5', bestOf: 1, region: 'EU', platform: 'PS5', crossplay: false },
    times: [{ from: EVENING, to: EVENING + 3 * HOUR_MS }],
    players: Array.from({ length: 5 }, (_, n) => ({ id: `${id} player ${n}`, mu, sigma: 3 })),
    ...{
      rating: 1200,
      opponents: { min: 0, max: 3000 },
      onlyClub: null,
      club: null,
      excluded: new Set<string>(),
      waited: 0,
    },
    ...post,
  };
}

const listPairs = (posts: ScrimPost[]) => {
  const pairing = pairScrims(posts, RULES);
  expect(verifyPairing(posts, RULES, pairing)).toEqual([]);
  return pairing.pairs.map(({ a, b }) => [a, b].join(' '));
};

test('pairs squads of similar strength', () => {
  const posts = [
    createPost('strong', { mu: 34 }),
    createPost('weak', { mu: 16 }),
    createPost('also strong', { mu: 33 }),
    createPost('also weak', { mu: 17 }),
  ];
  expect(listPairs(posts)).toEqual(['strong also strong', 'weak also weak']);
});

test('prefers two fair games to one perfect game', () => {
  const onlyB = { opponents: { min: 1250, max: 1350 } };
  const onlyC = { opponents: { min: 1350, max: 1450 } };
  const posts = [
    createPost('a', { rating: 1200, mu: 24, ...onlyB }),
    createPost('b', { rating: 1300 }),
    createPost('c', { rating: 1400 }),
    createPost('d', { rating: 1500, mu: 26, ...onlyC }),
  ];
  expect(listPairs(posts)).toEqual(['a b', 'c d']);
});

test.each<[string, Partial<ScrimPost>, boolean]>([
  ['of another mode', { mode: 'Rec' }, false],
  ['with another number of games', { bestOf: 3 }, false],
  ['in a region too far away', { region: 'Asia' }, false],
  ['on another platform', { platform: 'PC', crossplay: true }, false],
  ['outside the range of ratings', { rating: 2500 }, false],
  ['that accepts only stronger opponents', { opponents: { min: 1500, max: 3000 } }, false],
  ['that plays only its club', { onlyClub: 'a club', club: 'a club' }, false],
  ['that excluded this one', { excluded: new Set(['home']) }, false],
  [
    'with less common time than the game takes',
    { times: [{ from: EVENING - HOUR_MS, to: EVENING + HOUR_MS / 2 }] },
    false,
  ],
  ['with a player of this one', { players: [{ id: 'home player 2', mu: 25, sigma: 3 }] }, false],
  ['with just enough common time', { times: [{ from: EVENING - HOUR_MS, to: EVENING + 0.75 * HOUR_MS }] }, true],
  ['that was waiting', { waited: 4 }, true],
])('judges an opponent %s', (_, change, mayPlay) => {
  const home = createPost('home', { opponents: { min: 900, max: 1500 } });
  expect(listPairs([home, createPost('away', change)])).toEqual(mayPlay ? ['home away'] : []);
});

test('starts at the first common time that fits the whole series', () => {
  const at = (from: number, to: number) => ({ from: EVENING + from * HOUR_MS, to: EVENING + to * HOUR_MS });
  const posts = [
    createPost('a', { bestOf: 3, times: [at(0, 1), at(24, 30)] }),
    createPost('b', { bestOf: 3, times: [at(-1, 5), at(25, 26), at(27, 40)] }),
  ];
  expect(pairScrims(posts, RULES).pairs).toMatchObject([{ startsAt: EVENING + 27 * HOUR_MS }]);
});

test('lets those who waited play first', () => {
  const posts = [createPost('a'), createPost('b'), createPost('waiting', { waited: 2 })];
  expect(listPairs(posts).join()).toContain('waiting');
});

const anyPost = fc.record({
  mode: fc.constantFrom('Pro-Am 5v5', 'Rec'),
  region: fc.constantFrom('EU', 'NA-East', 'NA-West'),
  mu: fc.integer({ min: 10, max: 40 }),
  rating: fc.integer({ min: 0, max: 3000 }),
  band: fc.integer({ min: 200, max: 2000 }),
  start: fc.integer({ min: 0, max: 6 }),
  hours: fc.integer({ min: 1, max: 5 }),
  waited: fc.nat(12),
});

test('proves that no other pairing has more points, and detects a worse one', () => {
  fc.assert(
    fc.property(fc.array(anyPost, { maxLength: 40 }), (shapes) => {
      const posts = shapes.map(({ mode, region, mu, rating, band, start, hours, waited }, n) =>
        createPost(`post ${n}`, {
          ...{ mode: mode as ScrimPost['mode'], region, mu, rating, waited },
          opponents: { min: rating - band, max: rating + band },
          times: [{ from: EVENING + start * HOUR_MS, to: EVENING + (start + hours) * HOUR_MS }],
        }),
      );
      const pairing = pairScrims(posts, RULES);
      expect(verifyPairing(posts, RULES, pairing)).toEqual([]);
      expect(pairing.proof.total).toBeCloseTo(pairing.proof.bound, 6);
      if (pairing.pairs.length === 0) return;
      const worse = { ...pairing, pairs: pairing.pairs.slice(1) };
      expect(verifyPairing(posts, RULES, worse)).toEqual(["The matching doesn't reach the bound."]);
    }),
    { numRuns: 200 },
  );
});

test('refuses a pairing with an unknown post, a post in two pairs or made-up points', () => {
  const posts = [createPost('a'), createPost('b'), createPost('c')];
  const pairing = pairScrims(posts, RULES);
  const pair = pairing.pairs[0]!;
  const verify = (pairs: (typeof pair)[]) => verifyPairing(posts, RULES, { ...pairing, pairs });
  expect(verify([{ ...pair, a: 'x' }])).toEqual(['A pair names an unknown post.']);
  expect(verify([pair, { ...pair, b: 'c' }])).toEqual(['A post is in two pairs.']);
  expect(verify([{ ...pair, points: 99 }])).toEqual(['A pair has other points or another time than stated.']);
});
