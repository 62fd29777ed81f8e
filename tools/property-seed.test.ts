import fc from 'fast-check';
import { expect, test } from 'vitest';

test('uses the same property-test examples in every run', () => {
  expect(fc.readConfigureGlobal().seed).toBe(Number(process.env.PROPERTY_SEED ?? 1));
  const draw = () => {
    const numbers: number[] = [];
    fc.assert(fc.property(fc.nat(), (number) => void numbers.push(number)));
    return numbers;
  };
  expect(draw()).toEqual(draw());
});
