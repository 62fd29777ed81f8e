import { predictWin } from 'openskill';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../matcher/random.ts';
import { winProbability } from './win-probability.ts';

const SETTLED = { mu: 30, sigma: 1.5 };

describe('winProbability', () => {
  it("is within one percentage point of openskill's", () => {
    const { below, next } = createRandom(5);
    for (let n = 0; n < 500; n++) {
      const size = 1 + below(5);
      const drawSide = () => Array.from({ length: size }, () => ({ mu: 10 + 30 * next(), sigma: 1 + 7 * next() }));
      const [a, b] = [drawSide(), drawSide()];
      expect(Math.abs(winProbability(a, b) - predictWin([a, b])[0]!)).toBeLessThan(0.01);
      expect(winProbability(a, b) + winProbability(b, a)).toBeCloseTo(1, 12);
    }
  });

  it('is closer to one half the less is known', () => {
    const against = (sigma: number) => winProbability([SETTLED], [{ mu: 20, sigma }]);
    expect(against(1.5)).toBeGreaterThan(0.9);
    expect(against(8)).toBeLessThan(0.85);
    expect(winProbability([SETTLED], [SETTLED])).toBe(0.5);
  });

  it("counts a player's share of the game and uses the mode's calibration", () => {
    const whole = winProbability([SETTLED], [{ mu: 20, sigma: 2 }]);
    expect(winProbability([{ ...SETTLED, presence: 0.75 }], [{ mu: 20, sigma: 2 }])).toBeLessThan(whole);
    expect(winProbability([SETTLED], [{ mu: 20, sigma: 2 }], 0.5)).toBeLessThan(whole);
  });
});
