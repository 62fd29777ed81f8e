import type { OrderKind } from '../orders/orders.schema.ts';

const COVERED = 'Planet Crew pays for what was refunded or paid out there, so everybody else gets what they expect.';
const SENT_AGAIN = `${COVERED} A payout that was taken back is sent again.`;

/** What an admin's decision means for each kind of order whose money was moved at the payment provider. */
export const MOVEMENT_OUTCOMES: Readonly<Record<OrderKind, { continue: string; end: string }>> = {
  hire: {
    continue: SENT_AGAIN,
    end: 'The hire ends. Confirmed games are paid to the player, and the rest that is held is refunded to the buyer.',
  },
  coaching: {
    continue: SENT_AGAIN,
    end: 'The session ends. Everything that is held is refunded to the buyer, and the coach is not paid.',
  },
  assembly: {
    continue: SENT_AGAIN,
    end: 'The team order ends. The players of a delivered team are paid. Before delivery, everything that is held is refunded to the buyer.',
  },
  founders: {
    continue: 'Founders Premium stays with its hire credit. Planet Crew pays for what was refunded.',
    end: 'Founders Premium ends now, with its seat and hire credit. What is still held is refunded to the buyer.',
  },
  subscription: {
    continue: 'The plan stays as it is. The buyer keeps what was refunded.',
    end: "The plan ends now and the buyer isn't charged again. Nothing more is refunded.",
  },
};
