import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';
import { POSITIONS } from '../../profiles/game.schema.ts';

/**
 * Outcome of a substitute request. `lapsed`: not answered in time; `withdrawn`: the seat was no longer needed, or they
 * could no longer be asked; `out`: they were in and no longer are.
 */
export type SubstituteState = 'asked' | 'in' | 'declined' | 'lapsed' | 'withdrawn' | 'out';

const Contact = z.object({ label: z.string(), value: z.string(), url: z.string().nullable() });
export const Contacts = z.array(Contact);

/** A requested or confirmed substitute as the squad sees them. */
export const StandIn = z.object({
  id: z.uuid(),
  display_name: z.string(),
  avatar_path: z.string().nullable(),
  seat: z.enum(POSITIONS).nullable(),
  state: z.enum(['asked', 'in']),
  /** Answer deadline while they're asked. */
  until: instant.nullable(),
  here_at: instant.nullable(),
  /** How to reach them once they're in. */
  contacts: Contacts,
});
export type StandIn = z.infer<typeof StandIn>;

/** The substitute search for one session. */
export const StandInSearch = z.object({
  /** How many players are missing, whether or not a search is running. */
  missing: z.number().int(),
  /** How many seats are offered now. Members who haven't answered still have theirs. */
  offered: z.number().int(),
  /** `nobody`: the last search found no one who fits; `enough`: the limit of people to ask has been reached. */
  state: z.enum(['off', 'asking', 'nobody', 'enough']),
  /** For the captain. */
  you_may_ask: z.boolean(),
  you_may_stop: z.boolean(),
});
export type StandInSearch = z.infer<typeof StandInSearch>;

/** A request to the caller about another squad's session, and its outcome. */
export const StandInQuestion = z.object({
  /** `over`: nothing left to answer, and `said` explains why. */
  state: z.enum(['asked', 'in', 'over']),
  /** Every answer must send this. */
  version: z.number().int(),
  /** Answer deadline. */
  until: instant,
  seat: z.enum(POSITIONS).nullable(),
  /** For the whole squad including them, if it was scored. */
  score: z.number().nullable(),
  /** Why they were chosen, one sentence each. */
  reasons: z.array(z.string()),
  /** How many play at once. */
  needed: z.number().int(),
  check_in_from: instant,
  /** Whether they may still withdraw. */
  you_may_leave: z.boolean(),
  said: z.string().nullable(),
});
export type StandInQuestion = z.infer<typeof StandInQuestion>;

/** A session of another squad in the list of the caller's squads. */
export const OwnStandIn = z.object({
  session_id: z.uuid(),
  squad_name: z.string(),
  crest_seed: z.number().int(),
  starts_at: instant,
  ends_at: instant,
  /** The caller's time zone, as on the session's page. */
  zone: z.string(),
  state: z.enum(['asked', 'in']),
  /** Answer deadline while they're asked. */
  until: instant,
});
