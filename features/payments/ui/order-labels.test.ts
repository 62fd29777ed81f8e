import { describe, expect, it, test } from 'vitest';
import { createTranslator } from '../../../messages/translator.ts';
import type { OrderCard } from '../money.schema.ts';
import { describeOrderStep, getStageLabel, getStateLabel } from './order-labels.ts';

const t = createTranslator();

test('shows bank review regardless of the stage', () => {
  expect(getStageLabel(t, 'held', true).label).toBe('Payment under review');
  expect(getStageLabel(t, 'held').label).toBe('Waiting for an answer');
});

describe('an order with a failed refund', () => {
  const order = { state: 'paid', kind: 'hire', side: 'buyer', stage: 'refunded', waitsFor: 'admin', settledAt: null };
  const card = { ...order, frozen: false, refundFailed: true } as OrderCard;

  it('says the refund failed instead of promising money on its way', () => {
    expect(getStateLabel(t, card).label).toBe('Refund failed');
    expect(describeOrderStep(t, card)).toBe(
      "Your refund didn't go through. We'll contact you about another way to send it.",
    );
  });

  it('says an admin needs to decide once the refund is no longer marked as failed', () => {
    expect(describeOrderStep(t, { ...card, refundFailed: false })).toBe(
      'An admin needs to decide where the money goes.',
    );
  });
});
