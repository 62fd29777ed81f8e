import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import { LOCALES } from '../../../messages/locales.ts';
import type { Message } from '../../../messages/message.ts';
import { longText } from '../../../text/short-text.ts';
import { instant } from '../../../time/instant-schema.ts';
import * as messages from '../site.messages.ts';
import { CHIP_IDS, NUMBER_LIMITS, type NumberName } from './vocabulary.schema.ts';

export const QUESTION_MAX = 1000;
/** Maximum number of questions with answers per conversation. */
export const MAX_TURNS = 20;
export const MAX_CHIPS = 30;

const text = longText(QUESTION_MAX, {
  invalid: issueText(messages.questionMissing),
  tooLong: issueText(messages.questionTooLong, { max: QUESTION_MAX }),
});
const createNumber = (name: NumberName, outOfRange: Message<{ min: number; max: number }>) => {
  const { min, max } = NUMBER_LIMITS[name];
  const error = issueText(outOfRange, { min, max });
  return z.int(error).min(min, error).max(max, error).nullable();
};

/** Everything a build is computed from: the chips and numbers that the player sees and can change. */
export const Wishes = z.strictObject({
  chips: z
    .array(z.enum(CHIP_IDS, issueText(messages.chipUnknown)))
    .max(MAX_CHIPS, issueText(messages.tooManyChips, { max: MAX_CHIPS }))
    .refine((chips) => new Set(chips).size === chips.length, issueText(messages.chipTwice)),
  height_cm: createNumber('height_cm', messages.heightOutOfRange),
  weight_lb: createNumber('weight_lb', messages.weightOutOfRange),
  budget: createNumber('budget', messages.pointsOutOfRange),
});
export type Wishes = z.infer<typeof Wishes>;

/** Typed text, and the chips that were already selected. */
export const TypedText = z.strictObject({ text, wishes: Wishes });

/**
 * Source of the chips: the vocabulary, the model, or the vocabulary because the model failed or its limit was reached.
 */
const FILLED_BY = ['rules', 'model', 'rules_fallback', 'rules_limit'] as const;
export type FilledBy = (typeof FILLED_BY)[number];

/** The chips after reading a text. `found` is false if nothing was recognized. */
export const FilledChips = z.object({ wishes: Wishes, filled_by: z.enum(FILLED_BY), found: z.boolean() });
export type FilledChips = z.infer<typeof FilledChips>;

/** A question. Existing `wishes` are used as they are; otherwise, the text is turned into chips first. */
export const Question = z.strictObject({ text: text.optional(), wishes: Wishes.optional() });
export type Question = z.infer<typeof Question>;

/** A build to try. */
export const BuildCard = z.object({
  title: z.string(),
  position: z.enum(['PG', 'SG', 'SF', 'PF', 'C']),
  archetype: z.string(),
  height_cm: z.number().int(),
  /** The formatted height. */
  size: z.string(),
  weight_lb: z.number().int(),
  /** Points that the attributes may cost in total, and points spent. */
  budget: z.number().int(),
  spent: z.number().int(),
  /** Best first. `cap` is the maximum that height and weight allow; both range from 25 to 99. */
  attributes: z.array(z.object({ id: z.string(), name: z.string(), rating: z.number().int(), cap: z.number().int() })),
  badges: z.array(z.string()),
});
export type BuildCard = z.infer<typeof BuildCard>;

export const Answer = z.object({
  /** The language the answer was written in. Earlier versions wrote `es` for any Spanish. */
  language: z.enum([...LOCALES, 'es']),
  card: BuildCard,
  /** The wishes that the build was computed from. Answers of earlier versions have none. */
  wishes: Wishes.optional(),
  /** Sentences about the build, computed from our rules. */
  sentences: z.array(z.string()),
  /** Sentences by a language model; only in answers of earlier versions. */
  model_words: z.array(z.string()),
  /** Facts that would have improved the answer; only in answers of earlier versions. */
  missing: z.array(z.string()),
  /** Follow-up questions; only in answers of earlier versions. */
  next: z.array(z.string()),
  answered_by: z.enum(FILLED_BY),
});
export type Answer = z.infer<typeof Answer>;

export const AdviceTurn = z.object({ id: z.uuid(), question: z.string(), answer: Answer, created_at: instant });
export type AdviceTurn = z.infer<typeof AdviceTurn>;

export const AdviceConversation = z.object({
  /** Whether this conversation is the sample for accounts without Pro. */
  sample: z.boolean(),
  /** Oldest first. */
  turns: z.array(AdviceTurn),
  /** Always empty. Kept for the previous version. */
  known: z.array(z.string()),
  /** The chips to start from: those of the last answer or those of the account. */
  wishes: Wishes,
});
export type AdviceConversation = z.infer<typeof AdviceConversation>;
