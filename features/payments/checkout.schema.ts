import { z } from 'zod';

/** A purchase: the price, the buyer, and for hires and coaching the player, coach or time, if already chosen. */
export const CheckoutInput = z.object({
  priceId: z.string('Choose what to buy.').max(64),
  userId: z.uuid("userId must be a person's ID."),
  mode: z.enum(['payment', 'subscription'], 'mode must be payment or subscription.').default('payment'),
  playerId: z.uuid("playerId must be a person's ID.").optional(),
  role: z.string().max(8).optional(),
  coachId: z.string().max(64).optional(),
  startsAt: z.iso.datetime('startsAt must be an instant such as 2026-05-01T19:00:00Z.').optional(),
  /** Whether to pay as much as possible with a hire credit. */
  useCredit: z.boolean().default(false),
});
export type CheckoutInput = z.output<typeof CheckoutInput>;

/** The URL to pay at. For an order fully covered by a credit, it's the success page. */
export const CheckoutAnswer = z.object({ url: z.string(), orderId: z.uuid() });

export const PortalInput = z.object({ returnUrl: z.string().max(500) });
export const Url = z.object({ url: z.string() });
