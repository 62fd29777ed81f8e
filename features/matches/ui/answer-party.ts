import { browserApi, unwrap } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import type { OwnParty } from '../parties/parties.schema.ts';

/** Answers a party invitation and shows the result. @throws ApiError when the answer wasn't recorded */
export async function answerParty(id: string, action: 'accept' | 'decline'): Promise<OwnParty> {
  const own = await unwrap(browserApi().api.party[':id'].answer.$post({ param: { id }, json: { action } }));
  showToast({ title: action === 'accept' ? 'You joined the party' : 'Invitation declined', tone: 'success' });
  return own;
}
