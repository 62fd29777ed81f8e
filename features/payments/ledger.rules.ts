/** Accounts of the ledger. Amounts are cents; money from a buyer is negative on `buyer`. */
const ACCOUNTS = ['buyer', 'held', 'seller', 'platform', 'refund', 'processor_fee'] as const;
export type Account = (typeof ACCOUNTS)[number];
export type Entries = Partial<Record<Account, number>>;

/** Returns the entries of a payment: the buyer's money plus the hire credit, which the platform pays. */
export const createPaymentEntries = (cash: number, credit: number): Entries => ({
  buyer: -cash,
  held: cash + credit,
  platform: -credit,
});

/** Returns the entries of a paid month of a plan, which is platform revenue immediately. */
export const createInvoiceEntries = (cents: number): Entries => ({ buyer: -cents, platform: cents });

export const createFeeEntries = (cents: number): Entries => ({ platform: -cents, processor_fee: cents });

/** Returns the entries of a release: the seller's part and the fee we keep. */
export const createReleaseEntries = (cents: number, fee = 0): Entries => ({
  held: -cents,
  seller: cents - fee,
  ...(fee > 0 ? { platform: fee } : {}),
});

/** Returns the entries of a refund: the payer gets their part, and the part a credit covered returns to us. */
export const createRefundEntries = (cash: number, credit: number): Entries => ({
  held: -(cash + credit),
  refund: cash,
  platform: credit,
});

/**
 * Returns the entries of a refund made in the provider's dashboard. Held money is used first, and the rest is our loss.
 */
export function createOutsideRefundEntries(cents: number, heldCents: number): Entries {
  const heldPart = Math.min(cents, heldCents);
  return { held: -heldPart, platform: -(cents - heldPart), refund: cents };
}

/**
 * Returns the entries of a transfer to a seller made in the provider's dashboard. Held money is used first, and the
 * rest is our loss.
 */
export function createOutsideTransferEntries(cents: number, heldCents: number): Entries {
  const heldPart = Math.min(cents, heldCents);
  return { held: -heldPart, platform: -(cents - heldPart), seller: cents };
}

/** Returns the entries with which we make up for money that's no longer held, so the order can continue. */
export const createCoveredEntries = (cents: number): Entries => ({ platform: -cents, held: cents });

/** Returns the entries with opposite signs. */
export const reverseEntries = (entries: Entries): Entries =>
  Object.fromEntries(Object.entries(entries).map(([account, cents]) => [account, -cents]));

/** Returns the entries of a refund of money that was already ours, for plans within their guarantee. */
export const createEarnedRefundEntries = (cents: number): Entries => ({ platform: -cents, refund: cents });

/** Returns the entries that undo a refund that was never sent because the bank had already taken the same money. */
export const createUndoneRefundEntries = (cents: number): Entries => ({ refund: -cents, platform: cents });

/** Returns the entries that undo a payout that was never sent because there's no one to receive it. */
export const createUndoneReleaseEntries = (cents: number): Entries => ({ seller: -cents, held: cents });

export const createEarningEntries = (cents: number): Entries => ({ held: -cents, platform: cents });

/**
 * Returns the entries of a refund the payment provider couldn't deliver. The money is held again until an admin finds
 * another way.
 */
export const createReturnedRefundEntries = (cents: number): Entries => ({ refund: -cents, held: cents });

/** Returns the entries of a lost bank dispute. The charge is taken from held money first, and the rest is our loss. */
export function createChargebackEntries(cents: number, heldCents: number): Entries {
  const heldPart = Math.min(cents, heldCents);
  return { buyer: cents, held: -heldPart, platform: -(cents - heldPart) };
}

/** Returns the entries without zero amounts, which the ledger doesn't store. */
export function omitZeroEntries(entries: Entries): [Account, number][] {
  return (Object.entries(entries) as [Account, number][]).filter(([, cents]) => cents !== 0);
}

/**
 * Returns an order's balance, where charged = held + released + refunded + fees. This is true for any set of balanced
 * journals of an order.
 */
export function toBalance(totals: Entries) {
  const getTotal = (account: Account) => totals[account] ?? 0;
  return {
    charged: getTotal('buyer') === 0 ? 0 : -getTotal('buyer'),
    held: getTotal('held'),
    released: getTotal('seller'),
    refunded: getTotal('refund'),
    fees: getTotal('platform') + getTotal('processor_fee'),
  };
}
