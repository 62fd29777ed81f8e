import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';
import { POSITIONS } from '../../profiles/game.schema.ts';

/**
 * What became of a question to stand in. `lapsed`: no answer in time; `withdrawn`: the seat was not needed any more, or
 * they could not be asked any more; `out`: they were in, and are not.
 */
export type SubstituteState = 'asked' | 'in' | 'declined' | 'lapsed' | 'withdrawn' | 'out';

const Contact = z.object({ label: z.string(), value: z.string(), url: z.string().nullable() });
export const Contacts = z.array(Contact);

/** Somebody who is asked to stand in for a session, or does, as its squad sees them. */
export const StandIn = z.object({
  id: z.uuid(),
  display_name: z.string(),
  avatar_path: z.string().nullable(),
  seat: z.enum(POSITIONS).nullable(),
  state: z.enum(['asked', 'in']),
  /** While they are asked: until when they answer. */
  until: instant.nullable(),
  here_at: instant.nullable(),
  /** How to reach them, once they are in. */
  contacts: Contacts,
});
export type StandIn = z.infer<typeof StandIn>;

/** The looking for stand-ins for one session. */
export const StandInSearch = z.object({
  /** How many are missing, whether anybody is looked for or not. */
  missing: z.number().int(),
  /** How many seats are offered now: of those who have not answered they are still theirs. */
  offered: z.number().int(),
  /**
   * `nobody`: the last time that somebody was looked for, nobody fitted; `enough`: so many were asked that nobody else
   * will be.
   */
  state: z.enum(['off', 'asking', 'nobody', 'enough']),
  /** For the captain. */
  you_may_ask: z.boolean(),
  you_may_stop: z.boolean(),
});
export type StandInSearch = z.infer<typeof StandInSearch>;

/** What the caller is asked about a session that is not their squad's, and what became of it. */
export const StandInQuestion = z.object({
  /** `over`: nothing is left to answer, and `said` is why. */
  state: z.enum(['asked', 'in', 'over']),
  /** To be named by whatever answers it. */
  version: z.number().int(),
  /** Until when it is answered. */
  until: instant,
  seat: z.enum(POSITIONS).nullable(),
  /** Of the whole squad with them, where it was scored. */
  score: z.number().nullable(),
  /** Why them, a sentence each. */
  reasons: z.array(z.string()),
  /** How many play at once. */
  needed: z.number().int(),
  check_in_from: instant,
  /** Whether they may still take their yes back. */
  you_may_leave: z.boolean(),
  said: z.string().nullable(),
});
export type StandInQuestion = z.infer<typeof StandInQuestion>;

/** A session of another squad, among one's own squads. */
export const OwnStandIn = z.object({
  session_id: z.uuid(),
  squad_name: z.string(),
  crest_seed: z.number().int(),
  starts_at: instant,
  ends_at: instant,
  /** The caller's own, as on the page of the session. */
  zone: z.string(),
  state: z.enum(['asked', 'in']),
  /** While they are asked: until when they answer. */
  until: instant,
});
