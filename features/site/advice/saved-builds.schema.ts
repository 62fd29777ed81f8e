import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { shortText } from '../../../text/short-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import { Progress } from '../milestones/milestones.schema.ts';
import * as messages from '../site.messages.ts';
import { BuildCard } from './advice.schema.ts';

export const MAX_BUILDS = 20;
export const BUILD_NAME_MAX = 60;

const name = shortText(BUILD_NAME_MAX, {
  missing: issueText(messages.buildNameMissing),
  tooLong: issueText(messages.buildNameTooLong, { max: BUILD_NAME_MAX }),
});

export const NewBuild = z.strictObject({
  /** The answer of the assistant that the build was saved from. */
  turn_id: z.uuid(issueText(messages.answerGone)),
  name,
});
export type NewBuild = z.infer<typeof NewBuild>;
export const BuildName = z.strictObject({ name });

export const SavedBuild = z.object({ id: z.uuid(), name: z.string(), card: BuildCard, created_at: instant });
export type SavedBuild = z.infer<typeof SavedBuild>;
/** Newest first. */
export const SavedBuilds = z.object({ builds: z.array(SavedBuild) });
export type SavedBuilds = z.infer<typeof SavedBuilds>;

/** The updated tracker, and how many milestones the build added. */
export const BuildMilestones = z.object({ added: z.number().int(), progress: Progress });
export type BuildMilestones = z.infer<typeof BuildMilestones>;
