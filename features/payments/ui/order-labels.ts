import {
  getNextStep,
  orderBadges,
  orderStatuses,
  type StageStatus,
  stageStatuses,
  type Turn,
  turnLabels,
} from '../../../content/statuses.ts';
import { formatDollars } from '../../../messages/amounts.ts';
import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { Tone } from '../../../web/ui/tone.ts';
import type { OrderCard, OrderView } from '../money.schema.ts';
import { getSellerLabel } from '../orders/orders.rules.ts';
import * as messages from '../payments.messages.ts';
import { ORDER_KIND_LABELS } from './order-kind-labels.ts';

type State = { label: string; tone: Tone };

const toLabel = (t: Translator, { badge, tone }: StageStatus): State => ({ label: t(badge), tone });

const isStage = (stage: string): stage is keyof typeof stageStatuses => stage in stageStatuses;

/** @param isFrozen whether the payment is under bank review; overrides the stage */
export function getStageLabel(t: Translator, stage: string, isFrozen = false): State {
  if (isFrozen) return toLabel(t, orderBadges.frozen);
  return isStage(stage) ? toLabel(t, stageStatuses[stage]) : { label: stage, tone: 'neutral' };
}

/** Returns an order's status in a word or two. */
export function getStateLabel(
  t: Translator,
  order: Pick<OrderCard, 'state' | 'stage' | 'kind' | 'settledAt' | 'frozen' | 'refundFailed' | 'waitsFor'>,
): State {
  if (order.state !== 'paid') return toLabel(t, orderStatuses[order.state]);
  if (order.frozen) return toLabel(t, orderBadges.frozen);
  if (order.refundFailed) return toLabel(t, orderBadges.refundFailed);
  if (order.stage) return getStageLabel(t, order.stage);
  return toLabel(t, !order.settledAt && order.waitsFor === 'buyer' ? orderBadges.choice : orderStatuses.paid);
}

/** Describes the next step of an order; undefined when there is none. */
export function describeOrderStep(t: Translator, order: OrderCard): string | undefined {
  if (order.settledAt || !order.waitsFor) return undefined;
  const { side, stage } = order;
  const { choice, completed, quietly } = ORDER_KIND_LABELS[order.kind];
  const seller = getSellerLabel(order.kind);
  const turn = ({ yours, theirs }: Turn) => getNextStep(t, order.waitsFor === side ? yours : theirs, side, seller);
  if (order.state === 'awaiting_payment') return getNextStep(t, orderStatuses.awaiting_payment.next, side, seller);
  if (order.frozen) return t(orderBadges.frozen.next);
  if (order.refundFailed) return getNextStep(t, orderBadges.refundFailed.next, side, seller);
  if (stage === 'in_progress') return turn(turnLabels.game);
  if (stage === 'contested') return turn(turnLabels.lastGame);
  if (stage === 'completed' && completed && order.waitsFor === 'buyer')
    return t(side === 'buyer' ? completed.buyer : completed.others);
  const status: StageStatus | undefined = stage && isStage(stage) ? stageStatuses[stage] : undefined;
  if (status?.next) return getNextStep(t, status.next, side, seller);
  if (!stage && order.waitsFor === 'buyer' && choice) return t(choice);
  if (order.waitsFor === 'seller') return turn(turnLabels.payout);
  if (order.waitsFor === 'admin') return t(turnLabels.admin);
  return t(quietly ?? turnLabels.money);
}

/** Names an order's people as admins see them: the buyer, and the seller if there is one. */
export function formatPeople(t: Translator, [buyer, seller]: string[]): string {
  return buyer && seller ? t(messages.buyerWithSeller, { buyer, seller }) : (buyer ?? '');
}

/** Describes a pending or failed refund or payout. */
export function describeMoneyMove(t: Translator, { kind, cents, problem }: OrderView['underWay'][number]): string {
  const amount = formatDollars(t, cents ?? 0);
  return problem ? t(messages.moneyMoveProblem, { kind, amount, problem }) : t(messages.moneyMove, { kind, amount });
}

const ACCOUNT_LABELS: Record<string, Message | undefined> = {
  buyer: messages.ledgerBuyer,
  held: messages.ledgerHeld,
  seller: messages.ledgerSeller,
  platform: messages.ledgerPlatform,
  refund: messages.ledgerRefund,
  processor_fee: messages.ledgerProviderFee,
};

export function getAccountLabel(t: Translator, account: string): string {
  const label = ACCOUNT_LABELS[account];
  return label ? t(label) : account;
}
