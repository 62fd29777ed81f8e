import { z } from 'zod';
import { requiredText } from '../../../text/short-text.ts';
import { instant } from '../../../time/instant-schema.ts';

export const QUESTION_MAX = 1000;
/** How many questions and answers of a conversation are kept. */
export const TURNS_KEPT = 20;

const DESCRIBE = 'Describe what you want to build.';
export const Question = z.strictObject({
  text: requiredText(QUESTION_MAX, {
    missing: DESCRIBE,
    tooLong: `Keep it to ${QUESTION_MAX} characters.`,
  }).refine((text) => text.length >= 3, DESCRIBE),
});

/** A build to try, worded in one language. */
export const BuildCard = z.object({
  title: z.string(),
  position: z.enum(['PG', 'SG', 'SF', 'PF', 'C']),
  archetype: z.string(),
  height_cm: z.number().int(),
  /** The formatted height. */
  size: z.string(),
  weight_lb: z.number().int(),
  /** Attribute points available and spent. */
  budget: z.number().int(),
  spent: z.number().int(),
  /** Highest first. `cap` is the maximum that height and weight allow; both range from 25 to 99. */
  attributes: z.array(z.object({ id: z.string(), name: z.string(), rating: z.number().int(), cap: z.number().int() })),
  badges: z.array(z.string()),
});
export type BuildCard = z.infer<typeof BuildCard>;

/**
 * Who proposed the ratings: our rules, a language model checked by our rules, or our rules because the model failed or
 * was asked too often.
 */
const ANSWERED_BY = ['rules', 'model', 'rules_fallback', 'rules_limit'] as const;
export type AnsweredBy = (typeof ANSWERED_BY)[number];

export const Answer = z.object({
  /** The language of the sentences, which is the question's language. */
  language: z.enum(['en', 'de', 'es', 'fr']),
  card: BuildCard,
  /** What our rules say about the build. */
  sentences: z.array(z.string()),
  /** What a language model says about it, where it agrees with the build. */
  model_words: z.array(z.string()),
  /** Information that would improve the next answer. */
  missing: z.array(z.string()),
  /** Suggested follow-up questions. */
  next: z.array(z.string()),
  answered_by: z.enum(ANSWERED_BY),
});
export type Answer = z.infer<typeof Answer>;

export const AdviceTurn = z.object({ id: z.uuid(), question: z.string(), answer: Answer, created_at: instant });
export type AdviceTurn = z.infer<typeof AdviceTurn>;

export const AdviceConversation = z.object({
  /** True for the sample that accounts without Pro see. */
  sample: z.boolean(),
  /** Oldest first. */
  turns: z.array(AdviceTurn),
  /** What the assistant knows about the account before the conversation starts. */
  known: z.array(z.string()),
});
export type AdviceConversation = z.infer<typeof AdviceConversation>;
