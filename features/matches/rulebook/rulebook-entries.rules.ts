import { PARTS, SCORE_PARTS } from '../../../matcher/score-parts.ts';

/** How a value is formatted and parsed in a form. */
export type EntryKind =
  | 'number'
  | 'optional-number'
  | 'switch'
  | 'numbers'
  | 'words'
  | 'region-sets'
  /** For relaxation steps, where an empty value leaves the limit unchanged. */
  | 'step-number'
  | 'step-regions'
  | 'jobs'
  | 'closeness';

/** One weight, limit or relaxation, with its explanation. */
export type Entry = {
  /** Path in the rules, such as `limits.minCommonMinutes`. */
  path: string;
  label: string;
  about: string;
  unit?: string;
  kind: EntryKind;
};
export type EntryGroup = { title: string; about: string; entries: Entry[] };

const SETS = 'One set per line, regions separated by commas.';

const LIMITS: EntryGroup = {
  title: 'Limits',
  about: 'What every squad and pair must meet, whatever its score.',
  entries: [
    {
      path: 'limits.minCommonMinutes',
      label: 'Shared time',
      about: 'All members share at least this much free time a week.',
      unit: 'minutes a week',
      kind: 'number',
    },
    {
      path: 'limits.platform',
      label: 'Same platform',
      about: 'Everyone is on one platform or allows crossplay.',
      kind: 'switch',
    },
    {
      path: 'limits.commonMode',
      label: 'Shared mode',
      about: 'All members share at least one mode.',
      kind: 'switch',
    },
    {
      path: 'limits.commonLanguage',
      label: 'Shared language',
      about: 'All members share at least one language.',
      kind: 'switch',
    },
    {
      path: 'limits.regions',
      label: 'Regions that play together',
      about: `${SETS} A region outside every set only plays with itself. Leave empty to let all regions play together.`,
      kind: 'region-sets',
    },
    {
      path: 'limits.maxRatingSpread',
      label: 'Largest rating spread',
      about: 'Between the best and the weakest member. Leave empty for no limit. Players without a rating are exempt.',
      unit: 'rating points',
      kind: 'optional-number',
    },
  ],
};

const WEIGHTS: EntryGroup = {
  title: 'Weights',
  about: 'Points each part of the score can add. They total 100.',
  entries: PARTS.map((part) => ({ path: `weights.${part}`, ...SCORE_PARTS[part], unit: 'points', kind: 'number' })),
};

const SCALES: EntryGroup = {
  title: 'Scales',
  about: 'When a part of the score earns all, some or none of its points.',
  entries: [
    {
      path: 'scales.fullCommonMinutes',
      label: 'Shared time for full points',
      about: 'This much shared time a week earns all points for Shared hours.',
      unit: 'minutes a week',
      kind: 'number',
    },
    {
      path: 'scales.positionFit',
      label: 'Position fit',
      about:
        'Share earned at the primary position, the first flex position, the second and so on. The last value covers any further ones.',
      kind: 'numbers',
    },
    {
      path: 'scales.ratingFree',
      label: 'Rating gap without a loss',
      about: "Measured from the squad's median rating. No points are lost up to this gap.",
      unit: 'rating points',
      kind: 'number',
    },
    {
      path: 'scales.ratingZeroAt',
      label: 'Rating gap that earns nothing',
      about: "Measured from the squad's median rating. No points are earned from this gap on.",
      unit: 'rating points',
      kind: 'number',
    },
    {
      path: 'scales.ratingShare',
      label: "Rating's share of Skill",
      about: 'Competitive level is the rest of Skill.',
      unit: '0 to 1',
      kind: 'number',
    },
    {
      path: 'scales.unknownSkill',
      label: 'Unknown skill',
      about: 'Share earned by a player without a rating or level.',
      unit: '0 to 1',
      kind: 'number',
    },
    {
      path: 'scales.levels',
      label: 'Competitive levels',
      about: 'From easygoing to serious. The cost grows with the square of the gap.',
      kind: 'words',
    },
    {
      path: 'scales.jobs',
      label: 'Squad jobs',
      about:
        'One job per line: its name, a colon, and the beginnings of archetype or playstyle words that identify it.',
      kind: 'jobs',
    },
    {
      path: 'scales.commonModes',
      label: 'Shared modes',
      about: 'Share of Modes earned by one shared mode, by two and so on. The last value covers more.',
      kind: 'numbers',
    },
    {
      path: 'scales.micShare',
      label: "Microphones' share of Communication",
      about: 'Speaking the same first language is the rest of Communication.',
      unit: '0 to 1',
      kind: 'number',
    },
    {
      path: 'scales.regionCloseness',
      label: 'Region closeness',
      about: 'One pair per line, like "NA-East, EU: 0.3". The same region is 1. A pair that isn\'t listed is 0.',
      kind: 'closeness',
    },
    {
      path: 'scales.avoidPenalty',
      label: 'Avoided players',
      about: 'Points lost for each member who avoids another member.',
      unit: 'points',
      kind: 'number',
    },
  ],
};

const WAITING: EntryGroup = {
  title: 'Waiting',
  about: "Makes up for matching rounds that left a player out. It moves players forward and isn't part of a score.",
  entries: [
    {
      path: 'waiting.points',
      label: 'Points by rounds waited',
      about: 'For zero, one, two rounds and so on. The last value covers all longer waits.',
      kind: 'numbers',
    },
    {
      path: 'waiting.priorityPoints',
      label: 'Fixed priority',
      about: "For each unit of a player's priority, such as a Founder's.",
      unit: 'points',
      kind: 'number',
    },
    {
      path: 'waiting.reliabilityPoints',
      label: 'Reliability',
      about:
        'For players who always showed up to what they accepted. Half at 75%. None at 50% and below, or without a record. Keep it small so it only breaks ties.',
      unit: 'points',
      kind: 'number',
    },
  ],
};

const QUEUE: EntryGroup = {
  title: 'Play now',
  about: 'How the live queue relaxes. Each waiting step counts as one round waited, including for relaxation steps.',
  entries: [
    {
      path: 'queue.stepMinutes',
      label: 'Waiting steps',
      about: 'Minutes after which each step begins, in rising order.',
      unit: 'minutes',
      kind: 'numbers',
    },
    {
      path: 'queue.minScores',
      label: 'Lowest match score',
      about:
        'For players who passed no step, one, two and so on. The last value covers more. A match must satisfy everyone in it.',
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
      label: 'After this many rounds',
      about: 'From then on, the step applies to the player who waited. Others in the match keep their own limits.',
      unit: 'runs',
      kind: 'number',
    },
    {
      path: `${path}.minCommonMinutes`,
      label: 'Shared time',
      about: 'Enough from then on. Leave empty to keep the limit.',
      unit: 'minutes a week',
      kind: 'step-number',
    },
    {
      path: `${path}.maxRatingSpread`,
      label: 'Largest rating spread',
      about: 'Allowed from then on. Leave empty to keep the limit. "none" lifts it.',
      unit: 'rating points',
      kind: 'step-number',
    },
    {
      path: `${path}.regions`,
      label: 'More regions',
      about: `Extra allowed sets. ${SETS}`,
      kind: 'step-regions',
    },
  ];
}

/** Returns all entries of a rule set in display order. */
export function listEntryGroups(steps: number): EntryGroup[] {
  const relaxation = Array.from({ length: steps }, (_, step) => ({
    title: `Relaxation, step ${step + 1}`,
    about: 'Limits that loosen for a player who waited.',
    entries: stepEntries(step),
  }));
  return [LIMITS, WEIGHTS, SCALES, WAITING, QUEUE, ...relaxation];
}

/** Returns the value at a path of the rules; undefined if there is none. */
export function getValueAt(rules: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], rules);
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

/** Formats a number with its unit, such as "1 point" or "2 points". A share ("0 to 1") has no unit. */
export function formatWithUnit(text: string, unit = '0 to 1'): string {
  if (unit === '0 to 1' || text === 'none') return text;
  return `${text} ${text === '1' ? unit.replace(/s\b/, '') : unit}`;
}

/** Returns the meaning of an empty entry. */
export function getEmptyLabel(kind: EntryKind): string {
  if (kind === 'optional-number') return 'No limit';
  if (kind === 'region-sets') return 'All play together';
  return kind.startsWith('step') ? 'Same as without waiting' : 'None';
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
/** Parses a number. Returns other text unchanged, so that validation of the rules reports it. */
const parseNumber = (text: string) => (text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text));
const splitLine = (line: string): [string, string] => {
  const colonIndex = line.lastIndexOf(':');
  return colonIndex < 0 ? [line, ''] : [line.slice(0, colonIndex).trim(), line.slice(colonIndex + 1).trim()];
};

/** Parses a form's text. Problems with it are reported by the validation of the rules. */
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
        const [name, valueText] = splitLine(line);
        return { name, words: toList(valueText) };
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
