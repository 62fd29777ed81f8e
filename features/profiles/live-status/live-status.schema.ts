import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import * as messages from '../profiles.messages.ts';

/** Maximum number of players per request: a page of the directory. */
const IDS_MAX = 60;

export const LiveQuery = z.object({
  ids: z
    .string()
    .transform((text) => text.split(','))
    .pipe(
      z
        .array(z.uuid(issueText(messages.playerIdsNotSeparated)))
        .min(1, issueText(messages.playerIdsMissing))
        .max(IDS_MAX, issueText(messages.tooManyPlayersAtOnce, { max: IDS_MAX })),
    ),
});
/** Which of the requested players are streaming now, as far as we know. */
export const LivePlayers = z.object({ live: z.array(z.uuid()) });
