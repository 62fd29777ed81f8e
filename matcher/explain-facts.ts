import { z } from 'zod';
import { FAULTS } from './group-score.ts';
import { utcSlotSchema } from './matcher-schema.ts';

const ids = z.array(z.string());
/** A term from the rules or profiles (a region, a job …), and the members it applies to. */
const sharedItem = z.object({ name: z.string(), ids });
const extremeRating = z.object({ rating: z.number(), ids });

/**
 * True facts about a match, one per topic: ids, numbers, terms from profiles and rules, and times as minutes of the UTC
 * week. They contain no sentences; those are written for each reader (see explain-words.ts). Facts are stored as long
 * as their match, so topics may be added, but no field may be removed.
 */
const FACTS = [
  /** Minutes per week in which everyone is free, and the intervals in the week of Monday `weekOf`. */
  z.object({
    about: z.literal('time'),
    weekOf: z.string(),
    intervals: z.array(utcSlotSchema),
    minutes: z.number(),
    /** Whether clocks change that week in a member's time zone. */
    clocksChange: z.boolean().optional(),
  }),
  /** Which member takes which seat, and whether that's their primary position. */
  z.object({
    about: z.literal('positions'),
    seats: z.array(z.object({ id: z.string(), position: z.string(), primary: z.boolean() })),
  }),
  /** Members who queued as a party. */
  z.object({ about: z.literal('party'), ids }),
  z.object({ about: z.literal('ratings'), low: extremeRating, high: extremeRating, unknown: ids }),
  z.object({ about: z.literal('level'), level: z.string() }),
  /** Each job with the members who do it. */
  z.object({ about: z.literal('jobs'), jobs: z.array(sharedItem) }),
  z.object({ about: z.literal('modes'), modes: z.array(z.string()) }),
  /** Languages everyone speaks, and members without a microphone. */
  z.object({ about: z.literal('talk'), languages: z.array(z.string()), silent: ids }),
  z.object({
    about: z.literal('place'),
    regions: z.array(sharedItem),
    platforms: z.array(sharedItem),
    /** Whether everyone allows crossplay. */
    crossplay: z.boolean(),
  }),
  /** Members who waited longest, in runs. */
  z.object({ about: z.literal('waited'), runs: z.number(), ids }),
  /** The common minutes that were enough because everyone has waited, and the minutes that are usually required. */
  z.object({ about: z.literal('relaxed'), minutes: z.number(), usual: z.number() }),
  /** The problem with a group that the rules wouldn't allow. */
  z.object({ about: z.literal('problem'), problem: z.enum(FAULTS) }),
] as const;
/** @public Used by `tools/matcher-types.ts` to generate its type. */
export const factSchema = z.discriminatedUnion('about', FACTS);
export type ExplanationFact = z.infer<typeof factSchema>;

/** A group and the facts about it, strongest first. */
export type Explanation = { members: string[]; facts: ExplanationFact[] };

const storedExplanation = z.object({ members: ids, facts: z.array(z.unknown()) });

/**
 * Parses a stored explanation and drops topics that this version doesn't know.
 * @returns undefined if it isn't an explanation
 */
export function readExplanation(value: unknown): Explanation | undefined {
  const parsed = storedExplanation.safeParse(value);
  if (!parsed.success) return undefined;
  const facts = parsed.data.facts.flatMap((fact) => factSchema.safeParse(fact).data ?? []);
  return { members: parsed.data.members, facts };
}

/** Topics about weekly availability and waiting, which don't apply to a single session. */
const WEEKLY_FACTS: readonly ExplanationFact['about'][] = ['time', 'waited', 'relaxed'];

/** Returns the explanation for people who meet for a single session. */
export function limitToSession({ members, facts }: Explanation): Explanation {
  return { members, facts: facts.filter(({ about }) => !WEEKLY_FACTS.includes(about)) };
}
