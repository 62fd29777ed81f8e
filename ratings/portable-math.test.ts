import { describe, expect, it } from 'vitest';
import { expPortably, logistic } from './portable-math.ts';

describe('expPortably', () => {
  it('is as precise as doubles allow', () => {
    for (let x = 0; x <= 40; x += 0.0137) {
      expect(Math.abs(expPortably(x) / Math.exp(x) - 1)).toBeLessThan(5e-16);
    }
  });
});

describe('logistic', () => {
  it('rises from 0 to 1 and is one half at 0', () => {
    expect(logistic(0)).toBe(0.5);
    expect(logistic(1)).toBeCloseTo(0.7310585786300049, 15);
    expect(logistic(1) + logistic(-1)).toBe(1);
    expect(logistic(-1_000)).toBe(logistic(-40));
    expect(logistic(-1_000)).toBeGreaterThan(0);
  });
});
