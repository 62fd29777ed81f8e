import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { formatDollars } from '../../messages/amounts.ts';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps } from '../../server/deps.ts';
import { formatUtcDay } from '../../time/reader-times.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import { PLAN_NAMES } from './entitlements.rules.ts';
import type { Order } from './orders/orders.queries.ts';
import * as messages from './payments.messages.ts';
import type { PlanInvoice } from './plan-invoices.queries.ts';

/** Why a plan was charged, in the provider's terms. */
export type Reason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | (string & {}) | null;

async function notifySubscriber(
  tx: Db,
  deps: Deps,
  order: Order,
  { cause, write }: { cause: string; write: (t: Translator) => { title: string; lines: string[] } },
): Promise<void> {
  if (!order.buyerId) return;
  await enqueueNotification(tx, deps, {
    userId: order.buyerId,
    write: (t) => ({
      kind: 'payment',
      ...write(t),
      link: { label: t(messages.openOrder), path: paths.order(order.id) },
      dedupeKey: cause,
    }),
  });
}

/** Notifies the buyer that a plan was charged again. The order confirmation covers its first month. */
export async function notifyOfCharge(
  tx: Db,
  deps: Deps,
  order: Order,
  { invoice, reason }: { invoice: PlanInvoice; reason: Reason },
): Promise<void> {
  if (reason !== 'subscription_cycle' && reason !== 'subscription_update') return;
  const isRenewal = reason === 'subscription_cycle';
  const plan = PLAN_NAMES[invoice.plan];
  await notifySubscriber(tx, deps, order, {
    cause: `plan-charged:${invoice.invoiceId}`,
    write: (t) => {
      const chargeParams = {
        amount: formatDollars(t, invoice.amountCents),
        card: invoice.card ?? 'unknown',
        from: formatUtcDay(t, invoice.periodStart),
        until: formatUtcDay(t, invoice.periodEnd),
      };
      return {
        title: t(isRenewal ? messages.planRenewedTitle : messages.planChangedTitle, { plan }),
        lines: [t(isRenewal ? messages.planRenewedText : messages.planChangedText, chargeParams)],
      };
    },
  });
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
    write: (t) => ({ title: t(messages.refundOnItsWay), lines: [t(message, { amount: formatDollars(t, cents) })] }),
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
    write: (t) => ({
      kind: 'payment',
      title: t(confirm ? messages.confirmRenewalTitle : messages.renewalFailedTitle),
      lines: confirm
        ? [t(messages.confirmRenewalText, { amount: formatDollars(t, cents) }), t(messages.confirmRenewalDeadline)]
        : [t(messages.renewalFailedText)],
      link: { label: t(messages.openAccount), path: paths.protocolAccount },
      dedupeKey: `${confirm ? 'invoice-confirm' : 'invoice-failed'}:${invoice}`,
    }),
  });
}
