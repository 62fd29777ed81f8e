import { MatchResponse } from './matches.schema.ts';

export type RespondLink = { ok: true; matchId: string; action: MatchResponse } | { ok: false; message: string };

/** Parses an answer link from a message: `matchId` or `m`, and `action` or `a`. */
export function readRespondLink(query: URLSearchParams): RespondLink {
  const matchId = query.get('matchId') || query.get('m');
  const action = query.get('action') || query.get('a');
  if (!matchId || !action) return { ok: false, message: 'Invalid link: missing matchId or action parameters' };
  const known = MatchResponse.safeParse(action);
  if (!known.success) return { ok: false, message: 'Invalid action: must be "accept" or "decline"' };
  return { ok: true, matchId, action: known.data };
}
