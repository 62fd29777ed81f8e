import { z } from 'zod';

/** A request covers at most a page of the directory. */
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
/** Which of the requested players are streaming now, as far as we know. */
export const LivePlayers = z.object({ live: z.array(z.uuid()) });
