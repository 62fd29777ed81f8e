import { browserApi, unwrap } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';

/** Answers a squad invitation and shows a confirmation. @throws ApiError when the answer wasn't saved */
export async function answerSquad(id: string, action: 'accept' | 'decline'): Promise<void> {
  await unwrap(browserApi().api.squads[':id'].answer.$post({ param: { id }, json: { action } }));
  showToast({ title: action === 'accept' ? 'You joined the squad' : 'Invitation declined', tone: 'success' });
}
