import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import { POSITIONS } from '../../profiles/game.schema.ts';
import * as messages from '../squads.messages.ts';

/** Maximum number of members on a roster. */
export const ROSTER_MAX = 10;
/** Maximum number of open invitations per squad. */
export const SQUAD_INVITED_MAX = 10;
export const SHORTEST_SEARCH = 2;
const SEARCH_MAX = 60;

const SEARCH = issueText(messages.nameTooShort, { min: SHORTEST_SEARCH });
export const PlayerSearch = z
  .string({ error: SEARCH })
  .trim()
  .min(SHORTEST_SEARCH, SEARCH)
  .max(SEARCH_MAX, issueText(messages.searchTooLong, { max: SEARCH_MAX }));

const Named = z.object({ id: z.uuid(), display_name: z.string(), avatar_path: z.string().nullable() });

/** Players with a matching name, and whether each can be invited. */
export const InvitablePlayers = z.object({
  players: z.array(
    Named.extend({
      role: z.string().nullable(),
      platform: z.string().nullable(),
      region: z.string().nullable(),
      state: z.enum(['open', 'invited', 'member']),
    }),
  ),
});
export type InvitablePlayers = z.infer<typeof InvitablePlayers>;

/** The spot to fill from the pool. */
export const SeatToFill = z.object({ seat: z.enum(POSITIONS, { error: issueText(messages.positionRequired) }) });

/** A player with an open invitation. */
export const InvitedPlayer = Named.extend({
  /** The spot they were invited to from the pool; null when they were invited by name. */
  seat: z.enum(POSITIONS).nullable(),
});
export type InvitedPlayer = z.infer<typeof InvitedPlayer>;

/** An invitation the caller hasn't answered. */
export const SquadInvitation = z.object({
  squad_id: z.uuid(),
  squad_name: z.string(),
  crest_seed: z.number().int(),
  inviter_id: z.uuid(),
  inviter_name: z.string(),
  inviter_avatar: z.string().nullable(),
  members: z.number().int(),
  full: z.boolean(),
  created_at: instant,
});
export type SquadInvitation = z.infer<typeof SquadInvitation>;

/** Public view of a join link, signed in or not. */
export const SquadLink = z.object({
  name: z.string(),
  crest_seed: z.number().int(),
  members: z.number().int(),
  inviter_name: z.string(),
  inviter_avatar: z.string().nullable(),
  /** Whether the caller can join. `banned` and `hidden` (unpublished profile) are shown only to the caller. */
  state: z.enum(['open', 'full', 'joined', 'banned', 'hidden']),
  /** Why the caller can't join, as a sentence; null if they can. */
  sentence: z.string().nullable(),
  /** The squad's id, for members only. */
  squad_id: z.uuid().nullable(),
});
export type SquadLink = z.infer<typeof SquadLink>;
