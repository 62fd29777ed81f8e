import { paths } from '../../content/paths.ts';
import { refundTerms } from '../../content/refund-terms.ts';
import type { Db } from '../../db/database.ts';
import { formatDollars, lazyDollars } from '../../messages/amounts.ts';
import { type SharedText, writeInEveryLanguage, writeSharedText } from '../../messages/every-language.ts';
import { english, lazyText, type Translatable, translate } from '../../messages/lazy-text.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { addMs } from '../../time/instants.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
import { enqueueNotifications } from '../notifications/notifications.commands.ts';
import {
  closeDispute,
  type Dispute,
  findDispute,
  findOpenDispute,
  insertDispute,
  insertMessage,
  listDisputeMessages,
  updateDispute,
} from './disputes.queries.ts';
import { restoreCredit } from './entitlements.commands.ts';
import { getTotals } from './ledger.queries.ts';
import { notifyAdmins } from './order-admin.commands.ts';
import { getFulfillment } from './orders/fulfillment.commands.ts';
import { addOrderNote, isFullyHeld, lockOrder, refundHeld } from './orders/orders.commands.ts';
import { type Order, setNextDeadline } from './orders/orders.queries.ts';
import { getSellerLabel, ORDER_DEADLINES } from './orders/orders.rules.ts';
import { refuseOwnCase } from './own-cases.commands.ts';
import * as messages from './payments.messages.ts';

export type Party = 'buyer' | 'seller' | 'admin';
type Viewer = Person & { isAdmin: boolean };

/**
 * Returns a person's role in an order: buyer, seller or admin.
 * @throws Refusal not_found for people without a role
 */
export async function requireParty(db: Db, deps: Deps, order: Order, person: Viewer): Promise<Party> {
  if (order.buyerId === person.userId) return 'buyer';
  if ((await getFulfillment(deps, order).findSeller(db, order.id)) === person.userId) return 'seller';
  if (person.isAdmin) return 'admin';
  throw new Refusal('not_found', messages.orderUnknown);
}

/**
 * Opens a dispute for an admin to decide. The held funds stay on hold until the decision.
 * @throws Refusal conflict when no money is held or nothing has started
 */
export async function openDispute(deps: Deps, actor: Person, orderId: string, reason: string): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const party = await requireParty(tx, deps, order, { ...actor, isAdmin: false });
    const now = deps.now();
    if (!(await getFulfillment(deps, order).freeze(tx, deps, order)))
      throw new Refusal('conflict', messages.disputeImpossible);
    const id = await insertDispute(tx, { orderId, openedBy: actor.userId, reason, createdAt: now });
    await insertMessage(tx, { disputeId: id, authorId: actor.userId, authorRole: party, text: reason, createdAt: now });
    await setNextDeadline(tx, orderId, { waitsFor: 'admin', deadlineAt: addMs(now, ORDER_DEADLINES.admin), now });
    await addOrderNote(tx, deps, orderId, (t) =>
      t(messages.historyDispute, { party, days: refundTerms.disputeDecisionDays }),
    );
    const cause = `dispute:${id}`;
    const title = english(messages.disputeOpenedTitle);
    await notifyAdmins(tx, deps, { cause, title, lines: [reason.slice(0, 200)] });
    await notifyParties(tx, deps, order, {
      cause,
      write: (t) => ({ title: t(messages.disputeOpenedTitle), lines: [t(messages.disputeOpenedText)] }),
      except: actor.userId,
    });
    return id;
  });
}

/**
 * Asks an admin to decide about held money that isn't disputed, in the caller's transaction. The caller must have put
 * the purchase on hold before.
 * @param explain writes the reason for both sides and the admins
 */
export async function requestDecision(
  tx: Db,
  deps: Deps,
  order: Order,
  explain: (t: Translator) => string,
): Promise<void> {
  const now = deps.now();
  const reason = explain(english);
  const id = await insertDispute(tx, { orderId: order.id, openedBy: null, reason, createdAt: now });
  await setNextDeadline(tx, order.id, { waitsFor: 'admin', deadlineAt: addMs(now, ORDER_DEADLINES.admin), now });
  await addOrderNote(tx, deps, order.id, explain);
  const cause = `dispute:${id}`;
  await notifyAdmins(tx, deps, { cause, title: english(messages.decisionNeededTitle), lines: [reason] });
  await notifyParties(tx, deps, order, {
    cause,
    write: (t) => ({ title: t(messages.decisionNeededTitle), lines: [explain(t)] }),
  });
}

/** Notifies both sides of an order. */
export async function notifyParties(
  tx: Db,
  deps: Deps,
  order: Order,
  { except, ...said }: OrderMessage & { except?: string },
): Promise<void> {
  const seller = await getFulfillment(deps, order).findSeller(tx, order.id);
  const people = [order.buyerId, seller].filter((id): id is string => Boolean(id) && id !== except);
  await notifyOrderPeople(tx, deps, order, { ...said, people });
}

/** A message about an order. `write` is called once per recipient, in their language. */
type OrderMessage = { cause: string; write: (t: Translator) => { title: string; lines: string[] } };

/** Notifies the given people of an order, with a link to it. */
export async function notifyOrderPeople(
  tx: Db,
  deps: Deps,
  order: Order,
  { cause, write, people }: OrderMessage & { people: readonly string[] },
): Promise<void> {
  await enqueueNotifications(
    tx,
    deps,
    people.map((userId) => ({
      userId,
      write: (t) => ({
        kind: 'booking',
        ...write(t),
        link: { label: t(messages.openOrder), path: paths.order(order.id) },
        dedupeKey: `${cause}:${userId}`,
      }),
    })),
  );
}

/**
 * Adds a message to a dispute's chat. Ignores a repeat of the last message by the same person, because it's a retry
 * after a lost response.
 */
export async function writeInDispute(deps: Deps, actor: Viewer, disputeId: string, text: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const dispute = await requireOpenDispute(tx, disputeId);
    const order = await lockOrder(tx, dispute.orderId);
    const party = await requireParty(tx, deps, order, actor);
    const last = (await listDisputeMessages(tx, disputeId)).at(-1);
    if (last?.authorId === actor.userId && last.text === text) return;
    const now = deps.now();
    await insertMessage(tx, { disputeId, authorId: actor.userId, authorRole: party, text, createdAt: now });
    await notifyParties(tx, deps, order, {
      cause: `word:${disputeId}:${now.getTime()}`,
      write: (t) => ({ title: t(messages.disputeUpdateTitle), lines: [text.slice(0, 200)] }),
      except: actor.userId,
    });
  });
}

async function requireOpenDispute(tx: Db, disputeId: string): Promise<Dispute> {
  const dispute = await findDispute(tx, disputeId);
  if (dispute?.source !== 'people') throw new Refusal('not_found', messages.disputeUnknown);
  if (dispute.state !== 'open') throw new Refusal('conflict', messages.disputeAlreadyDecided);
  return dispute;
}

type Split = { sellerCents: number; refundCents: number; decision: string };

/**
 * Splits the held funds as an admin decided.
 * @param disputeDecision cents for the player (or players) and for the buyer's refund; must add up to the held amount
 */
export async function decideDispute(
  deps: Deps,
  admin: Person,
  disputeId: string,
  disputeDecision: Split,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const dispute = await findDispute(tx, disputeId);
    if (!dispute) throw new Refusal('not_found', messages.disputeUnknown);
    const order = await lockOrder(tx, dispute.orderId);
    await requireOpenDispute(tx, disputeId);
    await refuseOwnCase(tx, deps, order, admin);
    const heldCents = (await getTotals(tx, order.id)).held ?? 0;
    if (disputeDecision.sellerCents + disputeDecision.refundCents !== heldCents) {
      throw new Refusal('invalid', lazyText(messages.splitMismatch, { amount: lazyDollars(heldCents) }), 'sellerCents');
    }
    await applyDisputeDecision(tx, deps, order, { ...disputeDecision, disputeId, decidedBy: admin.userId });
    await recordAudit(tx, deps, {
      adminId: admin.userId,
      action: 'decide_dispute',
      targetType: 'order',
      targetId: order.id,
      after: disputeDecision,
    });
  });
}

/**
 * Applies the default once the time to decide is over: pays the uncontested part to the player and refunds the rest.
 * @returns false when there's no dispute, or its time isn't over yet
 */
export async function decideByDefault(tx: Db, deps: Deps, order: Order): Promise<boolean> {
  const dispute = await findOpenDispute(tx, order.id);
  if (!dispute || addMs(dispute.createdAt, ORDER_DEADLINES.admin) > deps.now()) return false;
  const decision = lazyText(messages.decidedByDefault, { days: refundTerms.disputeDecisionDays });
  await decideByRule(tx, deps, order, { decision });
  return true;
}

/**
 * Decides an order's open dispute by its rules: pays the uncontested part to the player and refunds the rest.
 * @param unasked set if the order wasn't disputed and the entry only records how the order ended
 */
async function decideByRule(
  tx: Db,
  deps: Deps,
  order: Order,
  { decision, unasked }: { decision: Translatable; unasked?: UnrequestedRefund },
): Promise<void> {
  const dispute = await findOpenDispute(tx, order.id);
  if (!dispute) return;
  const heldCents = (await getTotals(tx, order.id)).held ?? 0;
  const sellerCents = Math.min(heldCents, await getFulfillment(deps, order).uncontested(tx, deps, order));
  await applyDisputeDecision(tx, deps, order, {
    disputeId: dispute.id,
    sellerCents,
    refundCents: heldCents - sellerCents,
    decision,
    decidedBy: null,
    ...(unasked ? { unasked } : {}),
  });
}

/** When an undisputed order ended, and whether its buyer is notified elsewhere. */
type UnrequestedRefund = { at: Date; buyerKnows: boolean };

/**
 * Ends a running order by its rules, without waiting for anyone's decision.
 * @param options `asks`: end it even if it isn't disputed; `buyerKnows`: send the buyer no message, because the caller
 * notifies them
 * @returns false when there's nothing to decide, or the order isn't disputed and `asks` is false
 */
export async function endByRule(
  tx: Db,
  deps: Deps,
  order: Order,
  { why, asks, buyerKnows = false }: { why: Translatable; asks: boolean; buyerKnows?: boolean },
): Promise<boolean> {
  if (await findOpenDispute(tx, order.id)) {
    await decideByRule(tx, deps, order, { decision: why });
    return true;
  }
  if (!asks || !(await getFulfillment(deps, order).freeze(tx, deps, order))) return false;
  const at = deps.now();
  const reason = translate(english, why);
  await insertDispute(tx, { orderId: order.id, openedBy: null, reason, createdAt: at });
  await addOrderNote(tx, deps, order.id, why);
  await decideByRule(tx, deps, order, { decision: why, unasked: { at, buyerKnows } });
  return true;
}

/** @property decision the admin's explanation, or our own text */
type DisputeDecision = Omit<Split, 'decision'> & {
  disputeId: string;
  decision: SharedText;
  decidedBy: string | null;
  unasked?: UnrequestedRefund;
};

async function applyDisputeDecision(tx: Db, deps: Deps, order: Order, disputeDecision: DisputeDecision): Promise<void> {
  const { disputeId, sellerCents, refundCents, decidedBy, unasked } = disputeDecision;
  const decision = writeInEveryLanguage(disputeDecision.decision);
  // `findDisputeOfOrder` skips entries of undisputed orders, whose `createdAt` and `decidedAt` are equal.
  const decidedAt = unasked?.at ?? deps.now();
  await closeDispute(tx, disputeId, {
    sellerCents,
    refundCents,
    decision: decision.text,
    decisionTranslations: decision.translations,
    decidedBy,
    decidedAt,
  });
  const cause = `dispute:${disputeId}:refund`;
  const isFullRefund = sellerCents === 0 && (await isFullyHeld(tx, order));
  const refundedParts = await refundHeld(tx, deps, order, { cause, cents: refundCents, memo: messages.memoDecision });
  if (isFullRefund) await restoreCredit(tx, deps, order);
  const fulfillment = getFulfillment(deps, order);
  const paidCents = await fulfillment.decide(tx, deps, order, { disputeId, sellerCents });
  // Store the amounts that people receive. They exclude our fee and the part that a hire credit had covered.
  await updateDispute(tx, disputeId, { sellerCents: paidCents, refundCents: refundedParts.cash });
  const describe = (t: Translator) => ({
    seller: getSellerLabel(order.kind),
    sellerAmount: formatDollars(t, paidCents),
    buyerAmount: formatDollars(t, refundedParts.cash),
  });
  const decider = unasked ? messages.orderEndedText : decidedBy ? messages.staffDecidedText : messages.decidedText;
  const summarize = (t: Translator) =>
    t(decider, { ...describe(t), decision: writeSharedText(t, disputeDecision.decision) });
  await addOrderNote(tx, deps, order.id, unasked ? (t) => t(messages.historyEnded, describe(t)) : summarize);
  await notifyParties(tx, deps, order, {
    cause: `decided:${disputeId}`,
    write: (t) => ({
      title: t(unasked ? messages.orderEndedTitle : messages.disputeDecidedTitle),
      lines: [summarize(t)],
    }),
    ...(unasked?.buyerKnows && order.buyerId ? { except: order.buyerId } : {}),
  });
  await fulfillment.settle(tx, deps, order.id);
}
