/** An order where our books and the payment provider disagree, in cents. */
export type Difference = {
  orderId: string;
  what: 'charged' | 'refunded' | 'transferred' | 'fees';
  ledger: number;
  processor: number;
};

export type MoneyFigures = { charged: number; refunded: number; transferred: number; fees: number };

const NO_FIGURES: MoneyFigures = { charged: 0, refunded: 0, transferred: 0, fees: 0 };

/** Amounts per order whose arrival at the payment provider isn't recorded yet, in cents. */
export type InFlight = Map<string, Record<'refunded' | 'transferred', number[]>>;

/** Returns every figure that differs, sorted by order id. */
export function compareFigures(ledger: Map<string, MoneyFigures>, provider: Map<string, MoneyFigures>): Difference[] {
  const ids = [...new Set([...ledger.keys(), ...provider.keys()])].sort();
  return ids.flatMap((orderId) => {
    const ledgerEntry = ledger.get(orderId) ?? NO_FIGURES;
    const providerEntry = provider.get(orderId) ?? NO_FIGURES;
    return (['charged', 'refunded', 'transferred', 'fees'] as const)
      .filter((what) => ledgerEntry[what] !== providerEntry[what])
      .map((what) => ({ orderId, what, ledger: ledgerEntry[what], processor: providerEntry[what] }));
  });
}

/**
 * Returns whether a difference exists only because money is moving: our books changed during the request to the payment
 * provider, or the provider has exactly what's in flight.
 * @param before our figures before the request to the payment provider
 */
export function isExplainedByInFlight(
  difference: Difference,
  before: MoneyFigures | undefined,
  inFlight: InFlight,
): boolean {
  const { orderId, what, ledger, processor } = difference;
  if ((before ?? NO_FIGURES)[what] !== ledger) return true;
  if (what !== 'refunded' && what !== 'transferred') return false;
  return hasSubsetWithSum(inFlight.get(orderId)?.[what] ?? [], processor - ledger);
}

/** Returns whether some of the amounts add up to `total`, which must be positive. */
function hasSubsetWithSum(amounts: readonly number[], total: number): boolean {
  if (total <= 0) return false;
  const [first, ...rest] = amounts;
  if (first === undefined) return false;
  return first === total || hasSubsetWithSum(rest, total) || hasSubsetWithSum(rest, total - first);
}

/**
 * Money that isn't ours, in cents: money held for orders, money that's being sent to someone, and the payment
 * provider's fees taken from it.
 */
export type MoneyOfOthers = { held: number; underWay: number; fees: number };

/**
 * Returns how many cents of other people's money are missing. The payment provider's fees on it don't count: we pay
 * them, and the order's earnings cover them later.
 */
export function computeShortfall({ held, underWay, fees }: MoneyOfOthers, balance: number): number {
  return Math.max(0, held + underWay - fees - balance);
}
