import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** A player's record, as confirmed by their teammates. */
export const PlayerRecord = z.object({
  /** Matches and sessions that took place. */
  games: z.int(),
  /** Squads that played at least one of these matches or sessions. */
  squads: z.int(),
  /** Sessions with any feedback from other players; null while there are too few to be meaningful. */
  show_up: z.object({ came: z.int(), of: z.int() }).nullable(),
  /** Number of teammates who confirmed that this player was there. */
  confirmed_by: z.int(),
  /** Squads whose public page names the player with their consent. */
  named_in: z.array(z.object({ id: z.uuid(), name: z.string(), crest_seed: z.int() })),
});
export type PlayerRecord = z.infer<typeof PlayerRecord>;

/** What a player and the viewer have in common. */
export const SharedHistory = z.object({
  /** Hours a week when both are available; null unless both have set their availability. */
  common_hours: z.number().nullable(),
  /** The next times when both are available. */
  next: z.array(z.object({ start: instant, end: instant })),
  games_together: z.int(),
  /** Squads both players are in. */
  squads: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type SharedHistory = z.infer<typeof SharedHistory>;
