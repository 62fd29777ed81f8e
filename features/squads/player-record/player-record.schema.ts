import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** A player's track record, confirmed by teammates. */
export const PlayerRecord = z.object({
  /** Number of matches and sessions that took place. */
  games: z.int(),
  /** Number of squads they played these matches and sessions with. */
  squads: z.int(),
  /** Attendance at sessions with feedback from others; null while there's too little to be meaningful. */
  show_up: z.object({ came: z.int(), of: z.int() }).nullable(),
  /** Number of teammates who confirmed that this player was there. */
  confirmed_by: z.int(),
  /** Squads whose public page names the player with their consent. */
  named_in: z.array(z.object({ id: z.uuid(), name: z.string(), crest_seed: z.int() })),
});
export type PlayerRecord = z.infer<typeof PlayerRecord>;

/** What a player and the viewer have in common. */
export const SharedHistory = z.object({
  /** Weekly hours when both are available; null unless both have set their availability. */
  common_hours: z.number().nullable(),
  /** The next times when both are available. */
  next: z.array(z.object({ start: instant, end: instant })),
  games_together: z.int(),
  /** Squads both players are in. */
  squads: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type SharedHistory = z.infer<typeof SharedHistory>;
