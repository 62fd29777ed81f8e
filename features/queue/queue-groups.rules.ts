import { rescue } from '../../matcher/rescue.ts';
import {
  type Compiled,
  compilePool,
  type MatchingRules,
  type PoolPlayer,
  runMatcher,
  type Squad,
} from '../../matcher/run.ts';
import { mondayOf } from '../../time/instants.ts';
import { HOUR_MS, MINUTE_MS } from '../../time/units.ts';

import type { QueueKind } from './queue.schema.ts';
import { countStepsPassed, getMinimumScore } from './queue-limits.rules.ts';

/** Somebody who waits, as the matcher takes them. */
export type Waiting = {
  userId: string;
  /** Who queues together. */
  groupId: string;
  since: Date;
  windowFrom: Date | null;
  windowUntil: Date | null;
  anyLanguage: boolean;
  player: PoolPlayer;
};

/** So long those who meet tonight have in common at least, and so much is as good as it gets. */
const TONIGHT = { least: 60, full: 180 };
const WEEK_MINUTES = 7 * 24 * 60;
/** A quarter of an hour is the least that the engine's week knows. */
const QUARTER_MINUTES = 15;
/** Nobody is there at once who is asked for tonight. */
const GATHER_MS = 15 * MINUTE_MS;

/** The rulebook as the queue plays by it: hours of the week are nothing here, waiting is told in steps. */
export function queueRules(rules: MatchingRules, kind: QueueKind): MatchingRules {
  const least = kind === 'now' ? QUARTER_MINUTES : TONIGHT.least;
  return {
    ...rules,
    limits: { ...rules.limits, minCommonMinutes: least },
    scales: { ...rules.scales, fullCommonMinutes: kind === 'now' ? QUARTER_MINUTES : TONIGHT.full },
    relaxation: rules.relaxation.map(({ minCommonMinutes: _, ...step }) => step),
  };
}

/** Minutes since the Monday of `now` in which somebody could play tonight; over the end of the week it begins again. */
function toSlots({ windowFrom, windowUntil }: Waiting, now: Date): [number, number][] {
  if (!windowFrom || !windowUntil) return [[0, QUARTER_MINUTES]];
  const monday = Date.parse(`${mondayOf(now)}T00:00:00Z`);
  const from = Math.ceil((Math.max(windowFrom.getTime(), now.getTime() + GATHER_MS) - monday) / MINUTE_MS);
  const until = Math.floor((windowUntil.getTime() - monday) / MINUTE_MS);
  if (until <= from) return [];
  if (until <= WEEK_MINUTES) return [[from, until]];
  if (from >= WEEK_MINUTES) return [[from - WEEK_MINUTES, until - WEEK_MINUTES]];
  return [
    [from, WEEK_MINUTES],
    [0, until - WEEK_MINUTES],
  ];
}

/** Those who wait as a pool of one kind. @param languages all that somebody in it speaks */
function toPoolPlayers(waiting: readonly Waiting[], rules: MatchingRules, now: Date): PoolPlayer[] {
  const sizes = Map.groupBy(waiting, ({ groupId }) => groupId);
  const languages = new Set(waiting.flatMap(({ player }) => player.languages));
  return waiting.map((one) => ({
    ...one.player,
    languages: one.anyLanguage ? [...new Set([...one.player.languages, ...languages])] : one.player.languages,
    windows: [],
    slots: toSlots(one, now),
    party: sizes.get(one.groupId)!.length > 1 ? one.groupId : null,
    waiting: countStepsPassed(rules, one.since, now),
    wants: ['squad'],
  }));
}

/** Those who wait as the engine reads them, for who fits whom. */
export const compileWaitingPlayers = (
  waiting: readonly Waiting[],
  rules: MatchingRules,
  kind: QueueKind,
  now: Date,
): Compiled =>
  compilePool(
    { weekOf: mondayOf(now), players: toPoolPlayers(waiting, rules, now), forbiddenGroups: [] },
    queueRules(rules, kind),
  );

export type SearchOptions = {
  waiting: readonly Waiting[];
  /** Whom nothing is known of yet: they came, changed, or a limit of theirs gave way. */
  fresh: ReadonlySet<string>;
  /** Groups that broke off a while ago. */
  forbidden: readonly string[][];
  rules: MatchingRules;
  kind: QueueKind;
};

/**
 * The groups of five that come together now around those who are fresh; each satisfies what everybody in it asks for.
 * Pure: the same look at the same instant finds the same.
 */
export function findGroups({ waiting, fresh, forbidden, rules, kind }: SearchOptions, now: Date): Squad[] {
  const players = toPoolPlayers(waiting, rules, now);
  const pool = { weekOf: mondayOf(now), players, forbiddenGroups: [...forbidden] };
  const known = waiting.filter(({ userId }) => !fresh.has(userId)).map(({ userId }) => ({ id: userId }));
  const { squads } = runMatcher(pool, queueRules(rules, kind), {
    seed: 1,
    effort: 'quick',
    previous: { squads: [], pairs: [], leftOver: known },
    changed: [...fresh],
  });
  const since = new Map(waiting.map((one) => [one.userId, one.since]));
  return squads.filter(({ members, score }) =>
    members.every((id) => score >= getMinimumScore(rules, countStepsPassed(rules, since.get(id)!, now))),
  );
}

/** Those who could take the empty seat of a check, best first. */
export function findReplacements(
  {
    held,
    candidates,
    seat,
    asked,
  }: { held: readonly Waiting[]; candidates: readonly Waiting[]; seat: string; asked: ReadonlySet<string> },
  { rules, kind }: Pick<SearchOptions, 'rules' | 'kind'>,
  now: Date,
): { userId: string; squad: Squad }[] {
  const together = new Set(held.map(({ groupId }) => groupId));
  const alone = [...Map.groupBy(candidates, ({ groupId }) => groupId).values()].flatMap((group) =>
    group.length === 1 && !together.has(group[0]!.groupId) && !asked.has(group[0]!.userId) ? group : [],
  );
  const players = toPoolPlayers([...held, ...alone], rules, now).map((player) => ({ ...player, party: null }));
  const pool = { weekOf: mondayOf(now), players, forbiddenGroups: [] };
  const found = rescue({ remaining: held.map(({ userId }) => userId), seat }, pool, queueRules(rules, kind), {
    limit: 5,
  });
  const since = new Map(alone.map((one) => [one.userId, one.since]));
  return found.flatMap(({ id, squad }) => {
    const from = since.get(id);
    return from && squad.score >= getMinimumScore(rules, countStepsPassed(rules, from, now))
      ? [{ userId: id, squad }]
      : [];
  });
}

/** When a group that was found for tonight would begin: the first common quarter of an hour. */
export function startOf({ intervals }: Pick<Squad, 'intervals'>, now: Date): Date {
  const monday = Date.parse(`${mondayOf(now)}T00:00:00Z`);
  const starts = intervals.map(([from]) => {
    const at = monday + from * MINUTE_MS;
    return at < now.getTime() - HOUR_MS ? at + WEEK_MINUTES * MINUTE_MS : at;
  });
  return new Date(Math.min(...starts));
}
