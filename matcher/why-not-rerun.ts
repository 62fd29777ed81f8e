import type { Certificate, MatchingRules, Pool, PoolPlayer, Result } from './matcher-schema.ts';
import { runMatcher } from './whole-run.ts';

/** Returns where a rerun of the whole pool with this row places the player, or null if it doesn't. */
export type RerunPlayer = (player: PoolPlayer) => { placed: 'squad' | 'pair'; score: number } | null;

/** The run that left the player over, and what the next run may still propose. */
export type RunDone = Pick<Result, 'squads' | 'pairs'> & {
  /** Certificate of the run. Without it, we don't know how the pool was run. */
  certificate?: Certificate;
  /**
   * What the next run may propose to each player, by id. Unlisted players get no match. If undefined, all players still
   * want what they wanted in this run.
   */
  nextWants?: ReadonlyMap<string, PoolPlayer['wants']>;
};

/** Returns the pool for the next run, without players who have received a match since. */
export function createNextPool(pool: Pool, nextWants: NonNullable<RunDone['nextWants']>): Pool {
  const players = pool.players.flatMap((player) => {
    const wantedGroups = nextWants.get(player.id) ?? [];
    return wantedGroups.length > 0 ? [{ ...player, wants: wantedGroups }] : [];
  });
  return { ...pool, players };
}

/** Returns a function that reruns the pool in the same way, with one row changed. */
export function createRerun(pool: Pool, rules: MatchingRules, done: RunDone): RerunPlayer {
  const { seed = 1, effort = 'full', proof = 'quick' } = done.certificate ?? {};
  // A run after changes handles only fresh players, starting from the existing result.
  const isIncremental = effort === 'after changes';
  const times = effort === 'quick' || effort === 'full' ? effort : Number(effort);
  const leftOver = isIncremental ? listUnplaced(pool, done) : [];
  return (player) => {
    const players = pool.players.map((one) => (one.id === player.id ? player : one));
    const rerunResult = runMatcher({ ...pool, players }, rules, {
      seed,
      effort: isIncremental ? 'full' : times,
      proof,
      ...(isIncremental && { previous: { ...done, leftOver }, changed: [player.id] }),
    });
    const squad = rerunResult.squads.find(({ members }) => members.includes(player.id));
    if (squad) return { placed: 'squad', score: squad.score };
    const pair = rerunResult.pairs.find(({ members }) => members.includes(player.id));
    return pair ? { placed: 'pair', score: pair.score } : null;
  };
}

function listUnplaced(pool: Pool, { squads, pairs }: RunDone): { id: string }[] {
  const groupedIds = new Set([...squads, ...pairs].flatMap(({ members }) => members));
  return pool.players.filter(({ id }) => !groupedIds.has(id));
}
