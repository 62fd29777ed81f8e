import { API_VERSION, type StripeClient, type StripeEvent } from '../../../integrations/stripe/stripe.client.ts';
import type { Deps } from '../../../server/deps.ts';
import { toUtcDay } from '../../../time/instants.ts';
import { notifyAdmins } from '../order-admin.commands.ts';

/**
 * Notifies admins that an event has a different API version than ours, once a day per version.
 * @param where the source of the event, as named in the message
 */
export async function notifyAdminsOfVersionMismatch(deps: Deps, event: StripeEvent, where: string): Promise<void> {
  const { api_version: version, type } = event;
  deps.log.error({ version, type }, 'payment event has an unsupported API version');
  await deps.db.transaction((tx) =>
    notifyAdmins(tx, deps, {
      cause: `version:${version}:${toUtcDay(deps.now())}`,
      title: "The payment provider sends events we can't read",
      lines: [
        `${where} sends events of version ${version}, such as ${type}. We read ${API_VERSION}. Set that version at the endpoint. Until then, we check for changes there every five minutes.`,
      ],
    }),
  );
}

/**
 * Notifies admins once a day that an endpoint's events are signed with the other endpoint's secret. The two secrets
 * were swapped in the configuration, so every event is refused.
 * @param scope whose events these are
 */
export async function notifyAdminsOfSwappedSecrets(deps: Deps, scope: 'ours' | 'sellers'): Promise<void> {
  deps.log.error({ scope }, "payment events are signed with the other endpoint's secret");
  const [right, wrongSecret] =
    scope === 'sellers'
      ? ['STRIPE_CONNECT_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRET']
      : ['STRIPE_WEBHOOK_SECRET', 'STRIPE_CONNECT_WEBHOOK_SECRET'];
  await deps.db.transaction((tx) =>
    notifyAdmins(tx, deps, {
      cause: `secrets:${scope}:${toUtcDay(deps.now())}`,
      title: "The payment provider's secrets are mixed up",
      lines: [
        `Events about ${scope === 'sellers' ? 'accounts of sellers' : 'payments'} are signed with the secret set as ${wrongSecret}, so we refuse them. Set it as ${right}.`,
      ],
    }),
  );
}

/**
 * Returns an event with its object in the version we read, since the provider lists each event in the version that was
 * set when it was created.
 * @returns undefined when its object is gone
 */
export async function fetchInOurVersion(stripe: StripeClient, event: StripeEvent): Promise<StripeEvent | undefined> {
  if (event.api_version === API_VERSION) return event;
  const { id } = event.data.object as { id?: string };
  const object = id ? await retrieveObject(stripe, event, id) : undefined;
  return object && ({ ...event, api_version: API_VERSION, data: { object } } as unknown as StripeEvent);
}

async function retrieveObject(stripe: StripeClient, { type }: StripeEvent, id: string): Promise<object | undefined> {
  if (type.startsWith('checkout.session.')) return stripe.checkout.sessions.retrieve(id);
  if (type.startsWith('customer.subscription.')) return stripe.subscriptions.retrieve(id);
  if (type.startsWith('invoice.')) return stripe.invoices.retrieve(id);
  if (type.startsWith('charge.dispute.')) return stripe.disputes.retrieve(id);
  if (type.startsWith('charge.')) return stripe.charges.retrieve(id);
  if (type.startsWith('transfer.')) return stripe.transfers.retrieve(id);
  if (type.startsWith('refund.')) return stripe.refunds.retrieve(id);
  return undefined;
}
