import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';
import { POSITIONS } from '../../profiles/game.schema.ts';

/**
 * State of a sub offer. `lapsed`: not answered in time; `withdrawn`: the spot was no longer needed, or the player could
 * no longer be invited; `out`: accepted, but no longer in.
 */
export type SubstituteState = 'asked' | 'in' | 'declined' | 'lapsed' | 'withdrawn' | 'out';

const Contact = z.object({ label: z.string(), value: z.string(), url: z.string().nullable() });
export const Contacts = z.array(Contact);

/** An invited or confirmed substitute, as the squad sees them. */
export const Substitute = z.object({
  id: z.uuid(),
  display_name: z.string(),
  avatar_path: z.string().nullable(),
  seat: z.enum(POSITIONS).nullable(),
  state: z.enum(['asked', 'in']),
  /** Answer deadline while the offer is open. */
  until: instant.nullable(),
  here_at: instant.nullable(),
  /** The substitute's contacts, shown once they're in. */
  contacts: Contacts,
});
export type Substitute = z.infer<typeof Substitute>;

/** The substitute search for one session. */
export const ReplacementSearch = z.object({
  /** Number of missing players, whether or not a search is running. */
  missing: z.number().int(),
  /** Number of spots offered now, without those of undecided members. */
  offered: z.number().int(),
  /** `nobody`: the last search found no one who fits; `enough`: the maximum number of people have been invited. */
  state: z.enum(['off', 'asking', 'nobody', 'enough']),
  /** Players in the live queue who are asked right now, and until when; null while no one is asked. */
  queue: z.object({ asked: z.number().int(), until: instant }).nullable(),
  /** Whether the caller can start the search. Captain only. */
  you_may_ask: z.boolean(),
  you_may_stop: z.boolean(),
});
export type ReplacementSearch = z.infer<typeof ReplacementSearch>;

/** An offer to the caller to sub in for another squad, with its outcome. */
export const SubstituteQuestion = z.object({
  /** `over`: it can't be answered anymore, and `said` explains why. */
  state: z.enum(['asked', 'in', 'over']),
  /** The version that every answer must include. */
  version: z.number().int(),
  /** Answer deadline. */
  until: instant,
  seat: z.enum(POSITIONS).nullable(),
  /** The squad's score with the caller, if it was computed. */
  score: z.number().nullable(),
  /** Why the caller was chosen, one sentence each. */
  reasons: z.array(z.string()),
  /** Number of players who play at once. */
  needed: z.number().int(),
  check_in_from: instant,
  /** Whether the caller can still withdraw. */
  you_may_leave: z.boolean(),
  said: z.string().nullable(),
});
export type SubstituteQuestion = z.infer<typeof SubstituteQuestion>;

/** A session of another squad in the list of the caller's squads. */
export const OwnSubstitution = z.object({
  session_id: z.uuid(),
  squad_name: z.string(),
  crest_seed: z.number().int(),
  starts_at: instant,
  ends_at: instant,
  /** The caller's time zone, the same as on the session's page. */
  zone: z.string(),
  state: z.enum(['asked', 'in']),
  /** Answer deadline while the offer is open. */
  until: instant,
});
