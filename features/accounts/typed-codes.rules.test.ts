import { describe, expect, it } from 'vitest';
import { readTypedCode } from './typed-codes.rules.ts';

describe('readTypedCode', () => {
  it.each([
    ['012345', '012345'],
    [' 012 345 ', '012345'],
    ['012-345', '012345'],
    ['0 1 2 3 4 5', '012345'],
    ['012\u00a0345', '012345'],
    ['０１２３４５', '012345'],
    ['٠١٢٣٤٥', '012345'],
    ['۹۸۷ ۶۵۴', '987654'],
    ['०१२३४५', '012345'],
    ['Enter this code where you started: 012345. It’s good for 1 hour.', '012345'],
    ['On November 30, 2026 we sent 012 345', '012345'],
  ])('reads %j', (text, code) => expect(readTypedCode(text)).toBe(code));

  it.each(['', '12345', '1234567', 'no code', '111111 or 222222'])('finds no code in %j', (text) =>
    expect(readTypedCode(text)).toBeUndefined(),
  );
});
