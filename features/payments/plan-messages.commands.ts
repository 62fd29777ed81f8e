import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { english } from '../../messages/lazy-text.ts';
import type { Message } from '../../messages/message.ts';
import type { Deps } from '../../server/deps.ts';
import { formatUtcDay } from '../../time/reader-times.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { PLAN_NAMES } from './entitlements.rules.ts';
import type { Order } from './orders/orders.queries.ts';
import { formatDollars } from './orders/orders.rules.ts';
import * as messages from './payments.messages.ts';
import type { PlanInvoice } from './plan-invoices.queries.ts';

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
    link: { label: english(messages.openOrder), path: paths.order(order.id) },
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
  const plan = PLAN_NAMES[invoice.plan];
  const charged = {
    amount: formatDollars(invoice.amountCents),
    card: invoice.card ?? 'unknown',
    from: formatUtcDay(invoice.periodStart),
    until: formatUtcDay(invoice.periodEnd),
  };
  const cause = `plan-charged:${invoice.invoiceId}`;
  if (reason === 'subscription_cycle') {
    await notifySubscriber(tx, deps, order, {
      cause,
      title: english(messages.planRenewedTitle, { plan }),
      lines: [english(messages.planRenewedText, charged)],
    });
  }
  if (reason === 'subscription_update') {
    await notifySubscriber(tx, deps, order, {
      cause,
      title: english(messages.planChangedTitle, { plan }),
      lines: [english(messages.planChangedText, charged)],
    });
  }
}

/** Notifies the buyer that a plan payment is being refunded. */
export async function notifyOfPlanRefund(
  tx: Db,
  deps: Deps,
  order: Order,
  { cause, cents, message }: { cause: string; cents: number; message: Message<{ amount: string }> },
): Promise<void> {
  await notifySubscriber(tx, deps, order, {
    cause: `plan-refund:${cause}`,
    title: english(messages.refundOnItsWay),
    lines: [english(message, { amount: formatDollars(cents) })],
  });
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
    title: english(confirm ? messages.confirmRenewalTitle : messages.renewalFailedTitle),
    lines: confirm
      ? [
          english(messages.confirmRenewalText, { amount: formatDollars(cents) }),
          english(messages.confirmRenewalDeadline),
        ]
      : [english(messages.renewalFailedText)],
    link: { label: english(messages.openAccount), path: paths.protocolAccount },
    dedupeKey: `${confirm ? 'invoice-confirm' : 'invoice-failed'}:${invoice}`,
  });
}
