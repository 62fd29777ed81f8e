import { type StripeEvent, type StripeParams, toFailure } from '../../../integrations/stripe/stripe.client.ts';
import type { Deps } from '../../../server/deps.ts';
import { getStripe } from '../payment-provider.commands.ts';
import type { ObservedMovement } from '../provider-movements.commands.ts';
import {
  findOrderOfPayment,
  findOrderOfPlan,
  getId,
  getOrderId,
  type InvoicePayment,
  listPaymentsOfInvoice,
} from '../provider-payments.commands.ts';
import { fetchSeller, type SellerObservation } from '../seller-checks.commands.ts';
import { findSellerByAccount } from '../sellers.queries.ts';
import type { ObservedDispute } from './bank-disputes.commands.ts';
import { listOutsideRefunds, listOutsideReversals, listOutsideTransfers } from './outside-movements.commands.ts';

/** The current state of an event's object at the payment provider, so that the order of events doesn't matter. */
export type PreparedEvent = {
  observedAt?: Date;
  subscription?: {
    id: string;
    orderId: string | undefined;
    priceId: string | undefined;
    status: string;
    periodEnd: Date | null;
    cancelAtPeriodEnd: boolean;
    nextPriceId: string | null;
  };
  seller?: SellerObservation;
  /** Payments of the invoice. */
  payments?: InvoicePayment[];
  disputed?: ObservedDispute;
  /** Money that moved without our request. */
  movements?: ObservedMovement[];
};

/** Fetches the objects an event refers to from the payment provider, outside of any transaction. */
export async function prepareEvent(deps: Deps, event: StripeEvent): Promise<PreparedEvent> {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return prepareSubscription(deps, event.data.object.id);
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required': {
      const id = getId(event.data.object.parent?.subscription_details?.subscription);
      if (!id) return {};
      return {
        ...(await prepareSubscription(deps, id)),
        payments: await listPaymentsOfInvoice(deps, event.data.object.id),
      };
    }
    case 'checkout.session.completed': {
      const id = getId(event.data.object.subscription);
      return id ? prepareSubscription(deps, id) : {};
    }
    case 'account.updated': {
      // Events of an erased seller may arrive after the account is also gone at the provider.
      const seller = await findSellerByAccount(deps.db, event.data.object.id);
      return seller ? { seller: await fetchSeller(deps, event.data.object.id) } : {};
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.closed':
      return prepareDispute(deps, event.data.object);
    case 'charge.refunded':
      return { movements: await listOutsideRefunds(deps, event.data.object) };
    case 'transfer.created':
      return { movements: await listOutsideTransfers(deps, event.data.object) };
    case 'transfer.reversed':
      return { movements: await listOutsideReversals(deps, event.data.object) };
    default:
      return {};
  }
}

async function prepareDispute(deps: Deps, reportedDispute: StripeParams.Dispute): Promise<PreparedEvent> {
  const intent = getId(reportedDispute.payment_intent);
  const order = intent ? await findOrderOfPayment(deps, { intent, charge: getId(reportedDispute.charge) }) : undefined;
  if (!order) return {};
  // Use the dispute in the event when the provider no longer has it.
  const dispute = await getStripe(deps)
    .disputes.retrieve(reportedDispute.id)
    .catch((error: unknown) => {
      if (toFailure(error).code !== 'resource_missing') throw error;
      return reportedDispute;
    });
  return { disputed: { dispute, orderId: order.id } };
}

/** Fetches a plan's current state at the payment provider. */
export async function prepareSubscription(deps: Deps, id: string): Promise<PreparedEvent> {
  const observedAt = deps.now();
  const stripe = getStripe(deps);
  const subscription = await stripe.subscriptions.retrieve(id);
  const item = subscription.items.data[0];
  return {
    observedAt,
    subscription: {
      id,
      orderId: (await findOrderOfPlan(deps, id))?.id ?? getOrderId(subscription.metadata),
      // The lookup key is missing once a price has been replaced, so fall back to our metadata.
      priceId: item?.price.lookup_key ?? item?.price.metadata.price_id,
      status: subscription.status,
      periodEnd: item ? new Date(item.current_period_end * 1000) : null,
      cancelAtPeriodEnd:
        subscription.cancel_at_period_end || (subscription.cancel_at !== null && subscription.cancel_at !== undefined),
      nextPriceId: await findNextPrice(deps, getId(subscription.schedule)),
    },
  };
}

/** Returns our id of the price a schedule switches to. */
async function findNextPrice(deps: Deps, scheduleId: string | undefined): Promise<string | null> {
  if (!scheduleId) return null;
  const stripe = getStripe(deps);
  const schedule = await stripe.subscriptionSchedules.retrieve(scheduleId);
  const price = getId(schedule.phases.at(-1)?.items[0]?.price);
  if (!price) return null;
  const priceList = await stripe.prices.list({ lookup_keys: ['PRICE_PRO_MONTHLY', 'PRICE_PREMIUM_MONTHLY'] });
  return priceList.data.find((one) => one.id === price)?.lookup_key ?? null;
}
