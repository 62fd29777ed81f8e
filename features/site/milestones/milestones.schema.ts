import { z } from 'zod';

export const TITLE_MAX = 80;
export const MOST_MILESTONES = 20;

const title = z
  .string('Please name the milestone.')
  .trim()
  .min(1, 'Please name the milestone.')
  .max(TITLE_MAX, `Please keep it to ${TITLE_MAX} characters.`);

export const Milestone = z.object({ id: z.string(), title: z.string(), done: z.boolean() });
export type Milestone = z.infer<typeof Milestone>;

export const Progress = z.object({
  /** True while this is the sample that accounts without Pro see. */
  sample: z.boolean(),
  percent: z.number().int(),
  milestones: z.array(Milestone),
});
export type Progress = z.infer<typeof Progress>;

export const NewMilestone = z.strictObject({ title });
export const MilestoneChange = z.strictObject({ title: title.optional(), done: z.boolean().optional() });
export type MilestoneChange = z.infer<typeof MilestoneChange>;
