import { browserApi, unwrap } from '../../../web/api-client.ts';
import { dismissToastsAbout, showToast, type Toast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import type { AdminActionInput, AdminAnswer } from '../admin.schema.ts';

const UNDO_MS = 30_000;

const reportFailure = (what: string) => (message: string) =>
  showToast({ title: `${what} failed: ${message}`, tone: 'error' });

export const sendAction = (action: AdminActionInput): Promise<AdminAnswer> =>
  unwrap(browserApi().functions.v1['admin-actions'].$post({ json: action }));

/** Returns the toast subject for messages about a person's bans. */
export const toBanSubject = (userId: string) => `bans of ${userId}`;
export const RULES_IN_FORCE = 'rules in force';

/** Undoes actions from the toast or with the keyboard shortcut. */
export async function undoAction(result: AdminAnswer, onDone: () => void): Promise<void> {
  if (!result.undo) return;
  dismissToastsAbout(result.undo.auditIds);
  const { auditIds } = result.undo;
  await attempt(
    () => sendAction({ action: 'undo', auditIds }),
    ({ message }) => message,
    reportFailure('Action'),
  );
  onDone();
}

type ActionOptions = {
  /** Callback after an undo, if it differs from the one after the action. */
  onUndone?: () => void;
  /** Subjects of the action's toast. A later action removes the toast if one of them is in its `ends`. */
  about?: readonly string[];
  /** Subjects that this action makes obsolete. Their toasts disappear, along with the undo buttons. */
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
  const toToast = (result: AdminAnswer): Toast => {
    dismissToastsAbout(ends);
    const toast = { title: result.message, ...(result.detail ? { description: result.detail } : {}) };
    if (!result.undo) return toast;
    const undo = { label: 'Undo', onClick: () => void undoAction(result, onUndone) };
    return { ...toast, about: [...about, ...result.undo.auditIds], duration: UNDO_MS, action: undo };
  };
  const result = await attempt(() => sendAction(action), toToast, reportFailure('Action'));
  onDone();
  return result;
}

/** Runs a system action and reports it by the label shown in the Actions tab. */
export async function runSystemAction(action: AdminActionInput, label: string): Promise<boolean> {
  const toTitle = ({ message }: AdminAnswer) => message || `${label} completed`;
  return (await attempt(() => sendAction(action), toTitle, reportFailure(label))) !== undefined;
}
