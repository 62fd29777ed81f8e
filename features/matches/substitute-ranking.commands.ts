import { rankAlternatives } from '../../matcher/alternatives.ts';
import { explain } from '../../matcher/explain.ts';
import { type Explanation, limitToSession } from '../../matcher/explain-facts.ts';
import type { MatchingRules, PoolPlayer, UtcSlot } from '../../matcher/matcher-schema.ts';
import type { Deps } from '../../server/deps.ts';
import { mondayOf } from '../../time/instants.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { blocksAmong } from '../profiles/blocks/blocks.queries.ts';
import { commonIntervals } from './match-calendar.rules.ts';
import { findSharedValues, reachableRegions } from './match-replacements.rules.ts';
import { listPoolRows, listSeatCandidates } from './pool.queries.ts';
import { toPlayerConstraints, toPoolPlayer } from './pool.rules.ts';
import { getActiveRules } from './rulebook/rulebook.commands.ts';

/** Players looked at for one seat; those who waited longest come first. */
const CANDIDATES = 2_000;
const WEEK_MINUTES = 7 * 24 * 60;

type SessionTime = { startsAt: Date; endsAt: Date };
/** `score` of the whole group where it is a pair or a squad, else null; so are the facts that speak for it. */
export type RankedSubstitute = { id: string; score: number | null; facts: Explanation | null };

/**
 * Players of the pool who would fit beside people who play one evening, the best first: by the score of the group as the
 * matcher has it, in the hours of that evening instead of a week. They are free from its beginning for as long as the
 * rules want of a week, or for all of a shorter evening.
 * @param evening `memberIds` who play, `seat` in a squad, `exceptIds` who is not to be asked
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
  const rules = rulesForSession((await getActiveRules(deps.db)).rules, slot);
  const rest = await listPoolRows(deps.db, [...memberIds], now);
  if (rest.length === 0) return [];
  const wanted = {
    seat,
    regions: reachableRegions(
      rest.map(({ region }) => region),
      rules,
    ),
    modes: findSharedValues(rest.map(({ modes }) => modes)),
    languages: findSharedValues(rest.map(({ languages }) => languages)),
  };
  const except = new Set([...memberIds, ...exceptIds]);
  const rows = (await listSeatCandidates(deps.db, wanted, CANDIDATES, now)).filter(({ id }) => !except.has(id));
  const ids = rows.map(({ id }) => id);
  // It is one evening: who has a squad, or looks for none, is asked like everybody.
  const ties = toPlayerConstraints(await blocksAmong(deps.db, [...memberIds, ...ids]), []);
  // They have agreed on the evening, whatever their weeks say.
  const members = rest.map((row) => ({ ...toPoolPlayer(row, ties), windows: [], slots: [slot] }));
  const beginning = { timezone: 'UTC', windows: [], slots: [startOf(slot, rules)] };
  const others = rows
    .map((row) => toPoolPlayer(row, ties))
    .filter((one) => !one.blocks.some((id) => memberIds.includes(id)))
    .filter((one) => minutes(commonIntervals(weekOf, [one, beginning])) >= rules.limits.minCommonMinutes);
  const pool = { weekOf, players: [...members, ...others], forbiddenGroups: [] };
  const restIds = rest.map(({ id }) => id);
  const byId = new Map<string, PoolPlayer>(pool.players.map((player) => [player.id, player]));
  return rankAlternatives(restIds, pool, rules, { limit }).map(({ id, group }) => {
    // Without those who have withdrawn their profiles it says little about them all.
    const whole = rest.length === memberIds.length && [2, rules.seats.length].includes(group.members.length);
    if (!whole) return { id, score: null, facts: null };
    const players = group.members.map((member) => byId.get(member)!);
    return { id, score: group.score, facts: limitToSession(explain(group, players, rules, weekOf)) };
  });
}

const minutes = (slots: readonly UtcSlot[]) => slots.reduce((sum, [from, to]) => sum + to - from, 0);

/** An evening in minutes of its week; of one over Sunday midnight the longer part. */
function toUtcSlot({ startsAt, endsAt }: SessionTime): { weekOf: string; slot: UtcSlot } {
  const weekOf = mondayOf(startsAt);
  const from = Math.floor((startsAt.getTime() - Date.parse(`${weekOf}T00:00:00Z`)) / MINUTE_MS);
  const to = from + Math.floor((endsAt.getTime() - startsAt.getTime()) / MINUTE_MS);
  if (to - WEEK_MINUTES <= WEEK_MINUTES - from) return { weekOf, slot: [from, Math.min(to, WEEK_MINUTES)] };
  const next = mondayOf(endsAt);
  return { weekOf: next, slot: [0, to - WEEK_MINUTES] };
}

/** The quarters of an hour that lie whole in a time: by these the matcher counts. */
const QUARTER = 15;
const roundToQuarters = ([from, to]: UtcSlot) =>
  Math.max(0, Math.floor(to / QUARTER) - Math.ceil(from / QUARTER)) * QUARTER;

/** The rules, where nobody can have more time in common than an evening has. */
function rulesForSession(rules: MatchingRules, slot: UtcSlot): MatchingRules {
  const most = roundToQuarters(slot);
  return {
    ...rules,
    limits: { ...rules.limits, minCommonMinutes: Math.min(rules.limits.minCommonMinutes, most) },
    relaxation: rules.relaxation.map((step) =>
      step.minCommonMinutes === undefined ? step : { ...step, minCommonMinutes: Math.min(step.minCommonMinutes, most) },
    ),
  };
}

/** The beginning of an evening, as long as the rules want people to be free. */
function startOf([from]: UtcSlot, { limits }: MatchingRules): UtcSlot {
  const first = Math.ceil(from / QUARTER) * QUARTER;
  return [first, first + limits.minCommonMinutes];
}
