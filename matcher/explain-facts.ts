import { z } from 'zod';
import { FAULTS } from './group-score.ts';
import { utcSlotSchema } from './matcher-schema.ts';

const ids = z.array(z.string());
/** A word of the rules or of profiles (a region, a job …), and those of the group whom it is said of. */
const shared = z.object({ name: z.string(), ids });
const extreme = z.object({ rating: z.number(), ids });

/**
 * What is true of a proposal, a topic each: ids, numbers, words of profiles and of the rules, and times as minutes of the
 * UTC week. It holds no sentence: those are written for whoever reads (see explain-words.ts). Facts are kept for as long
 * as their proposal, so a topic may be added and no field of one taken away.
 */
const FACTS = [
  /** `minutes` a week in which all are free, and when that is in the week of Monday `weekOf`. */
  z.object({
    about: z.literal('time'),
    weekOf: z.string(),
    intervals: z.array(utcSlotSchema),
    minutes: z.number(),
    /** Whether clocks change in that week where one of them lives. */
    clocksChange: z.boolean().optional(),
  }),
  /** Who takes which seat, and whether it is what they play first. */
  z.object({
    about: z.literal('positions'),
    seats: z.array(z.object({ id: z.string(), position: z.string(), primary: z.boolean() })),
  }),
  /** Those who came together. */
  z.object({ about: z.literal('party'), ids }),
  z.object({ about: z.literal('ratings'), low: extreme, high: extreme, unknown: ids }),
  z.object({ about: z.literal('level'), level: z.string() }),
  /** Each with those who do it. */
  z.object({ about: z.literal('jobs'), jobs: z.array(shared) }),
  z.object({ about: z.literal('modes'), modes: z.array(z.string()) }),
  /** Languages that all speak, and who has no microphone. */
  z.object({ about: z.literal('talk'), languages: z.array(z.string()), silent: ids }),
  z.object({
    about: z.literal('place'),
    regions: z.array(shared),
    platforms: z.array(shared),
    /** Whether all of them allow crossplay. */
    crossplay: z.boolean(),
  }),
  /** Who had waited longest, in runs. */
  z.object({ about: z.literal('waited'), runs: z.number(), ids }),
  /** Minutes in common that were enough because all have waited, and how many it takes otherwise. */
  z.object({ about: z.literal('relaxed'), minutes: z.number(), usual: z.number() }),
  /** What stands against a group that the rules would not have proposed. */
  z.object({ about: z.literal('problem'), problem: z.enum(FAULTS) }),
] as const;
/** @public `tools/matcher-types.ts` writes its type out. */
export const factSchema = z.discriminatedUnion('about', FACTS);
export type ExplanationFact = z.infer<typeof factSchema>;

/** A group and what is true of it, the strongest first. */
export type Explanation = { members: string[]; facts: ExplanationFact[] };

const storedExplanation = z.object({ members: ids, facts: z.array(z.unknown()) });

/**
 * An explanation as it was kept; a topic that this version does not know is left out.
 * @returns undefined for anything else
 */
export function readExplanation(value: unknown): Explanation | undefined {
  const read = storedExplanation.safeParse(value);
  if (!read.success) return undefined;
  const facts = read.data.facts.flatMap((fact) => factSchema.safeParse(fact).data ?? []);
  return { members: read.data.members, facts };
}

/** Topics that are about the hours of a week and about waiting for a run: of a single evening they say nothing. */
const OF_A_WEEK: readonly ExplanationFact['about'][] = ['time', 'waited', 'relaxed'];

/** The same for people who meet on one evening. */
export function limitToSession({ members, facts }: Explanation): Explanation {
  return { members, facts: facts.filter(({ about }) => !OF_A_WEEK.includes(about)) };
}
