import type { Translator } from '../../../messages/translator.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as messages from '../team-assembly.messages.ts';

/** Accepts or declines a spot invitation and confirms it. @throws ApiError when the answer wasn't saved */
export async function answerSeat(t: Translator, teamBuildId: string, isAccepted: boolean): Promise<void> {
  const { answer } = browserApi().api['team-builds'][':id'];
  await unwrap(answer.$post({ param: { id: teamBuildId }, json: { accept: isAccepted } }));
  showToast({ title: isAccepted ? t(messages.acceptedToast) : t(messages.declinedToast), tone: 'success' });
}
