import { type Explanation, explanationSentences, type Reader, readExplanation } from '../../matcher/run.ts';
import type { ReaderTimes } from '../../time/reader-times.ts';
import { toKnownZone } from '../profiles/local-week.rules.ts';
import type { MatchFacts, Origin } from './explanations.rules.ts';
import type { Slot } from './matches.schema.ts';

type Named = { display_name: string };

/** Builds the reader of an explanation. @param people the people whom the reader may see by name, by id */
export const createExplanationReader = (
  id: string | null,
  times: ReaderTimes,
  people: ReadonlyMap<string, Named>,
): Reader => ({
  id,
  times: { ...times, zone: toKnownZone(times.zone) },
  nameOf: (other) => people.get(other)?.display_name,
});

/**
 * Turns an explanation's stored facts into sentences for one reader. @param earlier sentences stored before facts
 * existed
 */
export function explainStoredFacts(facts: unknown, earlier: string[], reader: Reader): string[] {
  const explanation = readExplanation(facts);
  return explanation ? explanationSentences(explanation, reader) : earlier;
}

/** The parts of a match that explain it. `explanation` has the sentences of matches from before facts existed. */
type Explained = {
  facts: unknown;
  explanation: string;
  memberIds: string[];
  intervals: Slot[];
  scheduledOverlapMinutes: number;
  weekOf: string | null;
};

/** Returns why a match was made, in sentences for one reader. */
export function formatMatchExplanation(match: Explained, reader: Reader): string[] {
  const facts = readExplanation(match.facts);
  if (!facts) return explainLegacyReasons(match, reader);
  const { origin } = match.facts as MatchFacts;
  const found = origin ? [formatOrigin(origin, facts, reader)] : [];
  return [...found, ...explanationSentences(facts, reader)];
}

function formatOrigin(origin: Origin, { members }: Explanation, { id }: Reader): string {
  const you = id !== null && members.includes(id);
  if (origin.by === 'listing') return `${you ? 'You' : 'They'} found each other through the listing "${origin.title}"`;
  const all = you ? 'All five of you' : 'All five';
  if (origin.by === 'now') return `${all} pressed Play now and readied up`;
  return `${all} wanted to play tonight and accepted this time`;
}

/** Older stored sentences have the hours in one time zone for all readers. */
const LEGACY_HOURS = /^(All five|Both) are free /;

function explainLegacyReasons(match: Explained, reader: Reader): string[] {
  const { explanation, memberIds: members, intervals, weekOf, scheduledOverlapMinutes: minutes } = match;
  const hours = weekOf
    ? explanationSentences({ members, facts: [{ about: 'time', weekOf, intervals, minutes }] }, reader)
    : [];
  return explanation
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => (LEGACY_HOURS.test(line) && intervals.length > 0 ? hours : replaceEngineTerms(line)));
}

/** Replaces engine terms in two of the older sentences. */
function replaceEngineTerms(line: string): string {
  return line
    .replace(/^Every known rating is (\S+)(?: \((\d) of \d known\))?$/, (_, rating, known) =>
      known ? `${known} of them are rated ${rating}, and the others have no rating yet` : `All are rated ${rating}`,
    )
    .replace(/ are in Other,? on /, ' play on ');
}
