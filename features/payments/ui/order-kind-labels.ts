import { paths } from '../../../content/paths.ts';
import { refundTerms } from '../../../content/refund-terms.ts';
import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { OrderView } from '../money.schema.ts';
import type { OrderKind } from '../orders/orders.schema.ts';
import * as messages from '../payments.messages.ts';

type NamedOrder = Pick<OrderView, 'id' | 'priceId'>;

type OrderKindLabels = {
  /** A short text about what the buyer has to choose after paying. Omitted if there's nothing to choose. */
  choice?: Message;
  /** The next-step text when there's nothing to do and no refund or payout is pending. */
  quietly?: Message;
  /** After the last session: what the buyer has to do, and what everyone else sees. */
  completed?: { buyer: Message; others: Message };
  /** Text and link of the page after paying. The link leads to the choice if there's one to make. */
  after: { text: (t: Translator) => string; label: Message; to: (order: NamedOrder) => string };
};

/** Page texts for each kind of order. */
export const ORDER_KIND_LABELS: Readonly<Record<OrderKind, OrderKindLabels>> = {
  founders: {
    quietly: messages.stepGuarantee,
    after: {
      text: (t) => t(messages.foundersNext),
      label: messages.openAccount,
      to: () => paths.protocolAccount,
    },
  },
  hire: {
    choice: messages.stepPickPlayer,
    after: {
      text: (t) => t(messages.hireNext, { days: refundTerms.choiceDays }),
      label: messages.pickPlayer,
      to: ({ id, priceId }) => `${paths.hire}?priceId=${priceId}&order=${id}`,
    },
  },
  coaching: {
    choice: messages.stepPickCoach,
    completed: { buyer: messages.stepConfirmSession, others: messages.stepSessionUnconfirmed },
    after: {
      text: (t) => t(messages.coachingNext, { days: refundTerms.choiceDays }),
      label: messages.pickCoach,
      to: ({ id }) => `${paths.coaches}?order=${id}`,
    },
  },
  assembly: {
    choice: messages.stepWriteRequest,
    after: {
      text: (t) => t(messages.assemblyNext, { hours: refundTerms.assemblyFillHours }),
      label: messages.writeRequest,
      to: () => paths.assemblyRequest,
    },
  },
  subscription: {
    after: {
      text: (t) => t(messages.planNext),
      label: messages.openAccount,
      to: () => paths.protocolAccount,
    },
  },
};
