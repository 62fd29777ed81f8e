import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

export const ORDER_KINDS = ['founders', 'hire', 'coaching', 'assembly', 'subscription'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

export const ORDER_STATES = ['awaiting_payment', 'paid', 'expired', 'failed'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** Party that has to act. */
const ACTING_PARTIES = ['buyer', 'seller', 'concierge', 'admin', 'service'] as const;
export type ActingParty = (typeof ACTING_PARTIES)[number];

/** One line of the ledger as shown to people: where an order's money went, in cents. */
export const LedgerLine = z.object({
  at: instant,
  memo: z.string(),
  entries: z.array(z.object({ account: z.string(), cents: z.int() })),
});
export type LedgerLine = z.infer<typeof LedgerLine>;

/** Charged = held + released + refunded + fees for one order, in cents. */
export const Balance = z.object({
  charged: z.int(),
  held: z.int(),
  released: z.int(),
  refunded: z.int(),
  fees: z.int(),
});
export type Balance = z.infer<typeof Balance>;

/** Actions we request from the payment provider. */
export type ActionKind = 'open_session' | 'close_session' | 'read_fee' | 'refund' | 'transfer' | 'end_subscription';

/** Fulfillment progress of an order, as shown on the money page. */
export type OrderProgress = {
  stage: string;
  bookingId: string | null;
  teamBuildId: string | null;
  /** The payee if there's exactly one; otherwise null. */
  sellerId: string | null;
  /** The name they sell under, if it differs from their profile's. */
  sellerName?: string | undefined;
};
