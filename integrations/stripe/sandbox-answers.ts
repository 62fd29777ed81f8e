import { createMoneyRenderers } from './sandbox-money-answers.ts';
import { createPlanRenderers } from './sandbox-plan-answers.ts';
import { createPlatformRenderers } from './sandbox-platform-answers.ts';
import type { SandboxState } from './sandbox-state.ts';

/** Renders the sandbox's objects as Stripe would: complete, and without fields that only the sandbox has. */
export function createRenderers(state: SandboxState) {
  const answers = { ...createMoneyRenderers(state), ...createPlatformRenderers(), ...createPlanRenderers(state) };
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
  function render(row: object): object {
    const renderers: Record<string, (row: never) => object> = {
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
    return renderers[(row as { object?: string }).object ?? '']?.(row as never) ?? row;
  }

  return { ...answers, show: render };
}
