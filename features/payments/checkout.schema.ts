import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import * as messages from './payments.messages.ts';

/** A purchase: the price, the buyer, and for hires and coaching the player, coach or time, if already chosen. */
export const CheckoutInput = z.object({
  priceId: z.string(issueText(messages.productMissing)).max(64),
  userId: z.uuid(issueText(messages.personIdInvalid, { field: 'userId' })),
  mode: z.enum(['payment', 'subscription'], issueText(messages.modeInvalid)).default('payment'),
  playerId: z.uuid(issueText(messages.personIdInvalid, { field: 'playerId' })).optional(),
  role: z.string().max(8).optional(),
  coachId: z.string().max(64).optional(),
  startsAt: z.iso.datetime(issueText(messages.startInvalid)).optional(),
  /** Whether to pay as much as possible with a hire credit. */
  useCredit: z.boolean().default(false),
  /**
   * Whether the caller asks the buyer for what's missing before the payment page opens: their age, or the current
   * terms. Checkout then answers 403 with the code `unconfirmed` and the missing field. Otherwise the payment page says
   * that paying confirms both. For a purchase with a hire credit, checkout always requires both, because there may be
   * no payment page.
   */
  asksBuyer: z.boolean().optional(),
  /** Versions of the terms and the Refund Policy that the buyer accepts now. */
  accepts: z.object({ terms: z.int(), refunds: z.int() }).optional(),
});
export type CheckoutInput = z.output<typeof CheckoutInput>;

/** URL of the payment page, or of the success page when a credit covers the whole order. */
export const CheckoutResponse = z.object({ url: z.string(), orderId: z.uuid() });

export const PortalInput = z.object({ returnUrl: z.string().max(500) });
export const Url = z.object({ url: z.string() });
