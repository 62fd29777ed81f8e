import type { OrderKind } from '../orders/orders.schema.ts';

const COVERED = 'Planet Crew covers what was refunded or paid out there, so everyone else gets what they expect.';
const SENT_AGAIN = `${COVERED} We'll send reversed payouts again.`;

/** What an admin's decision means for each kind of order whose money was moved at the payment provider. */
export const MOVEMENT_OUTCOMES: Readonly<Record<OrderKind, { continue: string; end: string }>> = {
  hire: {
    continue: SENT_AGAIN,
    end: "The hire ends. We'll pay the player for confirmed games and refund the rest of the held money to the buyer.",
  },
  coaching: {
    continue: SENT_AGAIN,
    end: "The session ends. We'll refund everything held to the buyer, and the coach isn't paid.",
  },
  assembly: {
    continue: SENT_AGAIN,
    end: "The team order ends. If the team was delivered, we'll pay its players. If not, we'll refund everything held to the buyer.",
  },
  founders: {
    continue: 'The buyer keeps Founders Premium and its hire credit. Planet Crew covers what was refunded.',
    end: "Founders Premium ends now, along with its seat and hire credit. We'll refund what's still held to the buyer.",
  },
  subscription: {
    continue: 'The plan stays as it is. The buyer keeps what was refunded.',
    end: "The plan ends now and the buyer won't be charged again. Nothing more is refunded.",
  },
};
