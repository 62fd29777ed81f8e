import { queueRules } from '../../features/queue/queue-groups.rules.ts';
import type { MatchingRules, PoolPlayer } from '../../matcher/matcher-schema.ts';
import { type Compiled, compilePool, runMatcher } from '../../matcher/run.ts';
import { type Guest, SESSION_SECONDS } from './simulated-session.ts';

const WEEK_OF = '2026-03-02';
const WEEK_MINUTES = 7 * 24 * 60;
const QUARTER_MINUTES = 15;

/** Returns a player as the queue treats them after every limit that relaxes has relaxed. */
const relaxPlayer = (player: PoolPlayer, rules: MatchingRules, slots: [number, number][]): PoolPlayer => ({
  ...player,
  windows: [],
  slots,
  waiting: rules.queue.stepMinutes.length,
  wants: ['squad'],
});

function match(players: PoolPlayer[], rules: MatchingRules) {
  const pool = { weekOf: WEEK_OF, players, forbiddenGroups: [] };
  return runMatcher(pool, queueRules(rules, 'now'), { seed: 1, effort: 'full' }).squads;
}

/** Runs the batch matcher on the same arrivals: a full run every few seconds over everyone present. */
export function simulateBatches(guests: readonly Guest[], rules: MatchingRules, everySeconds: number) {
  const gone = new Set<string>();
  const scores: number[] = [];
  const waits: number[] = [];
  for (let second = everySeconds; second <= SESSION_SECONDS; second += everySeconds) {
    const here = guests.filter(
      ({ player, arrives, leaves }) => arrives <= second && leaves > second && !gone.has(player.id),
    );
    const arrived = new Map(here.map(({ player, arrives }) => [player.id, arrives]));
    const players = here.map(({ player }) => relaxPlayer(player, rules, [[0, QUARTER_MINUTES]]));
    for (const { members, score } of match(players, rules)) {
      scores.push(score);
      for (const id of members) {
        gone.add(id);
        waits.push(second - arrived.get(id)!);
      }
    }
  }
  return { squads: scores.length, scores, waits };
}

/**
 * Solves the whole evening in one run with perfect knowledge. The evening is stretched over the week the engine plans
 * by, so a squad's members were all present during one of its quarters (21 seconds of the evening). They play when the
 * last of them has arrived.
 */
export function solveInHindsight(guests: readonly Guest[], rules: MatchingRules) {
  const quarters = WEEK_MINUTES / QUARTER_MINUTES;
  const quarterOf = (second: number) => (second / SESSION_SECONDS) * quarters;
  const players = guests.flatMap(({ player, arrives, leaves }) => {
    const from = Math.ceil(quarterOf(arrives)) * QUARTER_MINUTES;
    const until = Math.min(quarters, Math.floor(quarterOf(leaves))) * QUARTER_MINUTES;
    return until > from ? [relaxPlayer(player, rules, [[from, until]])] : [];
  });
  const squads = match(players, rules);
  const arrived = new Map(guests.map(({ player, arrives }) => [player.id, arrives]));
  const waits = squads.flatMap(({ members }) => {
    const arrivals = members.map((id) => arrived.get(id)!);
    return arrivals.map((arrives) => Math.max(...arrivals) - arrives);
  });
  return { squads: squads.length, scores: squads.map(({ score }) => score), waits };
}

/** Compiles all players of an evening for the engine, with every limit relaxed, to check who is compatible. */
export const compileSession = (guests: readonly Guest[], rules: MatchingRules): Compiled =>
  compilePool(
    {
      weekOf: WEEK_OF,
      players: guests.map(({ player }) => relaxPlayer(player, rules, [[0, QUARTER_MINUTES]])),
      forbiddenGroups: [],
    },
    queueRules(rules, 'now'),
  );
