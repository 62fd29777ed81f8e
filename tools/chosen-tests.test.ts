import { describe, expect, test } from 'vitest';
import { chooseTests } from './chosen-tests.ts';

const FILES = [
  { path: 'features/lfg/lfg.rules.test.ts', text: "test('a listing runs out')" },
  { path: 'features/lfg/ui/lfg-texts.test.tsx', text: "test('lists waiting players')" },
  { path: 'features/payments/money.slow.test.ts', text: "test('the books balance')" },
  { path: 'features/payments/payments.rules.test.ts', text: "test('the guarantee of a plan ends')" },
  { path: 'e2e/lfg.spec.ts', text: "test('a listing is found')" },
];
const NONE = { unit: [], browser: [], slow: [] };

describe('chooseTests', () => {
  test('chooses all tests in a folder', () => {
    expect(chooseTests(FILES, ['features/lfg/'])).toEqual({
      ...NONE,
      unit: ['features/lfg/lfg.rules.test.ts', 'features/lfg/ui/lfg-texts.test.tsx'],
    });
  });

  test('chooses the tests named after a source file', () => {
    expect(chooseTests(FILES, ['./features/lfg/lfg.rules.ts']).unit).toEqual(['features/lfg/lfg.rules.test.ts']);
  });

  test('chooses tests of all kinds by a word in their path', () => {
    expect(chooseTests(FILES, ['lfg'])).toMatchObject({ browser: ['e2e/lfg.spec.ts'], slow: [] });
    expect(chooseTests(FILES, ['lfg.spec'])).toEqual({ ...NONE, browser: ['e2e/lfg.spec.ts'] });
  });

  test('chooses tests by words in their title', () => {
    const args = ['guarantee', 'of a plan'];
    expect(chooseTests(FILES, args)).toEqual({
      ...NONE,
      unit: ['features/payments/payments.rules.test.ts'],
      title: 'guarantee of a plan',
    });
  });

  test("chooses long tests only when they're requested or nothing shorter matches", () => {
    expect(chooseTests(FILES, ['features/payments'])).toMatchObject({ slow: [] });
    expect(chooseTests(FILES, ['money.slow'])).toEqual({ ...NONE, slow: ['features/payments/money.slow.test.ts'] });
    expect(chooseTests(FILES, ['features/payments'], true)).toEqual({
      ...NONE,
      slow: ['features/payments/money.slow.test.ts'],
    });
  });

  test('chooses no tests when no path or title matches', () => {
    expect(chooseTests(FILES, ['parrots'])).toEqual({ ...NONE, title: 'parrots' });
  });
});
