import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { requiredText } from '../../../text/short-text.ts';
import * as messages from '../site.messages.ts';

/** Message for every missing field, shown in a toast. */
const MISSING = issueText(messages.requiredMissing);
const TEXT_MAX = 500;
const words = requiredText(TEXT_MAX, {
  missing: MISSING,
  tooLong: issueText(messages.answerTooLong, { max: TEXT_MAX }),
});
const choice = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values, { error: MISSING });

/** The answers of "Define Your Crew DNA". Names and values come from the specification. */
export const CrewDna = z.strictObject({
  position: choice(['pg', 'sg', 'sf', 'pf', 'c']),
  roleType: choice(['scorer', 'playmaker', 'defender', 'rebounder', 'sharpshooter']),
  playstyle: words,
  schedule: z
    .array(choice(['Weekday Mornings', 'Weekday Evenings', 'Weekend Days', 'Weekend Nights']), { error: MISSING })
    .min(1, MISSING)
    .max(4),
  region: choice(['NA-East', 'NA-West', 'EU', 'Asia', 'SA', 'Oceania', 'Other']),
  platform: choice(['ps', 'xbox', 'pc']),
  hasMic: z.boolean(),
  goals: words,
  grindLevel: choice(['casual', 'rep', 'comp']),
  timezone: choice(['est', 'cst', 'mst', 'pst', 'gmt', 'cet']),
});
export type CrewDna = z.infer<typeof CrewDna>;

/** Null until the form is first saved. */
export const SavedCrewDna = z.object({ answers: CrewDna.nullable() });
