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
export async function undoAction(answer: AdminAnswer, onDone: () => void): Promise<void> {
  if (!answer.undo) return;
  dismissToastsAbout(answer.undo.auditIds);
  const { auditIds } = answer.undo;
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
  const toToast = (answer: AdminAnswer): Toast => {
    dismissToastsAbout(ends);
    const toast = { title: answer.message, ...(answer.detail ? { description: answer.detail } : {}) };
    if (!answer.undo) return toast;
    const undo = { label: 'Undo', onClick: () => void undoAction(answer, onUndone) };
    return { ...toast, about: [...about, ...answer.undo.auditIds], duration: UNDO_MS, action: undo };
  };
  const answer = await attempt(() => sendAction(action), toToast, reportFailure('Action'));
  onDone();
  return answer;
}

/** Runs a system action and reports it by the label shown in the Actions tab. */
export async function runSystemAction(action: AdminActionInput, label: string): Promise<boolean> {
  const toTitle = ({ message }: AdminAnswer) => message || `${label} completed`;
  return (await attempt(() => sendAction(action), toTitle, reportFailure(label))) !== undefined;
}
