import { browserApi, unwrap } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';

/** Takes or declines a seat that somebody was asked for, and says so. @throws ApiError when that was not recorded */
export async function answerSeat(teamBuildId: string, accept: boolean): Promise<void> {
  const { answer } = browserApi().api['team-builds'][':id'];
  await unwrap(answer.$post({ param: { id: teamBuildId }, json: { accept } }));
  showToast({ title: accept ? 'You are in' : 'Declined', tone: 'success' });
}
