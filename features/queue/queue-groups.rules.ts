import { rankAlternatives } from '../../matcher/alternatives.ts';
import { rescue } from '../../matcher/rescue.ts';
import {
  type CompiledPool,
  compilePool,
  type MatchingRules,
  type PoolPlayer,
  runMatcher,
  type Squad,
} from '../../matcher/run.ts';
import { subtractMs, toUtcMonday } from '../../time/instants.ts';
import { HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import type { QueueKind } from './queue.schema.ts';
import { limitCommonRoles, type WaitingPlayer } from './queue-candidates.rules.ts';
import { countStepsPassed, getMinimumScore } from './queue-limits.rules.ts';

/** Shared minutes for tonight: the minimum, and the amount that scores full points. */
const TONIGHT_MINUTES = { least: 60, full: 180 };
const WEEK_MINUTES = 7 * 24 * 60;
/** Smallest unit of time in the engine's week. */
const QUARTER_MINUTES = 15;
/** Time for players matched for tonight to gather. */
const GATHER_MS = 15 * MINUTE_MS;

/** Adapts the matching rules for the queue: weekly availability is ignored, and limits relax with wait time. */
export function toQueueRules(rules: MatchingRules, kind: QueueKind): MatchingRules {
  const minMinutes = kind === 'now' ? QUARTER_MINUTES : TONIGHT_MINUTES.least;
  return {
    ...rules,
    limits: { ...rules.limits, minCommonMinutes: minMinutes },
    scales: { ...rules.scales, fullCommonMinutes: kind === 'now' ? QUARTER_MINUTES : TONIGHT_MINUTES.full },
    relaxation: rules.relaxation.map(({ minCommonMinutes: _, ...step }) => step),
  };
}

/**
 * Returns when a player could play tonight, in minutes since the Monday of `now`. Wraps around at the end of the week.
 * Players who play now get a placeholder.
 */
function toSlots({ windowFrom, windowUntil }: WaitingPlayer, now: Date): [number, number][] {
  if (!windowFrom || !windowUntil) return [[0, QUARTER_MINUTES]];
  const monday = Date.parse(`${toUtcMonday(now)}T00:00:00Z`);
  const fromMinute = Math.ceil((Math.max(windowFrom.getTime(), now.getTime() + GATHER_MS) - monday) / MINUTE_MS);
  const untilMinute = Math.floor((windowUntil.getTime() - monday) / MINUTE_MS);
  if (untilMinute <= fromMinute) return [];
  if (untilMinute <= WEEK_MINUTES) return [[fromMinute, untilMinute]];
  if (fromMinute >= WEEK_MINUTES) return [[fromMinute - WEEK_MINUTES, untilMinute - WEEK_MINUTES]];
  return [
    [fromMinute, WEEK_MINUTES],
    [0, untilMinute - WEEK_MINUTES],
  ];
}

/** Converts waiting players of one kind to pool players. "Any language" becomes every language in the pool. */
function toPoolPlayers(waitingPlayers: readonly WaitingPlayer[], rules: MatchingRules, now: Date): PoolPlayer[] {
  const sizes = Map.groupBy(waitingPlayers, ({ groupId }) => groupId);
  const languages = new Set(waitingPlayers.flatMap(({ player }) => player.languages));
  return waitingPlayers.map((one) => ({
    ...one.player,
    languages: one.anyLanguage ? [...new Set([...one.player.languages, ...languages])] : one.player.languages,
    windows: [],
    slots: toSlots(one, now),
    party: sizes.get(one.groupId)!.length > 1 ? one.groupId : null,
    waiting: countStepsPassed(rules, one.since, now),
    wants: ['squad'],
  }));
}

/** Compiles waiting players to the engine's format, for compatibility checks. */
export const compileWaitingPlayers = (
  waitingPlayers: readonly WaitingPlayer[],
  rules: MatchingRules,
  kind: QueueKind,
  now: Date,
): CompiledPool =>
  compilePool(
    { weekOf: toUtcMonday(now), players: toPoolPlayers(waitingPlayers, rules, now), forbiddenGroups: [] },
    toQueueRules(rules, kind),
  );

export type SearchOptions = {
  waiting: readonly WaitingPlayer[];
  /** Players to search for: they joined, changed, or had a limit relaxed since the last round. */
  newIds: ReadonlySet<string>;
  /** Groups that recently broke up. */
  forbiddenGroups: readonly string[][];
  rules: MatchingRules;
  kind: QueueKind;
};

/**
 * Finds the groups of five that can form around the fresh players. Every group meets all its members' requirements.
 * Pure: the same input at the same time gives the same result.
 */
export function findGroups({ waiting, newIds, forbiddenGroups, rules, kind }: SearchOptions, now: Date): Squad[] {
  const candidates = limitCommonRoles(waiting, rules, now);
  const players = toPoolPlayers(candidates, rules, now);
  const pool = { weekOf: toUtcMonday(now), players, forbiddenGroups: [...forbiddenGroups] };
  const previousPlayers = candidates.filter(({ userId }) => !newIds.has(userId)).map(({ userId }) => ({ id: userId }));
  const { squads } = runMatcher(pool, toQueueRules(rules, kind), {
    seed: 1,
    effort: 'quick',
    previous: { squads: [], pairs: [], leftOver: previousPlayers },
    changed: [...newIds],
  });
  const sinceById = new Map(candidates.map((one) => [one.userId, one.since]));
  return squads.filter(({ members, score }) =>
    members.every((id) => score >= getMinimumScore(rules, countStepsPassed(rules, sinceById.get(id)!, now))),
  );
}

/** Finds players for a check's empty seat among those who wait alone, best first. */
export function findReplacements(
  {
    seatedPlayers,
    candidates,
    seat,
    askedIds,
  }: {
    seatedPlayers: readonly WaitingPlayer[];
    candidates: readonly WaitingPlayer[];
    seat: string;
    askedIds: ReadonlySet<string>;
  },
  { rules, kind }: Pick<SearchOptions, 'rules' | 'kind'>,
  now: Date,
): { userId: string; squad: Squad }[] {
  const groupIds = new Set(seatedPlayers.map(({ groupId }) => groupId));
  const soloPlayers = [...Map.groupBy(candidates, ({ groupId }) => groupId).values()].flatMap((group) =>
    group.length === 1 && !groupIds.has(group[0]!.groupId) && !askedIds.has(group[0]!.userId) ? group : [],
  );
  const players = toPoolPlayers([...seatedPlayers, ...soloPlayers], rules, now).map((player) => ({
    ...player,
    party: null,
  }));
  const pool = { weekOf: toUtcMonday(now), players, forbiddenGroups: [] };
  const replacements = rescue(
    { remaining: seatedPlayers.map(({ userId }) => userId), seat },
    pool,
    toQueueRules(rules, kind),
    {
      limit: 5,
    },
  );
  const sinceById = new Map(soloPlayers.map((one) => [one.userId, one.since]));
  return replacements.flatMap(({ id, squad }) => {
    const waitingSince = sinceById.get(id);
    return waitingSince && squad.score >= getMinimumScore(rules, countStepsPassed(rules, waitingSince, now))
      ? [{ userId: id, squad }]
      : [];
  });
}

/** Ranks waiting players who could join players who are in a lobby now, best first. */
export function rankSubstitutes(
  { playing, candidates, seat }: { playing: readonly PoolPlayer[]; candidates: readonly WaitingPlayer[]; seat: string },
  rules: MatchingRules,
  now: Date,
): { userId: string; squad: Squad }[] {
  // These players already play together, so treat them as if they had waited until all their limits were relaxed.
  const since = subtractMs(now, Math.max(0, ...rules.queue.stepMinutes) * MINUTE_MS);
  const seatedPlayers = playing.map((player) => ({
    ...{ userId: player.id, groupId: player.id, since, windowFrom: null, windowUntil: null, anyLanguage: false },
    player,
  }));
  const fitting = candidates.filter(({ player }) => player.positions.includes(seat));
  const players = toPoolPlayers([...seatedPlayers, ...fitting], rules, now);
  const pool = { weekOf: toUtcMonday(now), players, forbiddenGroups: [] };
  const memberIds = playing.map(({ id }) => id);
  const ranked = rankAlternatives(memberIds, pool, toQueueRules(rules, 'now'), { limit: fitting.length });
  const sinceById = new Map(fitting.map((one) => [one.userId, one.since]));
  return ranked.flatMap(({ id, group: squad }) => {
    const isComplete = squad.members.length === rules.seats.length;
    const minScore = getMinimumScore(rules, countStepsPassed(rules, sinceById.get(id)!, now));
    return !isComplete || squad.score >= minScore ? [{ userId: id, squad }] : [];
  });
}

/** Returns when a group found for tonight would start: at the beginning of its earliest shared interval. */
export function getSquadStart({ intervals }: Pick<Squad, 'intervals'>, now: Date): Date {
  const monday = Date.parse(`${toUtcMonday(now)}T00:00:00Z`);
  const starts = intervals.map(([from]) => {
    const at = monday + from * MINUTE_MS;
    return at < now.getTime() - HOUR_MS ? at + WEEK_MINUTES * MINUTE_MS : at;
  });
  return new Date(Math.min(...starts));
}
