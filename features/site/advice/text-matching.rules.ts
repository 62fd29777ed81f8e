import { KILOGRAM_LB } from '../../../messages/body-measures.ts';
import { MAX_CHIPS, type Wishes } from './advice.schema.ts';
import { SKILL_BY_ARCHETYPE, toCentimeters } from './build-facts.rules.ts';
import {
  type ChipId,
  type EntryGroup,
  LACK_PATTERN,
  NEGATIONS,
  type NumberName,
  SQUAD_PATTERN,
  VOCABULARY,
} from './vocabulary.schema.ts';
import { clampToRange, NO_WISHES } from './wishes.rules.ts';

/** Normalizes text for comparison: lowercase, no accents, one kind of quote and dash. */
const normalizeText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[’‘′´`]/g, "'")
    .replace(/[“”″„]|''/g, '"')
    .replace(/[‐‑‒–—]/g, '-');

/**
 * Builds an expression that finds any phrase of a comma-separated list as whole words in plain text.
 * @param suffix what may follow a phrase, such as a plural
 */
function createPhrasePattern(list: string, suffix = ''): RegExp {
  const phrases = list.split(', ').toSorted((a, b) => b.length - a.length);
  const patterns = phrases.map((phrase) => normalizeText(phrase).replaceAll('*', '\\p{L}*').replace(/[ -]/g, '[ -]?'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})${suffix}(?![\\p{L}\\p{N}'])`, 'gu');
}

const PLURAL = '(?:s|es|en|n)?';
type Entry = {
  [Group in EntryGroup]: { group: Group; id: keyof (typeof VOCABULARY)[Group]; find: RegExp };
}[EntryGroup];
const entries = Object.entries(VOCABULARY).flatMap(([group, table]) =>
  Object.entries<string>(table).map(([id, phraseList]) => ({
    group,
    id,
    find: createPhrasePattern(phraseList, PLURAL),
  })),
) as Entry[];

const negationPattern = createPhrasePattern(NEGATIONS);
const squadPattern = createPhrasePattern(SQUAD_PATTERN);
const lackPattern = createPhrasePattern(LACK_PATTERN);
const CLAUSE_END = /[.;,!?\n]|(?<=\s)(?:but|because|pero|sino|porque|mais|aber|sondern|weil)(?=\s)/u;

type Stance = 'want' | 'avoid' | 'lack';
type FoundEntry = { entry: Entry; at: number; end: number };

/**
 * Matches free text against the labels and synonyms of the vocabulary. A negation applies to everything that follows in
 * its clause. The player can correct the result.
 */
export function matchText(text: string): Wishes {
  const { numbers, rest } = readNumbers(normalizeText(text));
  const found = rest.split(CLAUSE_END).flatMap((clause) => listClauseChips(clause));
  return { ...NO_WISHES, ...numbers, chips: [...new Set(found)].slice(0, MAX_CHIPS) };
}

function listClauseChips(clause: string): ChipId[] {
  const negated = clause.search(negationPattern);
  const isAboutSquad = clause.search(squadPattern) >= 0 && (negated >= 0 || clause.search(lackPattern) >= 0);
  return findEntries(clause).flatMap(({ entry, at }) => {
    const isNegated = negated >= 0 && negated <= at;
    return toChips(entry, isAboutSquad ? 'lack' : isNegated ? 'avoid' : 'want');
  });
}

function toChips(entry: Entry, stance: Stance): ChipId[] {
  switch (entry.group) {
    case 'skill':
      return [`${stance}.${entry.id}`];
    case 'archetype':
      return [stance === 'want' ? `archetype.${entry.id}` : `${stance}.${SKILL_BY_ARCHETYPE[entry.id]}`];
    // The player takes a position that the squad lacks. There's no chip for ruling out a position.
    case 'position':
      return stance === 'avoid' ? [] : [`position.${entry.id}`];
    default:
      return [`${entry.group}.${entry.id}` as ChipId];
  }
}

/** Finds entries in text order. If two overlap, the longer one wins. */
function findEntries(text: string): FoundEntry[] {
  const all = entries.flatMap((entry) =>
    [...text.matchAll(entry.find)].map(
      (match): FoundEntry => ({ entry, at: match.index, end: match.index + match[0].length }),
    ),
  );
  const finds: FoundEntry[] = [];
  for (const one of all.toSorted((a, b) => b.end - b.at - (a.end - a.at))) {
    if (finds.every(({ at, end }) => one.end <= at || one.at >= end)) finds.push(one);
  }
  return finds.toSorted((a, b) => a.at - b.at);
}

type Reading = [name: NumberName, expression: string, read: (first: string, second?: string) => number];
const METERS = '(?:m|meters?|metern|metros?|metres?)';
const POINTS = '(?:attribute points|points|pts|puntos|punkte[n]?)';
const convertFeetToCentimeters = (meters: string, inches = '0') =>
  toCentimeters(Number(meters) * 12 + Math.min(11, Number(inches)));
const toDigits = (value: string) => Number(value.replace(/\D/g, ''));

const NUMBER_PATTERNS: readonly Reading[] = [
  ['height_cm', `([4-8]) ?' ?(\\d{1,2})? ?"?`, convertFeetToCentimeters],
  [
    'height_cm',
    '([4-8])[ -]?(?:ft|feet|foot|pies|pieds|fuss)\\.?[ -]?(?:(\\d{1,2})(?: ?(?:in|inch|inches))?)?',
    convertFeetToCentimeters,
  ],
  ['height_cm', '([5-7])-(\\d{1,2})', convertFeetToCentimeters],
  ['height_cm', '(\\d{3}) ?(?:cm|centimeters?|centimetres?|zentimeter)', Number],
  ['height_cm', `([12])[.,](\\d{2}) ?${METERS}?`, (meters, part) => Number(meters + part)],
  ['height_cm', `([12]) ?${METERS}(?: ?(\\d{2}))?`, (meters, part = '00') => Number(meters + part)],
  ['weight_lb', '(\\d{2,3}) ?(?:kg|kilos?|kilograms?)', (value) => Number(value) * KILOGRAM_LB],
  ['weight_lb', '(\\d{2,3}) ?(?:lbs?|pounds?|pfund|libras|livres)', Number],
  ['budget', `(\\d{1,2}[.,’' ]\\d{3}|\\d{3,4}) ?${POINTS}`, toDigits],
  ['budget', '(?:budget|presupuesto)(?: of| is| de| von)? (\\d{1,2}[.,]\\d{3}|\\d{3,4})', toDigits],
];

/** Extracts height, weight and points: the first of each, limited to the slider's range. */
function readNumbers(text: string): { numbers: Partial<Wishes>; rest: string } {
  const numbers: Partial<Record<NumberName, number>> = {};
  let unmatchedText = text;
  for (const [name, expression, read] of NUMBER_PATTERNS) {
    const edged = new RegExp(`(?<![\\p{L}\\p{N}.,])${expression}(?![\\p{L}\\p{N}])`, 'gu');
    unmatchedText = unmatchedText.replace(edged, (_match, first: string, second?: string) => {
      numbers[name] ??= clampToRange(name, read(first, second));
      return ' ';
    });
  }
  return { numbers, rest: unmatchedText };
}
