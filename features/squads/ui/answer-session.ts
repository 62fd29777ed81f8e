import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import type { SessionAnswer } from '../sessions/squad-sessions.schema.ts';
import * as messages from '../squads.messages.ts';

/** Confirmation toast for each answer. */
const ANSWER_TOASTS: Record<SessionAnswer, Message> = {
  yes: messages.answeredYes,
  maybe: messages.answeredMaybe,
  no: messages.answeredNo,
};

/**
 * Answers a squad's session in the version the user saw, and shows a confirmation.
 * @throws ApiError when the answer wasn't saved
 */
export async function answerSession(
  t: Translator,
  { squadId, sessionId, version }: { squadId: string; sessionId: string; version: number },
  answer: SessionAnswer,
): Promise<void> {
  const save = browserApi().api.squads[':id'].sessions[':session_id'].answer.$put;
  await unwrap(save({ param: { id: squadId, session_id: sessionId }, json: { version, answer } }));
  showToast({ title: t(ANSWER_TOASTS[answer]), tone: 'success' });
}
