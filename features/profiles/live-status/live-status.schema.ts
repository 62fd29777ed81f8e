import { z } from 'zod';

/** A request covers at most a page of the directory. */
const IDS_MAX = 60;

export const LiveQuery = z.object({
  ids: z
    .string()
    .transform((text) => text.split(','))
    .pipe(
      z
        .array(z.uuid('Separate player IDs with commas.'))
        .min(1, 'Enter at least one player ID.')
        .max(IDS_MAX, `Ask about at most ${IDS_MAX} players at once.`),
    ),
});
/** Which of the requested players are streaming now, as far as we know. */
export const LivePlayers = z.object({ live: z.array(z.uuid()) });
