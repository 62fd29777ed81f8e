import { paths } from '../../content/paths.ts';
import type { Db } from '../../db/database.ts';
import { type StripeParams, toFailure } from '../../integrations/stripe/stripe.client.ts';
import { formatDollars } from '../../messages/amounts.ts';
import { english } from '../../messages/lazy-text.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps } from '../../server/deps.ts';
import { addMs } from '../../time/instants.ts';
import { DAY_MS } from '../../time/units.ts';
import { enqueueNotification } from '../notifications/notifications.commands.ts';
import type { Finding } from './money.schema.ts';
import { listAccountsPaidSince } from './money-actions.queries.ts';
import { notifyAdmins } from './order-admin.commands.ts';
import { getStripe } from './payment-provider.commands.ts';
import * as messages from './payments.messages.ts';
import { findSellerByAccount, savePayoutSnapshot } from './sellers.queries.ts';

/** How far back we check payouts. Sending one takes days, and a bank may return it within five business days. */
const LOOK_BACK_MS = 30 * DAY_MS;

type Payout = Pick<StripeParams.Payout, 'id' | 'amount' | 'status' | 'failure_message'>;
/** An account, and when its state was observed. */
type PayoutSnapshot = { accountId: string; at: Date };

/**
 * Records the result of a seller's newest payout to their bank. Notifies the seller and the admins of a returned payout
 * once, even if both an event and a check report it.
 * @returns whether it was returned and we didn't know yet
 */
export async function recordPayoutObservation(
  tx: Db,
  deps: Deps,
  payout: Payout,
  { accountId, at }: PayoutSnapshot,
): Promise<boolean> {
  const seller = await findSellerByAccount(tx, accountId);
  if (!seller) return false;
  const isFailed = payout.status === 'failed';
  const explain = (t: Translator) => payout.failure_message ?? t(messages.payoutReturnedUnknown);
  const problem = isFailed ? explain(english) : null;
  await savePayoutSnapshot(tx, accountId, problem, at);
  if (!isFailed) return false;
  const cause = `payout-failed:${payout.id}`;
  await enqueueNotification(tx, deps, {
    userId: seller.userId,
    write: (t) => ({
      kind: 'payment',
      title: t(messages.bankReturnedTitle),
      lines: [explain(t), t(messages.bankReturnedText)],
      link: { label: t(messages.openPayouts), path: paths.money },
      dedupeKey: cause,
    }),
  });
  await notifyAdmins(tx, deps, {
    cause,
    title: 'A payout failed',
    lines: [`${formatDollars(english, payout.amount)} was returned: ${problem}`],
  });
  return seller.payoutProblem !== problem;
}

/**
 * Translates a stored payout problem. The problem is the payment provider's text in English or, if there was none, our
 * own text.
 */
export const translatePayoutProblem = (t: Translator, problem: string): string =>
  problem === english(messages.payoutReturnedUnknown) ? t(messages.payoutReturnedUnknown) : problem;

/** Checks every seller who was paid recently, because events about their payouts may have been lost. */
export async function checkPayouts(deps: Deps): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const accountId of await listAccountsPaidSince(deps.db, addMs(deps.now(), -LOOK_BACK_MS))) {
    const payout = await findNewestPayout(deps, accountId);
    if (!payout) continue;
    const isNews = await deps.db.transaction((tx) =>
      recordPayoutObservation(tx, deps, payout, { accountId, at: deps.now() }),
    );
    if (!isNews) continue;
    const sentence = "A player's bank returned a payout and we missed it. We've notified the player.";
    findings.push({ what: 'event', processorId: payout.id, orderId: null, settled: true, sentence });
  }
  return findings;
}

/**
 * Returns the newest payout that arrived or was returned; undefined when there is none, or we may no longer access the
 * account.
 */
async function findNewestPayout(deps: Deps, accountId: string): Promise<Payout | undefined> {
  try {
    const { data } = await getStripe(deps).payouts.list({ limit: 10 }, { stripeAccount: accountId });
    return data.find(({ status }) => status === 'paid' || status === 'failed');
  } catch (error) {
    const { certain, code } = toFailure(error);
    if (!certain) throw error;
    deps.log.warn({ accountId, code }, "could not list a seller's payouts");
    return undefined;
  }
}
