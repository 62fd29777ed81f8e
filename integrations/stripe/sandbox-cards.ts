import type { EventDelivery } from './sandbox-state.ts';

export type Card = {
  number: string;
  label: string;
  declined?: string;
  challenge?: boolean;
  disputed?: boolean;
  refundFails?: boolean;
  renewalFails?: boolean;
  delivery?: EventDelivery;
};

/** Test cards, including one for each failure mode. */
export const cards: Card[] = [
  { number: '4242424242424242', label: 'pays' },
  { number: '4000000000000002', label: 'is declined', declined: 'Your card was declined.' },
  { number: '4000000000009995', label: 'has too little on it', declined: 'Your card has insufficient funds.' },
  { number: '4000002500003155', label: 'asks for 3-D Secure', challenge: true },
  { number: '4000000000000259', label: 'pays, then the bank disputes it', disputed: true },
  { number: '4000000000005126', label: 'pays, refunds to it fail later', refundFails: true },
  { number: '4000000000000341', label: 'pays once, renewals fail', renewalFails: true },
  { number: '4242000000000001', label: 'pays, the webhook comes late', delivery: 'late' },
  { number: '4242000000000002', label: 'pays, the webhook comes twice', delivery: 'twice' },
  { number: '4242000000000003', label: 'pays, the webhook is lost', delivery: 'lost' },
];

/** A bank account whose payouts fail. */
export const FAILING_BANK = '000111111116';
/** A bank account whose owner's documents take six hours to verify. */
export const SLOW_VERIFICATION_BANK = '000222222227';

export function findCard(number: string): Card | undefined {
  const digits = number.replace(/\D/g, '');
  return cards.find((card) => card.number === digits);
}
