import { type FeeTerms, feeTerms } from '../../../content/fee-terms.ts';
import { dollars } from './orders.rules.ts';
import type { OrderKind } from './orders.schema.ts';

const WHOLE = 10_000;

/**
 * The fee on what is released for a kind of order, in hundredths of a percent.
 * @param sellerId whose terms may be their own; null while nobody is chosen
 */
export function feePointsOf(kind: OrderKind, sellerId: string | null, terms: FeeTerms = feeTerms): number {
  if (kind === 'founders' || kind === 'subscription') return 0;
  return (sellerId ? terms.bySeller[sellerId]?.[kind] : undefined) ?? terms.byKind[kind];
}

/** The fee on an amount, in cents. */
export const feeOn = (cents: number, points: number): number => Math.round((cents * points) / WHOLE);

export const feePercent = (points: number): string => `${points / 100} %`;

/** What a price holds, before it is paid. */
export function feeLine(cents: number, points: number, who = 'player'): string {
  if (points === 0) return `Our fee is 0 %: the whole ${dollars(cents)} is for the ${who}.`;
  const fee = feeOn(cents, points);
  return `Our fee of ${feePercent(points)} is in the price: ${dollars(fee)} for us, ${dollars(cents - fee)} for the ${who}.`;
}
