import fc from 'fast-check';
import { expect, test } from 'vitest';

test('draws the same property examples in every run', () => {
  expect(fc.readConfigureGlobal().seed).toBe(Number(process.env.PROPERTY_SEED ?? 1));
  const draw = () => {
    const drawn: number[] = [];
    fc.assert(fc.property(fc.nat(), (number) => void drawn.push(number)));
    return drawn;
  };
  expect(draw()).toEqual(draw());
});
