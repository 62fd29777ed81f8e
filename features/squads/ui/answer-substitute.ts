import type { Translator } from '../../../messages/translator.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as messages from '../squads.messages.ts';

/** Answers a sub offer in the version the user saw, and shows a confirmation. @throws ApiError when it wasn't saved */
export async function answerSubstituteRequest(
  t: Translator,
  id: string,
  version: number,
  action: 'accept' | 'decline',
): Promise<void> {
  const save = browserApi().api.sessions[':id']['stand-in'].$put;
  await unwrap(save({ param: { id }, json: { version, action } }));
  const title = action === 'accept' ? t(messages.subAcceptedToast) : t(messages.subDeclinedToast);
  showToast({ title, tone: 'success' });
}
