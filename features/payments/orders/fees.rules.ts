import { type FeeTerms, feeTerms } from '../../../content/fee-terms.ts';
import { formatDollars } from '../../../messages/amounts.ts';
import { memoizeFormatter } from '../../../messages/memoize-formatter.ts';
import type { Translator } from '../../../messages/translator.ts';
import * as messages from '../payments.messages.ts';
import type { OrderKind } from './orders.schema.ts';

const POINTS_PER_WHOLE = 10_000;

const getPercentFormat = memoizeFormatter(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
);

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

/** Formats a fee: "7.5%" in English, "7,5 %" in French. */
export const formatFeePercent = ({ locale }: Pick<Translator, 'locale'>, points: number): string =>
  getPercentFormat(locale).format(points / POINTS_PER_WHOLE);

/** Describes the fee included in a price, before it's paid. */
export function formatFeeLine(
  t: Translator,
  cents: number,
  points: number,
  seller: 'player' | 'coach' = 'player',
): string {
  if (points === 0) return t(messages.feeNone, { price: formatDollars(t, cents), seller });
  const fee = computeFee(cents, points);
  return t(messages.feeIncluded, {
    percent: formatFeePercent(t, points),
    fee: formatDollars(t, fee),
    rest: formatDollars(t, cents - fee),
    seller,
  });
}
