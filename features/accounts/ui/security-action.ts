import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as shared from '../../../web/ui/ui.messages.ts';
import { attempt, useAction } from '../../../web/use-action.ts';
import * as messages from '../accounts.messages.ts';
import { toSignInProblem } from './sign-in-problem.ts';

/** An action that returns the official client's result or throws. */
type Work = () => Promise<{ error?: unknown } | unknown>;

/** Throws the error in the official client's result. */
async function complete(work: Work): Promise<true> {
  const result = (await work()) as { error?: unknown } | undefined;
  if (result?.error) throw result.error;
  return true;
}

const createProblemToast = (t: Translator) => (_: string, error: unknown) => {
  const needsFactor = (error as { code?: string }).code === 'insufficient_aal';
  const description = needsFactor ? t(messages.confirmTwoFactorFirst) : toSignInProblem(t, error);
  showToast({ title: t(shared.actionFailed), description, tone: 'error' });
};

/** Runs an account action and reports the result. @returns whether it worked */
export const runSecurityAction = async (t: Translator, done: string, work: Work): Promise<boolean> =>
  (await attempt(() => complete(work), done, createProblemToast(t))) ?? false;

/**
 * Returns a function that works like `runSecurityAction`, but runs a page's actions one at a time and reloads the data
 * after each.
 */
export function useSecurityAction() {
  const t = useTranslator();
  const { busy, run } = useAction();
  return { busy, run: (done: string, work: Work) => run(() => complete(work), done, createProblemToast(t)) };
}
