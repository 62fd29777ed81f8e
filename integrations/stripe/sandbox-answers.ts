import { createMoneyAnswers } from './sandbox-money-answers.ts';
import { createPlanAnswers } from './sandbox-plan-answers.ts';
import { createPlatformAnswers } from './sandbox-platform-answers.ts';
import type { SandboxState } from './sandbox-state.ts';

/** What the stand-in keeps, as the vendor shows it: whole, and with nothing that only the stand-in knows. */
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

  /** A row by its kind; what is none of ours is shown as it is. */
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
