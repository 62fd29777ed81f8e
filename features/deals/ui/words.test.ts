import { describe, expect, it, test } from 'vitest';
import type { OrderCard } from '../money.schema.ts';
import { nextStep, stageOf, stateOf } from './words.ts';

test('what a bank looks at says so, wherever it stood', () => {
  expect(stageOf('held', true).label).toBe('Payment under review');
  expect(stageOf('held').label).toBe('Waiting for an answer');
});

describe('an order whose refund did not arrive', () => {
  const order = { state: 'paid', kind: 'hire', side: 'buyer', stage: 'refunded', waitsFor: 'admin', settledAt: null };
  const card = { ...order, frozen: false, refundFailed: true } as OrderCard;

  it('says so and promises no money on its way', () => {
    expect(stateOf(card).label).toBe('Refund failed');
    expect(nextStep(card)).toBe("Your refund didn't arrive. We'll contact you about another way.");
  });

  it('waits for an admin, not for money, when another way was found', () => {
    expect(nextStep({ ...card, refundFailed: false })).toBe('An admin has to decide about the money.');
  });
});
