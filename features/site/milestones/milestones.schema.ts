import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { shortText } from '../../../text/short-text.ts';
import * as messages from '../site.messages.ts';

export const TITLE_MAX = 80;
export const MAX_MILESTONES = 20;

const title = shortText(TITLE_MAX, {
  missing: issueText(messages.milestoneMissing),
  tooLong: issueText(messages.milestoneTooLong, { max: TITLE_MAX }),
});

export const Milestone = z.object({ id: z.string(), title: z.string(), done: z.boolean() });
export type Milestone = z.infer<typeof Milestone>;

export const Progress = z.object({
  /** Whether these are example milestones, shown to accounts without Pro. */
  sample: z.boolean(),
  percent: z.number().int(),
  milestones: z.array(Milestone),
});
export type Progress = z.infer<typeof Progress>;

export const NewMilestone = z.strictObject({ title });
export const MilestoneChange = z.strictObject({ title: title.optional(), done: z.boolean().optional() });
export type MilestoneChange = z.infer<typeof MilestoneChange>;
