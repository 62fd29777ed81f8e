import { createMoneyAnswers } from './sandbox-money-answers.ts';
import { createPlanAnswers } from './sandbox-plan-answers.ts';
import { createPlatformAnswers } from './sandbox-platform-answers.ts';
import type { SandboxState } from './sandbox-state.ts';

/** Renders the sandbox's objects as Stripe would: complete, and without fields that only the sandbox has. */
export function createAnswers(state: SandboxState) {
  const answers = { ...createMoneyAnswers(state), ...createPlatformAnswers(), ...createPlanAnswers(state) };
  const {
    customer,
    session,
    intent,
    charge,
    refund,
    transfer,
    reversal,
    account,
    payout,
    subscription,
    invoice,
    dispute,
  } = answers;

  /** Renders a row by its kind. Rows of an unknown kind are returned as is. */
  function show(row: object): object {
    const shown: Record<string, (row: never) => object> = {
      customer,
      'checkout.session': session,
      payment_intent: intent,
      charge,
      refund,
      transfer,
      transfer_reversal: reversal,
      account,
      payout,
      subscription,
      invoice,
      dispute,
    };
    return shown[(row as { object?: string }).object ?? '']?.(row as never) ?? row;
  }

  return { ...answers, show };
}
