import { showToast } from '../../../web/ui/toast-store.ts';
import { attempt, useAction } from '../../../web/use-action.ts';
import { toSignInProblem } from './sign-in-problem.ts';

const SECOND_FACTOR = 'Confirm two-factor authentication first. Use the button above, then try again.';

/** May return the official client's result or throw. */
type Work = () => Promise<{ error?: unknown } | unknown>;

/** Throws the error in the official client's result. */
async function complete(work: Work): Promise<true> {
  const result = (await work()) as { error?: unknown } | undefined;
  if (result?.error) throw result.error;
  return true;
}

function showProblem(_: string, error: unknown): void {
  const description = (error as { code?: string }).code === 'insufficient_aal' ? SECOND_FACTOR : toSignInProblem(error);
  showToast({ title: "That didn't work", description, tone: 'error' });
}

/** Runs an account action and reports the result. @returns whether it worked */
export const runSecurityAction = async (done: string, work: Work): Promise<boolean> =>
  (await attempt(() => complete(work), done, showProblem)) ?? false;

/** Returns the same for a page's buttons: one action at a time, after which the page's data is reloaded. */
export function useSecurityAction() {
  const { busy, run } = useAction();
  return { busy, run: (done: string, work: Work) => run(() => complete(work), done, showProblem) };
}
