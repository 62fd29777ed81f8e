/** One order where our books and the processor disagree; cents. */
export type Difference = {
  orderId: string;
  what: 'charged' | 'refunded' | 'transferred' | 'fees';
  ledger: number;
  processor: number;
};

export type Figures = { charged: number; refunded: number; transferred: number; fees: number };

const NOTHING: Figures = { charged: 0, refunded: 0, transferred: 0, fees: 0 };

/** Amounts of each order whose arrival at the processor is not written down yet, in cents. */
export type InFlight = Map<string, Record<'refunded' | 'transferred', number[]>>;

/** Every figure that differs, in the order of the ids. Reports, never mends. */
export function compareFigures(ledger: Map<string, Figures>, processor: Map<string, Figures>): Difference[] {
  const ids = [...new Set([...ledger.keys(), ...processor.keys()])].sort();
  return ids.flatMap((orderId) => {
    const ours = ledger.get(orderId) ?? NOTHING;
    const theirs = processor.get(orderId) ?? NOTHING;
    return (['charged', 'refunded', 'transferred', 'fees'] as const)
      .filter((what) => ours[what] !== theirs[what])
      .map((what) => ({ orderId, what, ledger: ours[what], processor: theirs[what] }));
  });
}

/**
 * Whether a difference comes from looking while money moves: our books changed while the processor was asked, or it has
 * exactly what is in flight there.
 * @param before what our books said before the processor was asked
 */
export function isUnderWay(difference: Difference, before: Figures | undefined, inFlight: InFlight): boolean {
  const { orderId, what, ledger, processor } = difference;
  if ((before ?? NOTHING)[what] !== ledger) return true;
  if (what !== 'refunded' && what !== 'transferred') return false;
  return isSumOf(inFlight.get(orderId)?.[what] ?? [], processor - ledger);
}

/** Whether some of the amounts add up to a total that is not zero. */
function isSumOf(amounts: readonly number[], total: number): boolean {
  if (total <= 0) return false;
  const [first, ...rest] = amounts;
  if (first === undefined) return false;
  return first === total || isSumOf(rest, total) || isSumOf(rest, total - first);
}

/** What is not the platform's own: held for orders, or on its way to somebody; and what the processor took of that. */
export type MoneyOfOthers = { held: number; underWay: number; fees: number };

/**
 * Cents that are missing of the money of others. The processor's fees on it are ours to bear, yet no alarm: they are
 * there again when the order has earned.
 */
export function computeShortfall({ held, underWay, fees }: MoneyOfOthers, balance: number): number {
  return Math.max(0, held + underWay - fees - balance);
}
