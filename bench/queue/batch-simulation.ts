import { toQueueRules } from '../../features/queue/queue-groups.rules.ts';
import type { MatchingRules, PoolPlayer } from '../../matcher/matcher-schema.ts';
import { runMatcher } from '../../matcher/run.ts';
import { SESSION_SECONDS, type SimulatedPlayer } from './simulated-session.ts';

const WEEK_OF = '2026-03-02';
const QUARTER_MINUTES = 15;

/** Returns the player with all relaxable limits fully relaxed, as the queue treats them after the longest wait. */
const relaxPlayer = (player: PoolPlayer, rules: MatchingRules): PoolPlayer => ({
  ...player,
  windows: [],
  slots: [[0, QUARTER_MINUTES]],
  waiting: rules.queue.stepMinutes.length,
  wants: ['squad'],
});

function match(players: PoolPlayer[], rules: MatchingRules) {
  const pool = { weekOf: WEEK_OF, players, forbiddenGroups: [] };
  return runMatcher(pool, toQueueRules(rules, 'now'), { seed: 1, effort: 'full' }).squads;
}

/** Simulates the batch matcher on the same arrivals: a full run over all waiting players every few seconds. */
export function simulateBatches(players: readonly SimulatedPlayer[], rules: MatchingRules, everySeconds: number) {
  const goneIds = new Set<string>();
  const scores: number[] = [];
  const waits: number[] = [];
  for (let second = everySeconds; second <= SESSION_SECONDS; second += everySeconds) {
    const presentPlayers = players.filter(
      ({ player, arrives, leaves }) => arrives <= second && leaves > second && !goneIds.has(player.id),
    );
    const arrivalById = new Map(presentPlayers.map(({ player, arrives }) => [player.id, arrives]));
    const relaxedPlayers = presentPlayers.map(({ player }) => relaxPlayer(player, rules));
    for (const { members, score } of match(relaxedPlayers, rules)) {
      scores.push(score);
      for (const id of members) {
        goneIds.add(id);
        waits.push(second - arrivalById.get(id)!);
      }
    }
  }
  return { squads: scores.length, scores, waits };
}
