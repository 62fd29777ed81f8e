import { type FeeTerms, feeTerms } from '../../../content/fee-terms.ts';
import type { Translator } from '../../../messages/translator.ts';
import * as messages from '../payments.messages.ts';
import { formatDollars } from './orders.rules.ts';
import type { OrderKind } from './orders.schema.ts';

const POINTS_PER_WHOLE = 10_000;

/**
 * Returns the fee on released money for a kind of order, in hundredths of a percent.
 * @param sellerId a seller who may have their own terms; null while none is chosen
 */
export function getFeePoints(kind: OrderKind, sellerId: string | null, terms: FeeTerms = feeTerms): number {
  if (kind === 'founders' || kind === 'subscription') return 0;
  return (sellerId ? terms.bySeller[sellerId]?.[kind] : undefined) ?? terms.byKind[kind];
}

/** Returns the fee on an amount, in cents. */
export const computeFee = (cents: number, points: number): number => Math.round((cents * points) / POINTS_PER_WHOLE);

export const formatFeePercent = (points: number): string => `${points / 100}%`;

/** Describes the fee included in a price, before it's paid. */
export function formatFeeLine(
  t: Translator,
  cents: number,
  points: number,
  seller: 'player' | 'coach' = 'player',
): string {
  if (points === 0) return t(messages.feeNone, { price: formatDollars(cents), seller });
  const fee = computeFee(cents, points);
  return t(messages.feeIncluded, {
    percent: formatFeePercent(points),
    fee: formatDollars(fee),
    rest: formatDollars(cents - fee),
    seller,
  });
}
