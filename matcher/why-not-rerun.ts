import type { Certificate, MatchingRules, Pool, PoolPlayer, Result } from './matcher-schema.ts';
import { runMatcher } from './whole-run.ts';

/** Where the player is in a run of the whole pool with this row in place of their own; null: nowhere. */
export type RerunPlayer = (player: PoolPlayer) => { placed: 'squad' | 'pair'; score: number } | null;

/** What is known of the run that left the player over, and who is still there for the next one. */
export type RunDone = Pick<Result, 'squads' | 'pairs'> & {
  /** Of the run itself; without it the pool is taken to have been run in another way. */
  certificate?: Certificate;
  /** What the next run may propose to whom, by id; nothing to who is not named. Without it: all as it was. */
  nextWants?: ReadonlyMap<string, PoolPlayer['wants']>;
};

/** The pool as the next run finds it: without those who have a proposal meanwhile. */
export function nextPool(pool: Pool, nextWants: NonNullable<RunDone['nextWants']>): Pool {
  const players = pool.players.flatMap((player) => {
    const wants = nextWants.get(player.id) ?? [];
    return wants.length > 0 ? [{ ...player, wants }] : [];
  });
  return { ...pool, players };
}

/** Runs the pool once more as it was run, with one row changed. */
export function createRerun(pool: Pool, rules: MatchingRules, done: RunDone): RerunPlayer {
  const { seed = 1, effort = 'full', proof = 'quick' } = done.certificate ?? {};
  // After changes only those who are fresh are looked after, from the result that there is.
  const incremental = effort === 'after changes';
  const times = effort === 'quick' || effort === 'full' ? effort : Number(effort);
  const leftOver = incremental ? leftOverOf(pool, done) : [];
  return (player) => {
    const players = pool.players.map((one) => (one.id === player.id ? player : one));
    const again = runMatcher({ ...pool, players }, rules, {
      seed,
      effort: incremental ? 'full' : times,
      proof,
      ...(incremental && { previous: { ...done, leftOver }, changed: [player.id] }),
    });
    const squad = again.squads.find(({ members }) => members.includes(player.id));
    if (squad) return { placed: 'squad', score: squad.score };
    const pair = again.pairs.find(({ members }) => members.includes(player.id));
    return pair ? { placed: 'pair', score: pair.score } : null;
  };
}

function leftOverOf(pool: Pool, { squads, pairs }: RunDone): { id: string }[] {
  const placed = new Set([...squads, ...pairs].flatMap(({ members }) => members));
  return pool.players.filter(({ id }) => !placed.has(id));
}
