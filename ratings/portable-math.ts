// Math.exp and Math.pow may differ in the last bit between machines, because the language doesn't fix their results.
// Sums, products, quotients and square roots are exact by IEEE 754, so ratings only use those.

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const INVERSE_LN2 = Math.LOG2E;
const P1 = 0.16666666666666602;
const P2 = -0.0027777777777015593;
const P3 = 0.00006613756321437934;
const P4 = -0.0000016533902205465252;
const P5 = 4.1381367970572385e-8;

/** Largest exponent. Beyond it, a probability is practically 0 or 1. */
const MAX_EXPONENT = 40;
const POWERS_OF_TWO = new Float64Array(60);
POWERS_OF_TWO[0] = 1;
for (let k = 1; k < POWERS_OF_TWO.length; k++) POWERS_OF_TWO[k] = 2 * POWERS_OF_TWO[k - 1]!;

/** Returns e to the power of x, for x from 0 to 40, with the method of fdlibm. */
export function expPortably(x: number): number {
  const k = Math.floor(x * INVERSE_LN2 + 0.5);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const rest = high - low;
  const square = rest * rest;
  const c = rest - square * (P1 + square * (P2 + square * (P3 + square * (P4 + square * P5))));
  return (1 - (low - (rest * c) / (2 - c) - high)) * POWERS_OF_TWO[k]!;
}

/** Returns 1 / (1 + e^−x). Beyond ±40 it stays constant, so it's never 0. */
export function logistic(x: number): number {
  const exponent = Math.min(Math.abs(x), MAX_EXPONENT);
  const smaller = 1 / (1 + expPortably(exponent));
  return x < 0 ? smaller : 1 - smaller;
}
