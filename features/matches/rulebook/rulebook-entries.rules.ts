import { PARTS, SCORE_PARTS } from '../../../matcher/score-parts.ts';

/** How a value is formatted and parsed in a form. */
export type EntryKind =
  | 'number'
  | 'optional-number'
  | 'switch'
  | 'numbers'
  | 'words'
  | 'region-sets'
  /** In a step of relaxation: empty leaves the limit as it is. */
  | 'step-number'
  | 'step-regions'
  | 'jobs'
  | 'closeness';

/** One weight, limit or relaxation, with its explanation. */
export type Entry = {
  /** Its path in the rules, e.g. `limits.minCommonMinutes`. */
  path: string;
  label: string;
  about: string;
  unit?: string;
  kind: EntryKind;
};
export type EntryGroup = { title: string; about: string; entries: Entry[] };

const SETS = 'One set a line, regions separated by commas.';

const LIMITS: EntryGroup = {
  title: 'Limits',
  about: 'What every squad and pair must satisfy, whatever its score.',
  entries: [
    {
      path: 'limits.minCommonMinutes',
      label: 'Common time',
      about: 'All members are free together for at least this long in the week.',
      unit: 'minutes a week',
      kind: 'number',
    },
    {
      path: 'limits.platform',
      label: 'Same platform',
      about: 'All on one platform, or everybody allows crossplay.',
      kind: 'switch',
    },
    {
      path: 'limits.commonMode',
      label: 'Common mode',
      about: 'There is a mode that every member plays.',
      kind: 'switch',
    },
    {
      path: 'limits.commonLanguage',
      label: 'Common language',
      about: 'There is a language that every member speaks.',
      kind: 'switch',
    },
    {
      path: 'limits.regions',
      label: 'Regions that play together',
      about: `${SETS} A region in no set plays with itself; empty means that all may play together.`,
      kind: 'region-sets',
    },
    {
      path: 'limits.maxRatingSpread',
      label: 'Largest rating spread',
      about:
        'Between the best and the weakest member; empty means no limit. Players without a rating are not held to it.',
      unit: 'rating points',
      kind: 'optional-number',
    },
  ],
};

const WEIGHTS: EntryGroup = {
  title: 'Weights',
  about: 'Points that each part of the score can bring; together 100.',
  entries: PARTS.map((part) => ({ path: `weights.${part}`, ...SCORE_PARTS[part], unit: 'points', kind: 'number' })),
};

const SCALES: EntryGroup = {
  title: 'Scales',
  about: 'When a part of the score brings all of its points, some, or none.',
  entries: [
    {
      path: 'scales.fullCommonMinutes',
      label: 'Common time for all points',
      about: 'So much common time in the week earns the whole of Common hours.',
      unit: 'minutes a week',
      kind: 'number',
    },
    {
      path: 'scales.positionFit',
      label: 'Fit of positions',
      about:
        'Share earned at the primary position, the first flex position, the second and so on; the last holds for more.',
      kind: 'numbers',
    },
    {
      path: 'scales.ratingFree',
      label: 'Rating distance that is free',
      about: "From the squad's median rating; up to here nothing is lost.",
      unit: 'rating points',
      kind: 'number',
    },
    {
      path: 'scales.ratingZeroAt',
      label: 'Rating distance that earns nothing',
      about: "From the squad's median rating; from here on nothing is earned.",
      unit: 'rating points',
      kind: 'number',
    },
    {
      path: 'scales.ratingShare',
      label: 'Share of rating in Skill',
      about: 'The rest of Skill is competitive level.',
      unit: '0 to 1',
      kind: 'number',
    },
    {
      path: 'scales.unknownSkill',
      label: 'Unknown skill',
      about: 'Share that somebody without a rating or level earns.',
      unit: '0 to 1',
      kind: 'number',
    },
    {
      path: 'scales.levels',
      label: 'Competitive levels',
      about: 'From easy-going to serious; the cost grows with the square of the distance.',
      kind: 'words',
    },
    {
      path: 'scales.jobs',
      label: 'Jobs of a squad',
      about:
        'One job a line: its name, a colon, and the beginnings of words in archetype or playstyle that tell who does it.',
      kind: 'jobs',
    },
    {
      path: 'scales.commonModes',
      label: 'Common modes',
      about: 'Share of Modes earned by one common mode, by two and so on; the last holds for more.',
      kind: 'numbers',
    },
    {
      path: 'scales.micShare',
      label: 'Share of microphones in Talk',
      about: 'The rest of Talk is speaking the same first language.',
      unit: '0 to 1',
      kind: 'number',
    },
    {
      path: 'scales.regionCloseness',
      label: 'Closeness of regions',
      about: 'One pair a line, as "NA-East, EU: 0.3". The same region is 1, a pair that is not listed 0.',
      kind: 'closeness',
    },
    {
      path: 'scales.avoidPenalty',
      label: 'Avoided company',
      about: 'Lost for each member who avoids another member.',
      unit: 'points',
      kind: 'number',
    },
  ],
};

const WAITING: EntryGroup = {
  title: 'Waiting',
  about: 'What makes up for runs that left somebody out. It moves people forward and is not part of a score.',
  entries: [
    {
      path: 'waiting.points',
      label: 'Points by runs waited',
      about: 'For none, one, two runs and so on; the last holds for all longer waits.',
      kind: 'numbers',
    },
    {
      path: 'waiting.priorityPoints',
      label: 'Standing precedence',
      about: "For each unit of a player's precedence, such as a founder's.",
      unit: 'points',
      kind: 'number',
    },
    {
      path: 'waiting.reliabilityPoints',
      label: 'Reliability',
      about:
        'For who always came to what they had agreed to; half of it at 75 %, none at 50 % and below, or while nothing is known. Small, so that it decides between equals.',
      unit: 'points',
      kind: 'number',
    },
  ],
};

const QUEUE: EntryGroup = {
  title: 'Play now',
  about:
    'How the live queue relaxes. There each step of waiting counts as one run waited, also for the steps of relaxation.',
  entries: [
    {
      path: 'queue.stepMinutes',
      label: 'Steps of waiting',
      about: 'After so many minutes each step begins, rising.',
      unit: 'minutes',
      kind: 'numbers',
    },
    {
      path: 'queue.minScores',
      label: 'Least score of a group',
      about:
        'For who has passed no step, one, two and so on; the last holds for more. A group has to satisfy everybody in it.',
      unit: 'points',
      kind: 'numbers',
    },
  ],
};

/** Returns the four entries of one relaxation step. */
function stepEntries(step: number): Entry[] {
  const path = `relaxation.${step}`;
  return [
    {
      path: `${path}.afterRuns`,
      label: 'After so many runs',
      about: 'From then on the step holds for the player who waited; the others of a group keep their own limits.',
      unit: 'runs',
      kind: 'number',
    },
    {
      path: `${path}.minCommonMinutes`,
      label: 'Common time',
      about: 'Enough from then on; empty leaves the limit as it is.',
      unit: 'minutes a week',
      kind: 'step-number',
    },
    {
      path: `${path}.maxRatingSpread`,
      label: 'Largest rating spread',
      about: 'Allowed from then on; empty leaves the limit as it is, "none" lifts it.',
      unit: 'rating points',
      kind: 'step-number',
    },
    {
      path: `${path}.regions`,
      label: 'Further regions',
      about: `Sets allowed in addition. ${SETS}`,
      kind: 'step-regions',
    },
  ];
}

/** Returns all entries of a rule set in display order. */
export function entryGroups(steps: number): EntryGroup[] {
  const relaxation = Array.from({ length: steps }, (_, step) => ({
    title: `Relaxation, step ${step + 1}`,
    about: 'Limits that loosen for somebody who waited.',
    entries: stepEntries(step),
  }));
  return [LIMITS, WEIGHTS, SCALES, WAITING, QUEUE, ...relaxation];
}

/** Returns the value at a path of the rules; undefined if there is none. */
export function valueAt(rules: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], rules);
}

type Job = { name: string; words: string[] };
type Closeness = { regions: [string, string]; closeness: number };

/** Formats a value for a form. */
export function formatEntry(kind: EntryKind, value: unknown): string {
  if (kind === 'step-number' && value === null) return 'none';
  if (value === null || value === undefined) return '';
  switch (kind) {
    case 'numbers':
    case 'words':
      return (value as (number | string)[]).join(', ');
    case 'region-sets':
    case 'step-regions':
      return (value as string[][]).map((set) => set.join(', ')).join('\n');
    case 'jobs':
      return (value as Job[]).map(({ name, words }) => `${name}: ${words.join(', ')}`).join('\n');
    case 'closeness':
      return (value as Closeness[]).map(({ regions, closeness }) => `${regions.join(', ')}: ${closeness}`).join('\n');
    default:
      return String(value);
  }
}

/** Formats a number with its unit: "1 point", "2 points". A share ("0 to 1") has no unit. */
export function formatWithUnit(text: string, unit = '0 to 1'): string {
  if (unit === '0 to 1' || text === 'none') return text;
  return `${text} ${text === '1' ? unit.replace(/s\b/, '') : unit}`;
}

/** Returns what an empty entry means. */
export function emptyLabel(kind: EntryKind): string {
  if (kind === 'optional-number') return 'No limit';
  if (kind === 'region-sets') return 'All may play together';
  return kind.startsWith('step') ? 'As without waiting' : 'None';
}

const toList = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
const toLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
/** Text that isn't a number stays text, so that the validation of the rules reports it. */
const parseNumber = (text: string) => (text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text));
const splitLine = (line: string): [string, string] => {
  const at = line.lastIndexOf(':');
  return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
};

/** Parses a form's text. The validation of the rules reports what's wrong with it. */
export function parseEntry(kind: EntryKind, text: string): unknown {
  switch (kind) {
    case 'switch':
      return text === 'true';
    case 'optional-number':
      return text.trim() === '' ? null : parseNumber(text);
    case 'step-number':
      if (text.trim() === '') return undefined;
      return text.trim().toLowerCase() === 'none' ? null : parseNumber(text);
    case 'step-regions':
      return text.trim() === '' ? undefined : toLines(text).map(toList);
    case 'numbers':
      return toList(text).map(parseNumber);
    case 'words':
      return toList(text);
    case 'region-sets':
      return text.trim() === '' ? null : toLines(text).map(toList);
    case 'jobs':
      return toLines(text).map((line) => {
        const [name, words] = splitLine(line);
        return { name, words: toList(words) };
      });
    case 'closeness':
      return toLines(text).map((line) => {
        const [regions, closeness] = splitLine(line);
        return { regions: toList(regions), closeness: parseNumber(closeness) };
      });
    default:
      return parseNumber(text);
  }
}
