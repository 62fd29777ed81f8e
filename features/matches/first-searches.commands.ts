import type { Db } from '../../db/database.ts';
import type { Pair, Pool, Result, Squad } from '../../matcher/matcher-schema.ts';
import { runMatcherInWorkers } from '../../matcher/pool-workers.ts';
import type { Deps } from '../../server/deps.ts';
import { consumeLimits } from '../accounts/rate-limits.commands.ts';
import {
  closeSearch,
  findOpenSearch,
  postponeSearch,
  requestSearch,
  saveUnmatchedReason,
} from './first-searches.queries.ts';
import * as messages from './matches.messages.ts';
import { buildPoolAround } from './pool.commands.ts';
import { createProposals } from './proposals.commands.ts';
import { toNewMatch } from './proposals.rules.ts';
import { type ActiveRules, getActiveRules } from './rulebook/rulebook.commands.ts';

/** The job kind that searches for a player's first match. */
export const FIRST_SEARCH_JOB = 'first-look';

/**
 * Maximum number of attempts to store a match. An attempt fails if one of the players got another match after the pool
 * was read.
 */
const TRY_COUNT = 3;

/**
 * Starts a search as soon as a player publishes their profile, instead of waiting for the next run. Limited to a few
 * times a day, because each search may notify strangers about a match, and notify them again if the player unpublishes.
 */
export async function requestFirstSearch(tx: Db, deps: Deps, { userId }: { userId: string }): Promise<void> {
  const usedLimits = await consumeLimits(tx, deps, 'firstLooks', {
    all: [userId],
    userOf: (id) => id,
    sentence: () => messages.whyPostponed,
  });
  if (usedLimits.size > 0) return postponeSearch(tx, userId, deps.now());
  await requestSearch(tx, userId, deps.now());
  await deps.jobs.send(FIRST_SEARCH_JOB, { userId }, { tx, key: userId });
}

/**
 * Finds the best match that includes one player, among the available players around them. Other players' matches don't
 * change, and matches that would form without this player are left to the next run. If nothing fits, stores the reason
 * for the player. Does nothing when no search is open.
 */
export async function runFirstSearch(deps: Deps, userId: string): Promise<void> {
  const openSearch = await findOpenSearch(deps.db, userId);
  if (!openSearch) return;
  const activeRules = await getActiveRules(deps.db);
  for (let tries = 1; tries <= TRY_COUNT; tries++) {
    const pool = await buildPoolAround(deps, userId, activeRules.rules);
    if (!pool.players.some((player) => player.id === userId)) break;
    const result = await searchAroundPlayer(pool, userId, activeRules);
    const found = [...result.squads, ...result.pairs].find(({ members }) => members.includes(userId));
    if (await storeSearchResult(deps, { userId, askedAt: openSearch, pool, activeRules, found, result })) return;
  }
  await closeSearch(deps.db, userId, openSearch, deps.now());
}

function searchAroundPlayer(pool: Pool, userId: string, { rules }: ActiveRules): Promise<Result> {
  const others = pool.players.filter((player) => player.id !== userId);
  return runMatcherInWorkers(pool, rules, {
    seed: 1,
    effort: 'quick',
    previous: { squads: [], pairs: [], leftOver: others },
    changed: [userId],
    threads: 1,
  });
}

type FirstSearch = {
  userId: string;
  askedAt: string;
  pool: Pool;
  activeRules: ActiveRules;
  found?: Squad | Pair;
  result: Result;
};

/** @returns false when a player in the match is no longer available */
async function storeSearchResult(
  deps: Deps,
  { userId, askedAt, pool, activeRules, found, result }: FirstSearch,
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const now = deps.now();
    if (found) {
      const members = pool.players.filter((player) => found.members.includes(player.id));
      const origin = { id: crypto.randomUUID(), weekOf: pool.weekOf, runId: null };
      const proposals = await createProposals(tx, deps, [toNewMatch(found, members, activeRules, origin)]);
      if (proposals.length === 0) return false;
    } else {
      const { reason } = result.leftOver.find((row) => row.id === userId)!;
      await saveUnmatchedReason(tx, userId, reason, now);
    }
    await closeSearch(tx, userId, askedAt, now);
    return true;
  });
}
