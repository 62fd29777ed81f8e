import type { Translator } from '../../../messages/translator.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as messages from '../matches.messages.ts';
import type { OwnParty } from '../parties/parties.schema.ts';

/** Answers a party invitation and shows the result. @throws ApiError when the answer wasn't recorded */
export async function answerParty(t: Translator, id: string, action: 'accept' | 'decline'): Promise<OwnParty> {
  const ownParty = await unwrap(browserApi().api.party[':id'].answer.$post({ param: { id }, json: { action } }));
  showToast({ title: t(action === 'accept' ? messages.partyJoined : messages.invitationDeclined), tone: 'success' });
  return ownParty;
}
