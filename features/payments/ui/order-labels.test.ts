import { describe, expect, it, test } from 'vitest';
import type { OrderCard } from '../money.schema.ts';
import { describeOrderStep, getStageLabel, getStateLabel } from './order-labels.ts';

test('shows bank review whatever the earlier stage was', () => {
  expect(getStageLabel('held', true).label).toBe('Payment under review');
  expect(getStageLabel('held').label).toBe('Waiting for an answer');
});

describe('order whose refund did not arrive', () => {
  const order = { state: 'paid', kind: 'hire', side: 'buyer', stage: 'refunded', waitsFor: 'admin', settledAt: null };
  const card = { ...order, frozen: false, refundFailed: true } as OrderCard;

  it("says so and doesn't promise money on its way", () => {
    expect(getStateLabel(card).label).toBe('Refund failed');
    expect(describeOrderStep(card)).toBe("Your refund didn't arrive. We'll contact you about another way.");
  });

  it('waits for an admin, not for money, when another way was found', () => {
    expect(describeOrderStep({ ...card, refundFailed: false })).toBe('An admin needs to decide where the money goes.');
  });
});
