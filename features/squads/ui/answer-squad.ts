import type { Translator } from '../../../messages/translator.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as messages from '../squads.messages.ts';

/** Answers a squad invitation and shows a confirmation. @throws ApiError when the answer wasn't saved */
export async function answerSquad(t: Translator, id: string, action: 'accept' | 'decline'): Promise<void> {
  await unwrap(browserApi().api.squads[':id'].answer.$post({ param: { id }, json: { action } }));
  const title = action === 'accept' ? t(messages.joinedToast) : t(messages.declinedToast);
  showToast({ title, tone: 'success' });
}
