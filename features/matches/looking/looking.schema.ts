import { z } from 'zod';
import { LOOKING_CHOICES } from '../../profiles/game.schema.ts';
import { FORMATS } from '../../profiles/group-formats.schema.ts';

const LookingState = z.object({
  kind: z.enum(FORMATS),
  /** Whether the matcher proposes this kind of match to the user. */
  looks: z.boolean(),
  choice: z.enum(LOOKING_CHOICES),
  /** The user's squads of this kind, newest first. */
  squads: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /**
   * The status if it differs from the default for new users: the user isn't looking, or is looking even though they
   * have a squad.
   */
  sentence: z.string().nullable(),
});
export type LookingState = z.infer<typeof LookingState>;

/** Whether the matcher looks for a squad and a pair for the user. */
export const OwnLooking = z.object({ kinds: z.array(LookingState) });
export type OwnLooking = z.infer<typeof OwnLooking>;
