import type { Message } from '../../../messages/message.ts';
import type { OrderKind } from '../orders/orders.schema.ts';
import * as messages from '../payments.messages.ts';

/** What an admin's decision means for each kind of order whose money was moved at the payment provider. */
export const MOVEMENT_OUTCOMES: Readonly<Record<OrderKind, { continue: Message; end: Message }>> = {
  hire: { continue: messages.continueMeansPayouts, end: messages.endMeansHire },
  coaching: { continue: messages.continueMeansPayouts, end: messages.endMeansCoaching },
  assembly: { continue: messages.continueMeansPayouts, end: messages.endMeansAssembly },
  founders: { continue: messages.continueMeansFounders, end: messages.endMeansFounders },
  subscription: { continue: messages.continueMeansPlan, end: messages.endMeansPlan },
};
