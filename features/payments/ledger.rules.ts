/** Accounts of the one ledger. Amounts are cents; what comes in from a buyer is negative on `buyer`. */
const ACCOUNTS = ['buyer', 'held', 'seller', 'platform', 'refund', 'processor_fee'] as const;
export type Account = (typeof ACCOUNTS)[number];
export type Entries = Partial<Record<Account, number>>;

/** A payment: the buyer's money and what a hire credit adds, which the platform pays. */
export const createPaymentEntries = (cash: number, credit: number): Entries => ({
  buyer: -cash,
  held: cash + credit,
  platform: -credit,
});

/** A paid month of a plan: ours at once. */
export const createInvoiceEntries = (cents: number): Entries => ({ buyer: -cents, platform: cents });

export const createFeeEntries = (cents: number): Entries => ({ platform: -cents, processor_fee: cents });

/** A release: the seller's part, and the fee that we keep of it. */
export const createReleaseEntries = (cents: number, fee = 0): Entries => ({
  held: -cents,
  seller: cents - fee,
  ...(fee > 0 ? { platform: fee } : {}),
});

/** A refund: the payer's part goes back, the part that a credit had covered returns to us. */
export const createRefundEntries = (cash: number, credit: number): Entries => ({
  held: -(cash + credit),
  refund: cash,
  platform: credit,
});

/** A refund that was made in the provider's dashboard: out of what is held as far as that reaches, the rest is our loss. */
export function outsideRefundEntries(cents: number, held: number): Entries {
  const fromHeld = Math.min(cents, held);
  return { held: -fromHeld, platform: -(cents - fromHeld), refund: cents };
}

/** The same for a transfer to a seller. */
export function outsideTransferEntries(cents: number, held: number): Entries {
  const fromHeld = Math.min(cents, held);
  return { held: -fromHeld, platform: -(cents - fromHeld), seller: cents };
}

/** We pay for what left the hold, so that the order can go on. */
export const coveredEntries = (cents: number): Entries => ({ platform: -cents, held: cents });

/** The opposite of entries. */
export const reversedEntries = (entries: Entries): Entries =>
  Object.fromEntries(Object.entries(entries).map(([account, cents]) => [account, -cents]));

/** A refund of money that was ours already: plans within their guarantee. */
export const earnedRefundEntries = (cents: number): Entries => ({ platform: -cents, refund: cents });

/** A refund that was never sent, because the bank had taken the same money already. */
export const undoneRefundEntries = (cents: number): Entries => ({ refund: -cents, platform: cents });

/** A payout that was never sent, because nobody is there to have it. */
export const undoneReleaseEntries = (cents: number): Entries => ({ seller: -cents, held: cents });

export const earningEntries = (cents: number): Entries => ({ held: -cents, platform: cents });

/** The processor could not deliver a refund: it is held again until an admin finds another way. */
export const returnedRefundEntries = (cents: number): Entries => ({ refund: -cents, held: cents });

/** A lost card dispute takes the charge back: out of the hold as far as it reaches, the rest is our loss. */
export function chargebackEntries(cents: number, held: number): Entries {
  const fromHeld = Math.min(cents, held);
  return { buyer: cents, held: -fromHeld, platform: -(cents - fromHeld) };
}

/** Entries without the zero ones, which the ledger does not keep. */
export function withoutZeroEntries(entries: Entries): [Account, number][] {
  return (Object.entries(entries) as [Account, number][]).filter(([, cents]) => cents !== 0);
}

/** Charged = held + released + refunded + fees; true of any set of balanced journals of an order. */
export function toBalance(totals: Entries) {
  const of = (account: Account) => totals[account] ?? 0;
  return {
    charged: of('buyer') === 0 ? 0 : -of('buyer'),
    held: of('held'),
    released: of('seller'),
    refunded: of('refund'),
    fees: of('platform') + of('processor_fee'),
  };
}
