import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import * as messages from '../profiles.messages.ts';

/** Maximum number of players per request: a page of the directory. */
const IDS_MAX = 60;

/** Player IDs in a query, separated by commas. */
export const PlayerIdList = z
  .string()
  .transform((text) => text.split(','))
  .pipe(
    z
      .array(z.uuid(issueText(messages.playerIdsNotSeparated)))
      .min(1, issueText(messages.playerIdsMissing))
      .max(IDS_MAX, issueText(messages.tooManyPlayersAtOnce, { max: IDS_MAX })),
  );

export const LiveQuery = z.object({ ids: PlayerIdList });
/** Which of the requested players are streaming now, as far as we know. */
export const LivePlayers = z.object({ live: z.array(z.uuid()) });
