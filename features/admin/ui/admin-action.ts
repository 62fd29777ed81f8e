import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { dismissToastsAbout, showToast } from '../../../web/ui/toast-store.ts';
import type { AdminActionInput, AdminAnswer } from '../admin.schema.ts';

const UNDO_MS = 30_000;

const toMessage = (error: unknown) => (error instanceof ApiError ? error.message : String(error));

export const sendAction = (action: AdminActionInput): Promise<AdminAnswer> =>
  unwrap(browserApi().functions.v1['admin-actions'].$post({ json: action }));

/** Returns the toast subject for messages about a person's bans. */
export const toBanSubject = (userId: string) => `bans of ${userId}`;
export const RULES_IN_FORCE = 'rules in force';

/** Undoes actions from the toast or with the keyboard shortcut. */
export async function undoAction(answer: AdminAnswer, onDone: () => void): Promise<void> {
  if (!answer.undo) return;
  dismissToastsAbout(answer.undo.auditIds);
  try {
    const { message } = await sendAction({ action: 'undo', auditIds: answer.undo.auditIds });
    showToast({ title: message, tone: 'success' });
  } catch (error) {
    showToast({ title: `Action failed: ${toMessage(error)}`, tone: 'error' });
  }
  onDone();
}

type ActionOptions = {
  /** Called after an undo, if that needs a different callback from the action itself. */
  onUndone?: () => void;
  /** Subjects of the action. Its toast disappears once a later action ends one of them. */
  about?: readonly string[];
  /** Subjects that the action ends. Their toasts disappear, along with the undo buttons. */
  ends?: readonly string[];
};

/**
 * Performs an action and reports the result. Offers undo for 30 seconds if the action supports it.
 * @returns the answer, or undefined when it was refused
 */
export async function runAction(
  action: AdminActionInput,
  onDone: () => void,
  { onUndone = onDone, about = [], ends = [] }: ActionOptions = {},
): Promise<AdminAnswer | undefined> {
  try {
    const answer = await sendAction(action);
    dismissToastsAbout(ends);
    showToast({
      title: answer.message,
      ...(answer.detail ? { description: answer.detail } : {}),
      tone: 'success',
      ...(answer.undo
        ? {
            about: [...about, ...answer.undo.auditIds],
            duration: UNDO_MS,
            action: { label: 'Undo', onClick: () => void undoAction(answer, onUndone) },
          }
        : {}),
    });
    onDone();
    return answer;
  } catch (error) {
    showToast({ title: `Action failed: ${toMessage(error)}`, tone: 'error' });
    onDone();
    return undefined;
  }
}

/** Runs a system action and reports it by the label shown in the Actions tab. */
export async function runSystemAction(action: AdminActionInput, label: string): Promise<boolean> {
  try {
    const { message } = await sendAction(action);
    showToast({ title: message || `${label} completed`, tone: 'success' });
    return true;
  } catch (error) {
    showToast({ title: `${label} failed: ${toMessage(error)}`, tone: 'error' });
    return false;
  }
}
