import { browserApi, unwrap } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import type { SessionAnswer } from '../sessions/squad-sessions.schema.ts';

/** Confirmation shown once an answer is saved. */
export const ANSWER_MESSAGES: Record<SessionAnswer, string> = {
  yes: "You're in",
  maybe: 'You said maybe',
  no: 'You said you can’t',
};

/**
 * Answers a squad's session in the version the user saw, and shows a confirmation. @throws ApiError when it wasn't
 * saved
 */
export async function answerSession(
  { squadId, sessionId, version }: { squadId: string; sessionId: string; version: number },
  answer: SessionAnswer,
): Promise<void> {
  const put = browserApi().api.squads[':id'].sessions[':session_id'].answer.$put;
  await unwrap(put({ param: { id: squadId, session_id: sessionId }, json: { version, answer } }));
  showToast({ title: ANSWER_MESSAGES[answer], tone: 'success' });
}
