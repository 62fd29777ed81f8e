import type { Waiter } from './orders.schema.ts';

/** What follows from an event: the state to go to, who has to move by when, and what of the held money goes back. */
export type OrderStep<Status extends string> = {
  status: Status;
  waitsFor?: Waiter;
  deadlineAt?: Date;
  /** In cents. */
  refund?: number;
};

/** A sentence for people instead of a step. */
export type No = { no: string };

export const isNo = <Step extends object>(outcome: Step | No): outcome is No => 'no' in outcome;
