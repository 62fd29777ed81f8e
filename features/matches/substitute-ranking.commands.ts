import { rankAlternatives } from '../../matcher/alternatives.ts';
import { explain } from '../../matcher/explain.ts';
import { type Explanation, limitToSession } from '../../matcher/explain-facts.ts';
import type { MatchingRules, PoolPlayer, UtcSlot } from '../../matcher/matcher-schema.ts';
import type { Deps } from '../../server/deps.ts';
import { toUtcMonday } from '../../time/instants.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { listBlocksAmong } from '../profiles/blocks/blocks.queries.ts';
import { findCommonIntervals } from './match-calendar.rules.ts';
import { toReplacementRequirements } from './match-replacements.rules.ts';
import { listPoolRows, listSeatCandidates } from './pool.queries.ts';
import { toPlayerConstraints, toPoolPlayer } from './pool.rules.ts';
import { getActiveRules } from './rulebook/rulebook.commands.ts';

/** Maximum number of candidates for one seat, longest wait first. */
const MAX_CANDIDATES = 2_000;
const WEEK_MINUTES = 7 * 24 * 60;

type SessionTime = { startsAt: Date; endsAt: Date };
/** `score` and `facts` describe the whole group with the sub; null unless it's a pair or a squad. */
export type RankedSubstitute = { id: string; score: number | null; facts: Explanation | null };

/**
 * Ranks players of the pool who'd fit a group for one session, best first. Uses the matcher's score for the group in
 * the hours of that session instead of a week. Players must be free from the session's start, for at least the weekly
 * minimum in the rules. If the session is shorter than that, they must be free for all of it.
 * @param session its times, the `memberIds` who play, the `seat` to fill, and the `exceptIds` not to ask
 */
export async function rankSubstitutesForSession(
  deps: Deps,
  {
    memberIds,
    seat,
    exceptIds,
    ...when
  }: SessionTime & { memberIds: readonly string[]; seat: string | null; exceptIds: readonly string[] },
  limit: number,
): Promise<RankedSubstitute[]> {
  const now = deps.now();
  const { weekOf, slot } = toUtcSlot(when);
  const rules = adaptRulesToSession((await getActiveRules(deps.db)).rules, slot);
  const memberRows = await listPoolRows(deps.db, [...memberIds], now);
  if (memberRows.length === 0) return [];
  const requirements = {
    seat,
    ...toReplacementRequirements(memberRows, rules),
  };
  const excludedIds = new Set([...memberIds, ...exceptIds]);
  const rows = (await listSeatCandidates(deps.db, requirements, MAX_CANDIDATES, now)).filter(
    ({ id }) => !excludedIds.has(id),
  );
  const ids = rows.map(({ id }) => id);
  // It's only one session, so players who have a squad or aren't looking for one can be asked too.
  const constraints = toPlayerConstraints(await listBlocksAmong(deps.db, [...memberIds, ...ids]), []);
  // The members have agreed to this session, even if it's outside their weekly hours.
  const members = memberRows.map((row) => ({ ...toPoolPlayer(row, constraints), windows: [], slots: [slot] }));
  const beginning = { timezone: 'UTC', windows: [], slots: [getStart(slot, rules)] };
  const others = rows
    .map((row) => toPoolPlayer(row, constraints))
    .filter((one) => !one.blocks.some((id) => memberIds.includes(id)))
    .filter((one) => sumSlotMinutes(findCommonIntervals(weekOf, [one, beginning])) >= rules.limits.minCommonMinutes);
  const pool = { weekOf, players: [...members, ...others], forbiddenGroups: [] };
  const restIds = memberRows.map(({ id }) => id);
  const byId = new Map<string, PoolPlayer>(pool.players.map((player) => [player.id, player]));
  return rankAlternatives(restIds, pool, rules, { limit }).map(({ id, group }) => {
    // Once a member has unpublished their profile, a score would no longer describe the whole group.
    const isCompleteGroup =
      memberRows.length === memberIds.length && [2, rules.seats.length].includes(group.members.length);
    if (!isCompleteGroup) return { id, score: null, facts: null };
    const players = group.members.map((member) => byId.get(member)!);
    return { id, score: group.score, facts: limitToSession(explain(group, players, rules, weekOf)) };
  });
}

const sumSlotMinutes = (slots: readonly UtcSlot[]) => slots.reduce((sum, [from, to]) => sum + to - from, 0);

/** Converts a session to minutes of its week. If it crosses Sunday midnight, only the longer part is used. */
function toUtcSlot({ startsAt, endsAt }: SessionTime): { weekOf: string; slot: UtcSlot } {
  const weekOf = toUtcMonday(startsAt);
  const from = Math.floor((startsAt.getTime() - Date.parse(`${weekOf}T00:00:00Z`)) / MINUTE_MS);
  const to = from + Math.floor((endsAt.getTime() - startsAt.getTime()) / MINUTE_MS);
  if (to - WEEK_MINUTES <= WEEK_MINUTES - from) return { weekOf, slot: [from, Math.min(to, WEEK_MINUTES)] };
  const next = toUtcMonday(endsAt);
  return { weekOf: next, slot: [0, to - WEEK_MINUTES] };
}

/** Unit of shared time in minutes. The matcher counts only whole quarter hours within a time span. */
const QUARTER = 15;
const roundToQuarters = ([from, to]: UtcSlot) =>
  Math.max(0, Math.floor(to / QUARTER) - Math.ceil(from / QUARTER)) * QUARTER;

/** Caps the rules' minimum common time at the length of the session. */
function adaptRulesToSession(rules: MatchingRules, slot: UtcSlot): MatchingRules {
  const most = roundToQuarters(slot);
  return {
    ...rules,
    limits: { ...rules.limits, minCommonMinutes: Math.min(rules.limits.minCommonMinutes, most) },
    relaxation: rules.relaxation.map((step) =>
      step.minCommonMinutes === undefined ? step : { ...step, minCommonMinutes: Math.min(step.minCommonMinutes, most) },
    ),
  };
}

/** Returns the first part of a session. Its length is the minimum shared time in the rules. */
function getStart([from]: UtcSlot, { limits }: MatchingRules): UtcSlot {
  const start = Math.ceil(from / QUARTER) * QUARTER;
  return [start, start + limits.minCommonMinutes];
}
