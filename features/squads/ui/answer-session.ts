import { browserApi, unwrap } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import type { SessionAnswer } from '../sessions/squad-sessions.schema.ts';

/** What is said once an answer has arrived. */
export const SAID: Record<SessionAnswer, string> = {
  yes: 'You are in',
  maybe: 'You said maybe',
  no: 'You said that you can’t',
};

/** Answers a session of a squad in the version that was seen, and says so. @throws ApiError when it was not recorded */
export async function answerSession(
  { squadId, sessionId, version }: { squadId: string; sessionId: string; version: number },
  answer: SessionAnswer,
): Promise<void> {
  const put = browserApi().api.squads[':id'].sessions[':session_id'].answer.$put;
  await unwrap(put({ param: { id: squadId, session_id: sessionId }, json: { version, answer } }));
  showToast({ title: SAID[answer], tone: 'success' });
}
