import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { requiredText } from '../../../text/short-text.ts';
import * as messages from '../site.messages.ts';

/** Message for every missing field, shown in a toast. */
const MISSING_TEXT = issueText(messages.requiredMissing);
const TEXT_MAX = 500;
const answerText = requiredText(TEXT_MAX, {
  missing: MISSING_TEXT,
  tooLong: issueText(messages.answerTooLong, { max: TEXT_MAX }),
});
const choiceField = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: MISSING_TEXT });

/** The answers of "Define Your Crew DNA". Names and values come from the specification. */
export const CrewDna = z.strictObject({
  position: choiceField(['pg', 'sg', 'sf', 'pf', 'c']),
  roleType: choiceField(['scorer', 'playmaker', 'defender', 'rebounder', 'sharpshooter']),
  playstyle: answerText,
  schedule: z
    .array(choiceField(['Weekday Mornings', 'Weekday Evenings', 'Weekend Days', 'Weekend Nights']), {
      error: MISSING_TEXT,
    })
    .min(1, MISSING_TEXT)
    .max(4),
  region: choiceField(['NA-East', 'NA-West', 'EU', 'Asia', 'SA', 'Oceania', 'Other']),
  platform: choiceField(['ps', 'xbox', 'pc']),
  hasMic: z.boolean(),
  goals: answerText,
  grindLevel: choiceField(['casual', 'rep', 'comp']),
  timezone: choiceField(['est', 'cst', 'mst', 'pst', 'gmt', 'cet']),
});
export type CrewDna = z.infer<typeof CrewDna>;

/** Null until the form is first saved. */
export const SavedCrewDna = z.object({ answers: CrewDna.nullable() });
