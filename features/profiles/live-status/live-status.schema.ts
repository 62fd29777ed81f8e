import { z } from 'zod';

/** A page of the directory is the most that is asked about at once. */
const IDS_MAX = 60;

export const LiveQuery = z.object({
  ids: z
    .string()
    .transform((text) => text.split(','))
    .pipe(
      z
        .array(z.uuid('Ids of players are separated by commas.'))
        .min(1, 'Name at least one player.')
        .max(IDS_MAX, `At most ${IDS_MAX} players at once.`),
    ),
});
/** Those of the asked players who stream at this moment, as far as one can see. */
export const LivePlayers = z.object({ live: z.array(z.uuid()) });
