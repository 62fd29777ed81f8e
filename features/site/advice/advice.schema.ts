import { z } from 'zod';

export const QUESTION_MAX = 1000;

export const Question = z.strictObject({
  text: z
    .string('Please describe what you want to build.')
    .trim()
    .min(3, 'Please describe what you want to build.')
    .max(QUESTION_MAX, `Please keep it to ${QUESTION_MAX} characters.`),
});

/** A build to try, and why. */
export const Advice = z.object({
  title: z.string(),
  position: z.enum(['PG', 'SG', 'SF', 'PF', 'C']),
  archetype: z.string(),
  size: z.string(),
  /** Most important first; `target` is a rating from 25 to 99. */
  attributes: z.array(z.object({ name: z.string(), target: z.number().int(), why: z.string() })),
  reasons: z.array(z.string()),
  /** What would make the next answer better. */
  missing: z.array(z.string()),
});
export type Advice = z.infer<typeof Advice>;

/** Who wrote the reasons: our rules, a language model, or our rules because the model failed or was asked too often. */
const ANSWERED_BY = ['rules', 'model', 'rules_fallback', 'rules_limit'] as const;

export const Answer = Advice.extend({ answered_by: z.enum(ANSWERED_BY) });
export type Answer = z.infer<typeof Answer>;
