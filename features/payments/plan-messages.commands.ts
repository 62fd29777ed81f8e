import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { formatUtcDay } from '../../time/reader-times.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import type { Order } from './orders/orders.queries.ts';
import { formatDollars } from './orders/orders.rules.ts';
import type { PlanInvoice } from './plan-invoices.queries.ts';

const NAMES = { pro: 'Pro', premium: 'Premium' } as const;

/** Why a plan was charged, in the provider's terms. */
export type Reason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | (string & {}) | null;

async function notifySubscriber(
  tx: Db,
  deps: Deps,
  order: Order,
  { cause, title, lines }: { cause: string; title: string; lines: string[] },
): Promise<void> {
  if (!order.buyerId) return;
  await enqueueNotification(tx, deps, {
    userId: order.buyerId,
    kind: 'payment',
    title,
    lines,
    link: { label: 'Open the order', path: paths.order(order.id) },
    dedupeKey: cause,
  });
}

/** Notifies the buyer that a plan was charged again. The order confirmation covers its first month. */
export async function notifyOfCharge(
  tx: Db,
  deps: Deps,
  order: Order,
  { invoice, reason }: { invoice: PlanInvoice; reason: Reason },
): Promise<void> {
  const name = NAMES[invoice.plan];
  const days = `${formatUtcDay(invoice.periodStart)} to ${formatUtcDay(invoice.periodEnd)}`;
  const charged = `We charged ${formatDollars(invoice.amountCents)} to ${invoice.card ?? 'your card'}`;
  const cause = `plan-charged:${invoice.invoiceId}`;
  if (reason === 'subscription_cycle') {
    await notifySubscriber(tx, deps, order, {
      cause,
      title: `Your ${name} plan was renewed`,
      lines: [`${charged} for ${days}.`],
    });
  }
  if (reason === 'subscription_update') {
    const lines = [`${charged} for the remaining days, ${days}.`];
    await notifySubscriber(tx, deps, order, { cause, title: `Your plan is now ${name}`, lines });
  }
}

/** Notifies the buyer that a plan payment is being refunded. */
export async function notifyOfPlanRefund(
  tx: Db,
  deps: Deps,
  order: Order,
  { cause, cents, why }: { cause: string; cents: number; why: string },
): Promise<void> {
  const lines = [`We're refunding ${formatDollars(cents)} to your card. ${why}`];
  await notifySubscriber(tx, deps, order, { cause: `plan-refund:${cause}`, title: 'Your refund is on its way', lines });
}

/** Notifies the buyer that a renewal was declined, or that their bank needs them to confirm it. */
export async function notifyOfUnpaidPlan(
  tx: Db,
  deps: Deps,
  order: Order,
  { invoice, cents, confirm }: { invoice: string; cents: number; confirm: boolean },
): Promise<void> {
  if (!order.buyerId) return;
  await enqueueNotification(tx, deps, {
    userId: order.buyerId,
    kind: 'payment',
    title: confirm ? 'Confirm your plan renewal' : "We couldn't renew your plan",
    lines: confirm
      ? [
          `Your bank needs you to confirm the payment of ${formatDollars(cents)}. Open Manage Subscription on your account page and confirm it there.`,
          "Your plan stays active for a few days. If you don't confirm, it will end.",
        ]
      : ['Your card was declined. Your plan stays active while we try again. Check your card on your account page.'],
    link: { label: 'Open your account', path: paths.protocolAccount },
    dedupeKey: `${confirm ? 'invoice-confirm' : 'invoice-failed'}:${invoice}`,
  });
}
