import { browserApi, unwrap } from '../../../web/api-client.ts';
import { toast } from '../../../web/ui/toast-store.ts';
import type { Match, MatchResponse } from '../matches.schema.ts';

/**
 * Sends a member's answer and says how it went. After the last acceptance the members' message is sent off; when only
 * that fails, the acceptance still counts and is what the toast says.
 * @throws ApiError when the answer was not recorded
 */
export async function answerMatch(id: string, action: MatchResponse): Promise<Match> {
  const match = await unwrap(browserApi().api.matches[':id'].response.$post({ param: { id }, json: { action } }));
  if (action === 'decline') {
    toast({ title: 'Match declined', description: 'It will be removed from your list.', tone: 'info' });
  } else if (match.status === 'mutual' && (await sendOff(id))) {
    toast({ title: 'Match accepted! Mutual acceptance notification sent.', tone: 'success' });
  } else {
    toast({ title: 'Match accepted!', tone: 'success' });
  }
  return match;
}

async function sendOff(matchId: string): Promise<boolean> {
  try {
    await unwrap(browserApi().functions.v1.notify.$post({ json: { matchId } }));
    return true;
  } catch (error) {
    console.error('The notification was not sent.', error);
    return false;
  }
}
