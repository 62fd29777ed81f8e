import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { dismissToastsAbout, showToast } from '../../../web/ui/toast-store.ts';
import type { AdminActionInput, AdminAnswer } from '../admin.schema.ts';

const UNDO_MS = 30_000;

const toMessage = (error: unknown) => (error instanceof ApiError ? error.message : String(error));

export const sendAction = (action: AdminActionInput): Promise<AdminAnswer> =>
  unwrap(browserApi().functions.v1['admin-actions'].$post({ json: action }));

/** What messages about somebody's bans hold of. */
export const toBanSubject = (userId: string) => `bans of ${userId}`;
export const RULES_IN_FORCE = 'rules in force';

/** Takes acts back, wherever that was asked for. */
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
  /** After an undo, where that is something else than after the act. */
  onUndone?: () => void;
  /** What the act is about: its message goes once a later act ends that. */
  about?: readonly string[];
  /** What the act ends: messages about it go, with their undo. */
  ends?: readonly string[];
};

/**
 * Does one act and says so; what can be taken back offers that for half a minute.
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

/** A system action with its label, as the Actions tab speaks of it. */
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
