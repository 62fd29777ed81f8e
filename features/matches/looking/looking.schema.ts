import { z } from 'zod';
import { LOOKING_CHOICES, LOOKING_KINDS } from '../../profiles/game.schema.ts';

const LookingState = z.object({
  kind: z.enum(LOOKING_KINDS),
  /** Whether the matcher proposes this kind to them. */
  looks: z.boolean(),
  choice: z.enum(LOOKING_CHOICES),
  /** Those of the kind that they have, newest first. */
  squads: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** What is so, where it is not what a newcomer would expect: somebody does not look, or looks although they have one. */
  sentence: z.string().nullable(),
});
export type LookingState = z.infer<typeof LookingState>;

/** Whether the matcher looks for a squad and for a pair for somebody. */
export const OwnLooking = z.object({ kinds: z.array(LookingState) });
export type OwnLooking = z.infer<typeof OwnLooking>;
