import { type Rating, rate } from 'openskill';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../matcher/random.ts';
import { rateSides, type SideColumns } from './rate-sides.ts';
import { UPDATE } from './rating-settings.ts';

const toColumns = (players: readonly Rating[], presence: readonly number[] = [], guests = 0): SideColumns => ({
  size: players.length,
  mu: Float64Array.from(players, ({ mu }) => mu),
  sigma: Float64Array.from(players, ({ sigma }) => sigma),
  presence: Float64Array.from(players, (_, k) => presence[k] ?? 1),
  guests,
});
const toRatings = ({ mu, sigma }: SideColumns): Rating[] => Array.from(mu, (one, k) => ({ mu: one, sigma: sigma[k]! }));
const OPTIONS = { beta: UPDATE.beta, tau: UPDATE.tau, kappa: UPDATE.kappa, gamma: () => UPDATE.gamma };
const NEWCOMER = { mu: 25, sigma: 25 / 3 };

function drawSides(seed: number): [Rating[], Rating[]] {
  const { below, next } = createRandom(seed);
  const drawSide = () => Array.from({ length: 1 + below(5) }, () => ({ mu: 50 * next(), sigma: 0.5 + 8 * next() }));
  return [drawSide(), drawSide()];
}

describe('rateSides', () => {
  it("gives openskill's ratings in thousands of random games and ties", () => {
    let worst = 0;
    for (let seed = 0; seed < 3_000; seed++) {
      const teams = drawSides(seed);
      const score = [
        [1, 0],
        [0, 1],
        [7, 7],
      ][seed % 3]!;
      const expected = rate(teams, { ...OPTIONS, score }).flat();
      const sides = teams.map((team) => toColumns(team)) as [SideColumns, SideColumns];
      rateSides(...sides, [1, 0, 0.5][seed % 3]!);
      for (const [k, { mu, sigma }] of sides.flatMap(toRatings).entries()) {
        worst = Math.max(worst, Math.abs(mu - expected[k]!.mu), Math.abs(sigma - expected[k]!.sigma));
      }
    }
    expect(worst).toBeLessThan(1e-9);
  });

  it('gives identical ratings no matter which side is listed first', () => {
    for (let seed = 0; seed < 500; seed++) {
      const [first, second] = drawSides(seed);
      const result = (seed % 3) / 2;
      const [a, b] = [toColumns(first), toColumns(second)];
      const [c, d] = [toColumns(first), toColumns(second)];
      const advantage = rateSides(a, b, result);
      expect(rateSides(d, c, 1 - result)).toBe(-advantage);
      expect([c, d]).toEqual([a, b]);
    }
  });

  it('treats a guest like a player without games', () => {
    const [first, second] = drawSides(4);
    const side = toColumns(first.slice(0, 1), [], 1);
    rateSides(side, toColumns(second), 1);
    const [[expected]] = rate([[first[0]!, NEWCOMER], second], { ...OPTIONS, score: [1, 0] }) as [Rating[], Rating[]];
    expect(side.mu[0]).toBeCloseTo(expected!.mu, 2);
  });

  it('changes the mean and the uncertainty of a player who left early less', () => {
    const side = toColumns([NEWCOMER, NEWCOMER], [0.25, 1]);
    rateSides(side, toColumns([NEWCOMER, NEWCOMER]), 1);
    const [left, stayed] = toRatings(side) as [Rating, Rating];
    expect((left.mu - 25) / (stayed.mu - 25)).toBeCloseTo(0.25, 10);
    expect(left.sigma).toBeGreaterThan(stayed.sigma);
  });

  it('expects a short side to lose', () => {
    const gain = (missing: number) => {
      const side = toColumns(Array.from({ length: 5 - missing }, () => NEWCOMER));
      const others = toColumns(Array.from({ length: 5 }, () => NEWCOMER));
      rateSides(side, others, 1);
      return side.mu[0]! - 25;
    };
    expect(gain(1)).toBeGreaterThan(1.5 * gain(0));
  });

  it("doesn't move the means of equal sides that tie", () => {
    const [a, b] = [toColumns([NEWCOMER]), toColumns([NEWCOMER])];
    rateSides(a, b, 0.5);
    expect([a.mu[0], b.mu[0]]).toEqual([25, 25]);
  });
});
