/** One order where our books and the processor disagree; cents. */
export type Difference = {
  orderId: string;
  what: 'charged' | 'refunded' | 'transferred';
  ledger: number;
  processor: number;
};

export type Figures = { charged: number; refunded: number; transferred: number };

const NOTHING: Figures = { charged: 0, refunded: 0, transferred: 0 };

/** Every figure that differs, in the order of the ids. Reports, never mends. */
export function compare(ledger: Map<string, Figures>, processor: Map<string, Figures>): Difference[] {
  const ids = [...new Set([...ledger.keys(), ...processor.keys()])].sort();
  return ids.flatMap((orderId) => {
    const ours = ledger.get(orderId) ?? NOTHING;
    const theirs = processor.get(orderId) ?? NOTHING;
    return (['charged', 'refunded', 'transferred'] as const)
      .filter((what) => ours[what] !== theirs[what])
      .map((what) => ({ orderId, what, ledger: ours[what], processor: theirs[what] }));
  });
}
