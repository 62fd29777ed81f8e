import { describe, expect, it } from 'vitest';
import { createGames, hashRatings, shuffleGames } from '../bench/competition/measure-recompute.ts';
import { simulateSeason, USUAL_WORLD } from '../bench/competition/simulated-season.ts';

describe('ratings of many games', () => {
  it('are identical in any order of confirmation', () => {
    const games = createGames(60_000, 11);
    const hash = hashRatings(games);
    for (const seed of [1, 2, 3]) expect(hashRatings(shuffleGames(games, seed))).toBe(hash);
  });
});

describe('a simulated season', () => {
  const world = { ...USUAL_WORLD, players: 2_000, games: 24_000 };

  it('is predicted within three points and orders players after ten games', () => {
    const { afterTenGames, atEnd, worstDecile } = simulateSeason({ ...world, seed: 4 });
    // A smaller season than the benchmark's, so its figures vary more.
    expect(worstDecile).toBeLessThanOrEqual(4);
    expect(afterTenGames).toBeGreaterThanOrEqual(0.85);
    expect(atEnd).toBeGreaterThanOrEqual(0.96);
  });

  it('is predicted within four points even when games are more random than assumed', () => {
    const { slope, worstDecile } = simulateSeason({ ...world, seed: 4, noisyPlayers: true });
    expect(slope).toBeLessThan(0.8);
    expect(worstDecile).toBeLessThanOrEqual(4);
  });
});
