import type { Db } from '../../db/database.ts';
import type { Pair, Pool, Result, Squad } from '../../matcher/matcher-schema.ts';
import { runMatcherInWorkers } from '../../matcher/pool-workers.ts';
import type { Deps } from '../../server/deps.ts';
import { consumeLimits } from '../accounts/rate-limits.commands.ts';
import { askLook, endLook, leaveOver, openLook, putOffLook } from './first-looks.queries.ts';
import { poolNear } from './pool.commands.ts';
import { propose } from './proposals.commands.ts';
import { newMatch } from './proposals.rules.ts';
import { type InForce, rulesInForce } from './rulebook/rulebook.commands.ts';
import { PUT_OFF } from './why-no-match.wording.ts';

/** Name of the job kind that looks for a first proposal. */
export const FIRST_LOOK_JOB = 'first-look';

/** Between reading the pool and storing the proposal somebody may get another one. */
const TRIES = 3;

/**
 * Whoever publishes their profile is looked after at once, not at the next run. A few times a day: each look asks
 * strangers, who are told when it comes to nothing because somebody withdraws again.
 */
export async function askForLook(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  const used = await consumeLimits(tx, deps, 'firstLooks', {
    all: [userId],
    userOf: (id) => id,
    sentence: () => PUT_OFF,
  });
  if (used.size > 0) return putOffLook(tx, userId, deps.now());
  await askLook(tx, userId, deps.now());
  await deps.jobs.send(FIRST_LOOK_JOB, { userId }, { tx, key: userId });
}

/**
 * Looks for the best proposal with one player among those who are free around them: everybody else's stays as it is,
 * and what would come together without this player is left to the next run. When nothing fits, why not is written down
 * for the player to ask. Does nothing when no look is open.
 */
export async function takeFirstLook(deps: Deps, userId: string): Promise<void> {
  const asked = await openLook(deps.db, userId);
  if (!asked) return;
  const inForce = await rulesInForce(deps.db);
  for (let tries = 1; tries <= TRIES; tries++) {
    const pool = await poolNear(deps, userId, inForce.rules);
    if (!pool.players.some((player) => player.id === userId)) break;
    const result = await lookAround(pool, userId, inForce);
    const found = [...result.squads, ...result.pairs].find(({ members }) => members.includes(userId));
    if (await conclude(deps, { userId, asked, pool, inForce, found, result })) return;
  }
  await endLook(deps.db, userId, asked, deps.now());
}

function lookAround(pool: Pool, userId: string, { rules }: InForce): Promise<Result> {
  const others = pool.players.filter((player) => player.id !== userId);
  return runMatcherInWorkers(pool, rules, {
    seed: 1,
    effort: 'quick',
    previous: { squads: [], pairs: [], leftOver: others },
    changed: [userId],
    threads: 1,
  });
}

type Look = { userId: string; asked: string; pool: Pool; inForce: InForce; found?: Squad | Pair; result: Result };

/** @returns false when somebody in the proposal is not to be had any more */
async function conclude(deps: Deps, { userId, asked, pool, inForce, found, result }: Look): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const now = deps.now();
    if (found) {
      const members = pool.players.filter((player) => found.members.includes(player.id));
      const origin = { id: crypto.randomUUID(), weekOf: pool.weekOf, runId: null };
      const stored = await propose(tx, deps, [newMatch(found, members, inForce, origin)]);
      if (stored.length === 0) return false;
    } else {
      const { reason } = result.leftOver.find((row) => row.id === userId)!;
      await leaveOver(tx, userId, reason, now);
    }
    await endLook(tx, userId, asked, now);
    return true;
  });
}
