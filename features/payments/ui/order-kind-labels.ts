import { paths } from '../../../content/paths.ts';
import { refundTerms } from '../../../content/refund-terms.ts';
import type { OrderView } from '../money.schema.ts';
import type { OrderKind } from '../orders/orders.schema.ts';

type Named = Pick<OrderView, 'id' | 'priceId'>;

type OrderKindLabels = {
  /** What a buyer has to do after paying, in a few words; absent when nothing is left to choose. */
  choice?: string;
  /** The next-step text when nobody has to act, unless money is in transit. */
  quietly?: string;
  /** After the last session: what the buyer has to do, and what everyone else sees. */
  completed?: { buyer: string; others: string };
  /** The text and link of the page after paying. If there's a choice to make, the link leads to it. */
  after: { text: string; label: string; to: (order: Named) => string };
};

const choiceTerm = `You have ${refundTerms.choiceDays} days, or we'll refund you in full.`;

/** Page texts for each kind of order. */
export const ORDER_KIND_LABELS: Readonly<Record<OrderKind, OrderKindLabels>> = {
  founders: {
    quietly: 'The 7-day guarantee is running. Then the order closes.',
    after: {
      text: 'Welcome, Founder. Your plan and your 7-Game Hire Credit are on your account page.',
      label: 'Open your account',
      to: () => paths.protocolAccount,
    },
  },
  hire: {
    choice: 'Pick your player.',
    after: {
      text: `Now pick your player. ${choiceTerm}`,
      label: 'Pick a player',
      to: ({ id, priceId }) => `${paths.hire}?priceId=${priceId}&order=${id}`,
    },
  },
  coaching: {
    choice: 'Pick a coach and a half-hour slot.',
    completed: {
      buyer: 'Confirm the session, or say what went wrong.',
      others: 'The buyer needs to confirm the session.',
    },
    after: {
      text: `Now pick your coach and half-hour slot. ${choiceTerm}`,
      label: 'Pick a coach',
      to: ({ id }) => `${paths.coaches}?order=${id}`,
    },
  },
  assembly: {
    choice: 'Write your team request.',
    after: {
      text: `Now tell us what team you need. Your request starts the ${refundTerms.assemblyFillHours}-hour clock.`,
      label: 'Write your request',
      to: () => paths.assemblyRequest,
    },
  },
  subscription: {
    after: { text: 'Your plan is active.', label: 'Open your account', to: () => paths.protocolAccount },
  },
};
