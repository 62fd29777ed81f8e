import {
  getNextStep,
  orderMarks,
  orderStatuses,
  type StageStatus,
  stageStatuses,
  turnLabels,
} from '../../../content/statuses.ts';
import type { Tone } from '../../../web/ui/tone.ts';
import type { OrderCard } from '../money.schema.ts';
import { getSellerLabel } from '../orders/orders.rules.ts';
import { ORDER_KIND_LABELS } from './order-kind-labels.ts';

type State = { label: string; tone: Tone };

const toLabel = ({ badge, tone }: StageStatus): State => ({ label: badge, tone });

const isStage = (stage: string): stage is keyof typeof stageStatuses => stage in stageStatuses;

/** @param frozen whether the payment is under bank review; overrides the stage */
export function getStageLabel(stage: string, frozen = false): State {
  if (frozen) return toLabel(orderMarks.frozen);
  return isStage(stage) ? toLabel(stageStatuses[stage]) : { label: stage, tone: 'neutral' };
}

/** Returns an order's status in a word or two. */
export function getStateLabel(
  order: Pick<OrderCard, 'state' | 'stage' | 'kind' | 'settledAt' | 'frozen' | 'refundFailed' | 'waitsFor'>,
): State {
  if (order.state !== 'paid') return toLabel(orderStatuses[order.state]);
  if (order.frozen) return toLabel(orderMarks.frozen);
  if (order.refundFailed) return toLabel(orderMarks.refundFailed);
  if (order.stage) return getStageLabel(order.stage);
  return toLabel(!order.settledAt && order.waitsFor === 'buyer' ? orderMarks.choice : orderStatuses.paid);
}

const ACTING_PARTY_LABELS: Record<string, string> = {
  service: 'It’s Planet Crew’s turn',
  concierge: 'It’s the concierge’s turn',
  admin: 'It’s an admin’s turn',
};

/**
 * Returns whose turn it is, from the viewer's perspective. `seller` is the word for the seller, such as player or
 * coach.
 */
export function getActingPartyLabel(waiter: string, side: 'buyer' | 'seller' | 'admin', seller: string): string {
  if (waiter === side) return 'It’s your turn';
  return ACTING_PARTY_LABELS[waiter] ?? `It’s the ${waiter === 'seller' ? seller : waiter}’s turn`;
}

/** Describes the next step of an order; undefined when there is none. */
export function describeOrderStep(order: OrderCard): string | undefined {
  if (order.settledAt || !order.waitsFor) return undefined;
  const { side, stage } = order;
  const { choice, completed, quietly } = ORDER_KIND_LABELS[order.kind];
  const seller = getSellerLabel(order.kind);
  const turn = (words: { yours: string; theirs: string }) =>
    (order.waitsFor === side ? words.yours : words.theirs).replace('{seller}', seller);
  if (order.state === 'awaiting_payment') return getNextStep(orderStatuses.awaiting_payment.next, side, seller);
  if (order.frozen) return orderMarks.frozen.next;
  if (order.refundFailed) return getNextStep(orderMarks.refundFailed.next, side, seller);
  if (stage === 'in_progress') return turn(turnLabels.game);
  if (stage === 'contested') return turn(turnLabels.lastGame);
  if (stage === 'completed' && completed && order.waitsFor === 'buyer')
    return side === 'buyer' ? completed.buyer : completed.others;
  const status: StageStatus | undefined = stage && isStage(stage) ? stageStatuses[stage] : undefined;
  if (status?.next) return getNextStep(status.next, side, seller);
  if (!stage && order.waitsFor === 'buyer' && choice) return choice;
  if (order.waitsFor === 'seller') return turn(turnLabels.payout);
  return order.waitsFor === 'admin' ? turnLabels.admin : (quietly ?? turnLabels.money);
}

const ACCOUNT_LABELS: Record<string, string> = {
  buyer: 'Buyer',
  held: 'Held',
  seller: 'Paid out',
  platform: 'Planet Crew',
  refund: 'Refund',
  processor_fee: 'Payment provider fee',
};
export const getAccountLabel = (account: string) => ACCOUNT_LABELS[account] ?? account;
