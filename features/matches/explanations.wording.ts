import { type Explanation, type Reader, readExplanation } from '../../matcher/run.ts';
import { mention } from '../../messages/mentions.ts';
import type { Translator } from '../../messages/translator.ts';
import type { TimePreferences } from '../../time/reader-times.ts';
import { toKnownZone } from '../profiles/local-week.rules.ts';
import type { MatchFacts, Origin } from './explanations.rules.ts';
import { formatMatchReasons } from './match-reasons.wording.ts';
import * as messages from './matches.messages.ts';
import type { Slot } from './matches.schema.ts';

type Named = { display_name: string };

/** Builds the reader of an explanation. @param people the people whom the reader may see by name, by id */
export const createExplanationReader = (
  id: string | null,
  times: TimePreferences,
  people: ReadonlyMap<string, Named>,
): Reader => ({
  id,
  times: { ...times, zone: toKnownZone(times.zone) },
  nameOf: (other) => mention(other, people.get(other)?.display_name),
});

/**
 * Turns an explanation's stored facts into sentences for one reader.
 * @param earlier sentences stored before facts existed
 */
export function explainStoredFacts(t: Translator, facts: unknown, earlier: string[], reader: Reader): string[] {
  const explanation = readExplanation(facts);
  return explanation ? formatMatchReasons(t, explanation, reader) : earlier;
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
export function formatMatchExplanation(t: Translator, match: Explained, reader: Reader): string[] {
  const facts = readExplanation(match.facts);
  if (!facts) return explainLegacyReasons(t, match, reader);
  const { origin } = match.facts as MatchFacts;
  const found = origin ? [formatOrigin(t, origin, facts, reader)] : [];
  return [...found, ...formatMatchReasons(t, facts, reader)];
}

function formatOrigin(t: Translator, origin: Origin, { members }: Explanation, { id }: Reader): string {
  const group = id !== null && members.includes(id) ? 'you' : 'them';
  if (origin.by === 'listing') return t(messages.foundByListing, { group, title: origin.title });
  return t(origin.by === 'now' ? messages.foundNow : messages.foundTonight, { group });
}

/** Matches older stored sentences whose hours are in one time zone for all readers. */
const LEGACY_HOURS = /^(All five|Both) are free /;

function explainLegacyReasons(t: Translator, match: Explained, reader: Reader): string[] {
  const { explanation, memberIds: members, intervals, weekOf, scheduledOverlapMinutes: minutes } = match;
  const hours = weekOf
    ? formatMatchReasons(t, { members, facts: [{ about: 'time', weekOf, intervals, minutes }] }, reader)
    : [];
  return explanation
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => (LEGACY_HOURS.test(line) && intervals.length > 0 ? hours : replaceEngineTerms(t, line)));
}

/** Replaces engine terms in two of the older sentences. */
function replaceEngineTerms(t: Translator, line: string): string {
  return line
    .replace(/^Every known rating is (\S+)(?: \((\d) of \d known\))?$/, (_, rating, knownCount) =>
      knownCount ? t(messages.legacyRatingSome, { known: knownCount, rating }) : t(messages.legacyRating, { rating }),
    )
    .replace(/ are in Other,? on /, ' play on ');
}
