import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';
import { POSITIONS } from '../../profiles/game.schema.ts';

/** So many are on a roster at most. */
export const ROSTER_MAX = 10;
/** Open invitations of one squad. */
export const SQUAD_INVITED_MAX = 10;
export const SHORTEST_SEARCH = 2;

const SEARCH = `Type at least ${SHORTEST_SEARCH} characters of the name.`;
export const PlayerSearch = z
  .string({ error: SEARCH })
  .trim()
  .min(SHORTEST_SEARCH, SEARCH)
  .max(60, 'A name has at most 60 characters.');

const Named = z.object({ id: z.uuid(), display_name: z.string(), avatar_path: z.string().nullable() });

/** Players of a name, each with whether an invitation can be sent to them now. */
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

/** The seat for which the pool is asked. */
export const SeatWanted = z.object({ seat: z.enum(POSITIONS, { error: 'Choose the position that you look for.' }) });

/** Asked and not answered yet. */
export const InvitedPlayer = Named.extend({
  /** The seat for which the matcher found them; null when they were asked by name. */
  seat: z.enum(POSITIONS).nullable(),
});
export type InvitedPlayer = z.infer<typeof InvitedPlayer>;

/** An invitation that waits for the caller's answer. */
export const SquadInvitation = z.object({
  squad_id: z.uuid(),
  squad_name: z.string(),
  crest_seed: z.number().int(),
  inviter_id: z.uuid(),
  inviter_name: z.string(),
  inviter_avatar: z.string().nullable(),
  /** How many are in it. */
  members: z.number().int(),
  full: z.boolean(),
  created_at: instant,
});
export type SquadInvitation = z.infer<typeof SquadInvitation>;

/** What the holder of a link sees, whoever they are. */
export const SquadLink = z.object({
  name: z.string(),
  crest_seed: z.number().int(),
  members: z.number().int(),
  inviter_name: z.string(),
  inviter_avatar: z.string().nullable(),
  /** `banned` and `hidden` are said to the caller alone: what keeps them from joining, with the way out. */
  state: z.enum(['open', 'full', 'joined', 'banned', 'hidden']),
  /** What stands in the way, as a sentence; null when nothing does. */
  sentence: z.string().nullable(),
  /** Its room, for members. */
  squad_id: z.uuid().nullable(),
});
export type SquadLink = z.infer<typeof SquadLink>;
