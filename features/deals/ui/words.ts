import type { Tone } from '../../../web/ui/tone.ts';
import type { OrderCard } from '../money.schema.ts';
import { KIND_WORDS } from './kinds-of-orders.ts';

type State = { label: string; tone: Tone };

const STAGES: Record<string, State> = {
  reserved: { label: 'Waiting for payment', tone: 'gold' },
  lapsed: { label: 'Not paid', tone: 'neutral' },
  held: { label: 'Waiting for an answer', tone: 'gold' },
  accepted: { label: 'Accepted', tone: 'cyan' },
  in_progress: { label: 'Running', tone: 'cyan' },
  scheduled: { label: 'Booked', tone: 'cyan' },
  started: { label: 'Under way', tone: 'cyan' },
  completed: { label: 'Completed', tone: 'green' },
  released: { label: 'Paid out', tone: 'green' },
  declined: { label: 'Declined', tone: 'red' },
  expired: { label: 'Not in time', tone: 'red' },
  cancelled: { label: 'Called off', tone: 'neutral' },
  stopped: { label: 'Standing still', tone: 'red' },
  ended_early: { label: 'Ended early', tone: 'gold' },
  contested: { label: 'Ended early', tone: 'gold' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  disputed: { label: 'In dispute', tone: 'red' },
  decided: { label: 'Decided', tone: 'neutral' },
  requested: { label: 'Requested', tone: 'gold' },
  assembling: { label: 'Assembling', tone: 'cyan' },
  filled: { label: 'Complete', tone: 'green' },
  delivered: { label: 'Delivered', tone: 'green' },
};

export const stageOf = (stage: string): State => STAGES[stage] ?? { label: stage, tone: 'neutral' };

/** Where an order stands, in a word or two. */
export function stateOf(
  order: Pick<OrderCard, 'state' | 'stage' | 'kind' | 'settledAt' | 'frozen' | 'waitsFor'>,
): State {
  if (order.state === 'awaiting_payment') return { label: 'Waiting for payment', tone: 'gold' };
  if (order.state === 'expired') return { label: 'Expired unpaid', tone: 'neutral' };
  if (order.state === 'failed') return { label: 'Failed', tone: 'red' };
  if (order.frozen) return { label: 'Disputed at the bank', tone: 'red' };
  if (order.stage) return stageOf(order.stage);
  if (!order.settledAt && order.waitsFor === 'buyer') return { label: 'Paid, your choice is next', tone: 'gold' };
  return { label: 'Paid', tone: 'green' };
}

const WHO: Record<string, string> = { service: 'us', concierge: 'the concierge', admin: 'an admin' };

/** Who has to move, as the person who looks would say it; `seller` is what the selling side is called. */
export function waitsFor(waiter: string, side: 'buyer' | 'seller' | 'admin', seller: string): string {
  if (waiter === side) return 'you';
  return WHO[waiter] ?? `the ${waiter === 'seller' ? seller : waiter}`;
}

/** The next step of an order, in a sentence; undefined when there is none. */
export function nextStep(order: OrderCard): string | undefined {
  if (order.settledAt || !order.waitsFor) return undefined;
  const { side, stage } = order;
  const { choice, completed, quietly, seller } = KIND_WORDS[order.kind];
  if (order.state === 'awaiting_payment')
    return side === 'buyer' ? 'Pay before the page closes.' : 'The buyer has not paid yet.';
  if (order.frozen) return 'The bank of the payer decides.';
  if (stage === 'held') return side === 'seller' ? 'Accept or decline.' : `The ${seller} accepts or declines.`;
  if (stage === 'accepted') return 'Play the first game and confirm it.';
  if (stage === 'in_progress')
    return order.waitsFor === side ? 'Confirm the next game.' : 'The other side confirms the next game.';
  if (stage === 'stopped')
    return side === 'buyer' ? 'Go on with the hire, or end it.' : 'The buyer goes on with the hire or ends it.';
  if (stage === 'contested')
    return order.waitsFor === side
      ? 'Confirm the last game or dispute it.'
      : 'The other side confirms the last game or disputes it.';
  if (stage === 'scheduled') return 'The session takes place.';
  if (stage === 'started') return 'The session is running.';
  if (stage === 'completed' && completed && order.waitsFor === 'buyer')
    return side === 'buyer' ? completed.buyer : completed.others;
  if (stage === 'assembling') return 'The concierge fills the seats.';
  if (stage === 'filled') return 'The concierge hands the squad over.';
  if (stage === 'delivered') return side === 'buyer' ? 'Play the run, then confirm the squad.' : 'The run is played.';
  if (stage === 'disputed') return 'An admin decides.';
  if (!stage && order.waitsFor === 'buyer' && choice) return choice;
  if (order.waitsFor === 'seller')
    return side === 'seller'
      ? 'Finish the verification for payouts.'
      : `The payout waits for the verification of its ${seller}.`;
  return quietly ?? 'Money is on its way.';
}

const ACCOUNTS: Record<string, string> = {
  buyer: 'Buyer',
  held: 'Held',
  seller: 'Paid out',
  platform: 'Planet Crew',
  refund: 'Refund',
  processor_fee: 'Processor fee',
};
export const accountName = (account: string) => ACCOUNTS[account] ?? account;
