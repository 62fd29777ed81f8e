import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';
import { POSITIONS } from '../../profiles/game.schema.ts';

const ShownMember = z.object({
  id: z.uuid(),
  display_name: z.string(),
  avatar_path: z.string().nullable(),
  position: z.string().nullable(),
  captain: z.boolean(),
});

/** What everybody may see of a squad whose captain has turned its page on. */
export const SquadPage = z.object({
  id: z.uuid(),
  name: z.string(),
  crest_seed: z.number().int(),
  size: z.union([z.literal(2), z.literal(5)]),
  /** Since when they play together. */
  created_at: instant,
  /** Those who want to be named here, the longest first. */
  members: z.array(ShownMember),
  /** How many others are in it. */
  others: z.number().int(),
  /** Sessions that took place, as most of those say who were asked. */
  sessions_played: z.number().int(),
  /** Whom they look for; without positions somebody, whatever they play. Null when they look for nobody. */
  looking_for: z.object({ positions: z.array(z.enum(POSITIONS)) }).nullable(),
  /** Path of its link picture, another one whenever that shows something else. */
  picture: z.string(),
});
export type SquadPage = z.infer<typeof SquadPage>;

/** Squads whose page is on, those that were turned on last first. */
export const SquadPages = z.object({ pages: z.array(z.object({ id: z.uuid(), since: instant })) });

export const PageWish = z.object({ shown: z.boolean({ error: 'Say whether you want to be shown.' }) });
