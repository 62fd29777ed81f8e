import { showToast } from '../../../web/ui/toast-store.ts';
import { toSignInProblem } from './sign-in-problem.ts';

const SECOND_FACTOR = 'Confirm two-factor authentication first. Use the button above, then try again.';

/**
 * Runs an account action and reports the result.
 * @param run may return the official client's result or throw
 * @returns whether it worked
 */
export async function runSecurityAction(
  done: string,
  run: () => Promise<{ error?: unknown } | unknown>,
): Promise<boolean> {
  try {
    const result = (await run()) as { error?: unknown } | undefined;
    if (result?.error) throw result.error;
    if (done) showToast({ title: done, tone: 'success' });
    return true;
  } catch (error) {
    const description =
      (error as { code?: string }).code === 'insufficient_aal' ? SECOND_FACTOR : toSignInProblem(error);
    showToast({ title: "That didn't work", description, tone: 'error' });
    return false;
  }
}
