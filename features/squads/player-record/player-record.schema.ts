import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** What a player has really done here, as those who were there said. */
export const PlayerRecord = z.object({
  /** Matches and sessions that took place. */
  games: z.int(),
  /** Squads in which at least one of them did. */
  squads: z.int(),
  /** Evenings that others said anything about; null while there are too few to mean something. */
  show_up: z.object({ came: z.int(), of: z.int() }).nullable(),
  /** Different teammates who said that this player was there. */
  confirmed_by: z.int(),
  /** Squads with a page of their own on which the player wants to be named. */
  named_in: z.array(z.object({ id: z.uuid(), name: z.string(), crest_seed: z.int() })),
});
export type PlayerRecord = z.infer<typeof PlayerRecord>;

/** What a player and the one who looks have in common. */
export const SharedHistory = z.object({
  /** Hours a week in which both are free; null while one of the two has not said when. */
  common_hours: z.number().nullable(),
  /** The next of them. */
  next: z.array(z.object({ start: instant, end: instant })),
  games_together: z.int(),
  /** Squads that both are in. */
  squads: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type SharedHistory = z.infer<typeof SharedHistory>;
