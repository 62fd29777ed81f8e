import type { Translatable } from '../../../messages/lazy-text.ts';
import type { ActingParty } from './orders.schema.ts';

/** The result of an event: the next state, who has to act by when, and how much of the held money is refunded. */
export type OrderStep<Status extends string> = {
  status: Status;
  waitsFor?: ActingParty;
  deadlineAt?: Date;
  /** Refund in cents. */
  refund?: number;
};

/** A message for users that explains why a step isn't possible. */
export type StepRefusal = { no: Translatable | string };

export const isStepRefusal = <Step extends object>(outcome: Step | StepRefusal): outcome is StepRefusal =>
  'no' in outcome;
