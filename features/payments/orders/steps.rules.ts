import type { ActingParty } from './orders.schema.ts';

/** What follows from an event: the state to go to, who has to move by when, and what of the held money goes back. */
export type OrderStep<Status extends string> = {
  status: Status;
  waitsFor?: ActingParty;
  deadlineAt?: Date;
  /** In cents. */
  refund?: number;
};

/** A sentence for people instead of a step. */
export type StepRefusal = { no: string };

export const isStepRefusal = <Step extends object>(outcome: Step | StepRefusal): outcome is StepRefusal =>
  'no' in outcome;
