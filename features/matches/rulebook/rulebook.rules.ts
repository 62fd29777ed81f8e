import { defaultRules } from '../../../matcher/default-rules.ts';
import { type MatchingRules, rulesSchema } from '../../../matcher/matcher-schema.ts';
import { DAY_MINUTES } from '../../../time/units.ts';
import { COMPETITIVE_LEVELS, REGIONS } from '../../profiles/game.schema.ts';
import {
  type Entry,
  type EntryKind,
  formatEntry,
  getEmptyLabel,
  getValueAt,
  listEntryGroups,
  parseEntry,
} from './rulebook-entries.rules.ts';

export type { MatchingRules } from '../../../matcher/matcher-schema.ts';

/** The built-in rules, active until a version is published. */
export const builtIn: MatchingRules = defaultRules;

/** A problem in a rule set: where it is, and how to fix it. */
export type Problem = { path: string; sentence: string };

const WEIGHT_SUM = 100;
/** Smallest common time that the week grid can represent, in minutes. */
const MIN_COMMON = 15;
const WEEK_MINUTES = 7 * DAY_MINUTES;
const MAX_STEPS = 10;
/** Maximum number of region sets, limited by the engine's bit sets. */
const MAX_REGION_SETS = 16;

const countSteps = (rules: unknown) => {
  const steps = getValueAt(rules, 'relaxation');
  return Array.isArray(steps) ? steps.length : 0;
};

/** Returns all entries of these rules, in order. */
export const listRuleEntries = (rules: unknown): Entry[] =>
  listEntryGroups(countSteps(rules)).flatMap((group) => group.entries);

/** Finds the entry that a path belongs to. */
function findEntry(entries: readonly Entry[], path: string): Entry | undefined {
  return entries.find((entry) => path === entry.path || path.startsWith(`${entry.path}.`));
}

type Issue = { code?: string; path: PropertyKey[]; message: string; minimum?: unknown; maximum?: unknown };

function formatIssue(issue: Issue, entry: Entry | undefined): string {
  const label = entry?.label ?? 'The rules';
  const each = entry && issue.path.length > entry.path.split('.').length ? `Every value of ${label}` : label;
  if (entry?.kind === 'closeness')
    return `${label}: write each line like "NA-East, EU: 0.3", with a number from 0 to 1.`;
  if (entry?.kind === 'jobs') return `${label}: write each line like "scoring: scor, slash", with at most 30 lines.`;
  if (issue.code === 'too_small' && entry?.kind === 'numbers' && each === label) return `${label} needs a first value.`;
  if (issue.code === 'too_small') return `${each} must be at least ${String(issue.minimum)}.`;
  if (issue.code === 'too_big') return `${each} must be at most ${String(issue.maximum)}.`;
  if (issue.code === 'invalid_type' && entry && /number|numbers/.test(entry.kind)) {
    return /int|safeint/.test(issue.message) ? `${each} must be a whole number.` : `${each} must be a number.`;
  }
  return `${label}: ${issue.message}.`;
}

/**
 * Lists every problem with a rule set, one message per path; empty when it can be published.
 * @param value any value, such as form data or an API client's request
 */
export function findProblems(value: unknown): Problem[] {
  const parsed = rulesSchema.safeParse(value);
  if (parsed.success) return findProductProblems(parsed.data);
  const entries = listRuleEntries(value);
  const problems = parsed.error.issues.map((issue) => {
    const entry = findEntry(entries, issue.path.join('.'));
    return { path: entry?.path ?? issue.path.join('.'), sentence: formatIssue(issue as Issue, entry) };
  });
  return problems.filter(({ path }, index) => problems.findIndex((other) => other.path === path) === index);
}

/**
 * Finds problems that the engine would accept but the product can't. For example, scores must be out of 100, and the
 * court has five positions.
 */
function findProductProblems(rules: MatchingRules): Problem[] {
  const problems: Problem[] = [];
  const refuse = (path: string, sentence: string) => problems.push({ path, sentence });
  const { limits, scales, waiting } = rules;
  const hasFixedSeats = rules.seats.join() === builtIn.seats.join() && rules.squadType === builtIn.squadType;
  if (!hasFixedSeats || rules.pairType !== builtIn.pairType) {
    refuse('seats', "Spots and types come from the game (PG, SG, SF, PF, C) and can't change.");
  }
  const sum = Object.values(rules.weights).reduce((total, points) => total + points, 0);
  if (Math.abs(sum - WEIGHT_SUM) > 1e-6) {
    const roundedSum = Number(sum.toFixed(2));
    refuse(
      'weights.positionFit',
      `The weights must add up to 100, because scores are out of 100. They now add up to ${roundedSum}.`,
    );
  }
  if (limits.minCommonMinutes < MIN_COMMON || limits.minCommonMinutes > WEEK_MINUTES) {
    refuse('limits.minCommonMinutes', `Shared time must be between ${MIN_COMMON} and ${WEEK_MINUTES} minutes.`);
  }
  checkRegions(refuse, 'limits.regions', limits.regions ?? []);
  if (scales.ratingZeroAt <= scales.ratingFree) {
    refuse('scales.ratingZeroAt', 'The gap that earns nothing must be larger than the gap without a loss.');
  }
  if ([...scales.levels].sort().join() !== [...COMPETITIVE_LEVELS].sort().join()) {
    refuse('scales.levels', `Enter the competitive levels ${COMPETITIVE_LEVELS.join(', ')}, each once, in your order.`);
  }
  if (!isSorted(scales.positionFit, (a, b) => a >= b)) {
    refuse('scales.positionFit', "A later position can't fit better than an earlier one.");
  }
  if (!isSorted(scales.commonModes, (a, b) => a <= b)) {
    refuse('scales.commonModes', "More shared modes can't earn less.");
  }
  for (const { regions } of scales.regionCloseness) checkRegions(refuse, 'scales.regionCloseness', [regions]);
  if (!isSorted(waiting.points, (a, b) => a <= b)) refuse('waiting.points', "A longer wait can't earn fewer points.");
  if (!isSorted(rules.queue.stepMinutes, (a, b) => a < b)) {
    refuse('queue.stepMinutes', 'A later step must begin after more minutes than the one before it.');
  }
  if (!isSorted(rules.queue.minScores, (a, b) => a >= b)) {
    refuse('queue.minScores', "A longer wait can't require a better score.");
  }
  checkSteps(refuse, rules);
  return problems;
}

type AddProblem = (path: string, sentence: string) => void;

const isSorted = (values: readonly number[], isInOrder: (a: number, b: number) => boolean) =>
  values.every((value, index) => index === 0 || isInOrder(values[index - 1]!, value));

function checkRegions(refuse: AddProblem, path: string, sets: readonly (readonly string[])[]): void {
  const unknown = sets.flat().find((region) => !(REGIONS as readonly string[]).includes(region));
  if (unknown) refuse(path, `Region "${unknown}" doesn't exist. Regions are ${REGIONS.join(', ')}.`);
  if (unknown) return;
  const repeatedSet = sets.find((set) => new Set(set).size < set.length);
  if (repeatedSet) refuse(path, `A region appears twice in one line: ${repeatedSet.join(', ')}.`);
}

function checkSteps(refuse: AddProblem, { relaxation, limits }: MatchingRules): void {
  if (relaxation.length > MAX_STEPS) refuse('relaxation', `Use at most ${MAX_STEPS} relaxation steps.`);
  const sets = [...(limits.regions ?? []), ...relaxation.flatMap((step) => step.regions ?? [])];
  if (sets.length > MAX_REGION_SETS) {
    refuse('limits.regions', `Use at most ${MAX_REGION_SETS} sets of regions, including those in relaxation steps.`);
  }
  relaxation.forEach((step, index) => {
    const path = `relaxation.${index}`;
    const before = relaxation[index - 1];
    if (before && step.afterRuns <= before.afterRuns) {
      refuse(`${path}.afterRuns`, 'A later step must come after more rounds than the one before it.');
    }
    if (step.minCommonMinutes !== undefined) {
      if (step.minCommonMinutes < MIN_COMMON || step.minCommonMinutes > limits.minCommonMinutes) {
        const sentence = `Use between ${MIN_COMMON} and ${limits.minCommonMinutes} minutes, which is the limit without waiting.`;
        refuse(`${path}.minCommonMinutes`, sentence);
      }
    }
    const { maxRatingSpread: spread } = step;
    const isStricter =
      limits.maxRatingSpread === null || (typeof spread === 'number' && spread < limits.maxRatingSpread);
    if (typeof spread === 'number' && isStricter) {
      refuse(`${path}.maxRatingSpread`, "A relaxation can't be stricter than the limit without waiting.");
    }
    checkRegions(refuse, `${path}.regions`, step.regions ?? []);
  });
}

/** An entry whose formatted value differs between two rule sets. */
export type Difference = { path: string; label: string; before: string; after: string };

/** Lists where two rule sets differ, formatted for people. */
export function listDifferences(before: unknown, after: unknown): Difference[] {
  const steps = Math.max(countSteps(before), countSteps(after));
  return listEntryGroups(steps).flatMap(({ title, entries }) =>
    entries.flatMap(({ path, label, kind }) => {
      const texts = [formatValue(kind, getValueAt(before, path)), formatValue(kind, getValueAt(after, path))] as const;
      const name = title.startsWith('Relaxation') ? `${title}: ${label}` : label;
      return texts[0] === texts[1] ? [] : [{ path, label: name, before: texts[0], after: texts[1] }];
    }),
  );
}

/**
 * Formats a value for the comparison. A missing value, such as one of a step that doesn't exist, becomes empty text. A
 * value that's empty on purpose gets a label.
 */
const formatValue = (kind: EntryKind, value: unknown) =>
  formatEntry(kind, value) || (value === null ? getEmptyLabel(kind) : '');

/** A form's texts by path. */
export type Texts = Record<string, string>;

/** Formats rules for a form. */
export const toTexts = (rules: unknown): Texts =>
  Object.fromEntries(
    listRuleEntries(rules).map(({ path, kind }) => [path, formatEntry(kind, getValueAt(rules, path))]),
  );

/**
 * Applies a form's texts to the rules that it was opened with.
 * @returns unchecked rules; `findProblems` reports what's wrong with them
 */
export function parseRules(base: unknown, texts: Texts): Record<string, unknown> {
  const rules = structuredClone(base) as Record<string, unknown>;
  for (const { path, kind } of listRuleEntries(rules)) {
    if (texts[path] === undefined) continue;
    const keys = path.split('.');
    const lastKey = keys.pop()!;
    const place = getValueAt(rules, keys.join('.')) as Record<string, unknown>;
    const value = parseEntry(kind, texts[path]);
    if (value === undefined) delete place[lastKey];
    else place[lastKey] = value;
  }
  return rules;
}
