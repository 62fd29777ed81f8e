import type { Message } from '../../messages/message.ts';
import * as messages from './matches.messages.ts';
import type { MatchResponse } from './matches.schema.ts';

export type RespondLink = { ok: true; matchId: string; action: MatchResponse } | { ok: false; problem: Message };

/** Parses an answer link from a message: `matchId` or `m`, and `action` or `a`. */
export function readRespondLink(query: URLSearchParams): RespondLink {
  const matchId = query.get('matchId') || query.get('m');
  const action = query.get('action') || query.get('a');
  if (!matchId || !action) return { ok: false, problem: messages.respondLinkInvalid };
  if (action !== 'accept' && action !== 'decline') return { ok: false, problem: messages.actionInvalid };
  return { ok: true, matchId, action };
}
