import { isUniqueViolation } from '../../../db/database.ts';
import type { Pool, Result } from '../../../matcher/matcher-schema.ts';
import { runMatcherInWorkers } from '../../../matcher/pool-workers.ts';
import type { Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { toIsoOrNull } from '../../../time/instants.ts';
import { recordAudit } from '../../moderation/audit.commands.ts';
import { closeMatches, restoreWaitCount } from '../matches.queries.ts';
import { buildPool } from '../pool.commands.ts';
import { listBusyPlayers } from '../pool.queries.ts';
import { getActiveRules } from '../rulebook/rulebook.commands.ts';
import {
  failAbandonedRuns,
  findQueuedRun,
  findRun,
  getRunTimes,
  insertQueued,
  listUnansweredMatchIds,
  markAlive,
  markDone,
  markFailed,
  markRunning,
  replaceLeftOver,
  selectLatestRuns,
  selectLeftOver,
  type Trigger,
} from './matcher-runs.queries.ts';
import { getRunSeed, HEARTBEAT_MS, isRunDue, MIN_PLAYERS_FOR_SHARDS } from './matcher-runs.rules.ts';
import { type Origin, ProposalStore } from './proposal-store.commands.ts';
import type { StoredCounts } from './run-counts.rules.ts';
import { processShardsUntilDone, storeShards } from './run-shards.commands.ts';
import { listShards } from './run-shards.queries.ts';

/** The job kind that runs the matcher. */
export const MATCHER_JOB = 'matcher';

const RUNNING_KEY = 'matcher_runs_one_running';
const RETRY_MS = 10_000;
/** Maximum number of matches withdrawn per transaction. */
const WITHDRAW_BATCH = 20_000;
const LATEST_COUNT = 20;
const LEFT_OVER_SHOWN = 200;

/**
 * Requests a run for an admin. If a run of the same kind is already queued, returns that one.
 * @returns the run, which can be followed with `getRun`
 */
export async function requestRun(deps: Deps, trigger: 'admin' | 'rebuild', adminId: string): Promise<{ id: string }> {
  return deps.db.transaction(async (tx) => {
    const queuedId = await findQueuedRun(tx, trigger);
    const id = queuedId ?? (await insertQueued(tx, trigger, adminId, deps.now()));
    await deps.jobs.send(MATCHER_JOB, { runId: id }, { tx });
    const action = trigger === 'admin' ? 'run_matcher' : 'rebuild_matches';
    await recordAudit(tx, deps, {
      adminId,
      action,
      targetType: 'matcher_run',
      targetId: id,
      after: { requested: true },
    });
    return { id };
  });
}

/**
 * Runs the matcher now and waits for it. For tools, seeding and tests.
 * @param shardsFrom the number of published players from which the run is split into shards
 * @throws Refusal conflict while another run is in progress
 */
export async function runMatcherNow(deps: Deps, trigger: Trigger = 'admin', shardsFrom = MIN_PLAYERS_FOR_SHARDS) {
  const id = await insertQueued(deps.db, trigger, null, deps.now());
  const runOutcome = await executeRun(deps, id, trigger, shardsFrom);
  if (runOutcome === 'busy') {
    await markFailed(deps.db, id, 'Another matching round was running.', deps.now());
    throw new Refusal('conflict', 'Matching is already running. Wait until it finishes.');
  }
  if (runOutcome === 'in shards') await processShardsUntilDone(deps, id);
  return getRun(deps, id);
}

/**
 * Job handler. Executes the requested run, or a scheduled one when it's due. While another run is in progress, a
 * requested run is retried a little later and a scheduled one is skipped.
 */
export async function processRun(deps: Deps, runId: string | undefined): Promise<void> {
  if (!runId) {
    if (!isRunDue(await getRunTimes(deps.db), deps.now())) return;
    const id = await insertQueued(deps.db, 'schedule', null, deps.now());
    if ((await executeRun(deps, id, 'schedule')) === 'busy')
      await markFailed(deps.db, id, 'Another matching round was running.', deps.now());
    return;
  }
  const run = await findRun(deps.db, runId);
  if (run?.status !== 'queued') return;
  if ((await executeRun(deps, runId, run.trigger)) !== 'busy') return;
  const startAfter = new Date(deps.now().getTime() + RETRY_MS);
  await deps.jobs.send(MATCHER_JOB, { runId }, { startAfter });
}

/** @returns `busy` when another run is in progress, `in shards` when it's left to the shard workers */
async function executeRun(
  deps: Deps,
  id: string,
  trigger: Trigger,
  shardsFrom = MIN_PLAYERS_FOR_SHARDS,
): Promise<'busy' | 'over' | 'in shards'> {
  await failAbandonedRuns(deps.db, deps.now());
  try {
    if (!(await markRunning(deps.db, id, deps.now()))) return 'over';
  } catch (error) {
    if (isUniqueViolation(error, RUNNING_KEY)) return 'busy';
    throw error;
  }
  const heartbeat = setInterval(() => void markAlive(deps.db, id, deps.now()).catch(() => {}), HEARTBEAT_MS);
  try {
    if (trigger === 'rebuild') await withdrawUnanswered(deps);
    if (await storeShards(deps, id, shardsFrom)) return 'in shards';
    await matchPool(deps, id);
  } catch (error) {
    await markFailed(deps.db, id, String((error as Error).message ?? error), deps.now());
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
  return 'over';
}

async function matchPool(deps: Deps, runId: string): Promise<void> {
  const poolReadAt = deps.now();
  const pool = await buildPool(deps);
  const seed = getRunSeed(poolReadAt);
  const busy = new Set((await listBusyPlayers(deps.db)).map((row) => row.user_id));
  const activeRules = await getActiveRules(deps.db);
  const result = await runMatcherInWorkers(pool, activeRules.rules, { seed, effort: 'full', proof: 'affordable' });
  const counts = await storeProposals(deps, { runId, weekOf: pool.weekOf, activeRules }, pool, result);
  // A player with a match of either kind isn't waiting, even if the other kind had nothing for them.
  const leftOver = result.leftOver.filter((row) => !busy.has(row.id));
  await deps.db.transaction(async (tx) => {
    await replaceLeftOver(tx, runId, leftOver, { poolReadAt, now: deps.now() });
    const outcome = { ...counts, leftOver: leftOver.length, certificate: result.certificate };
    await markDone(tx, runId, { ...outcome, rulesVersion: activeRules.version }, deps.now());
  });
  const { pool: size, seconds, gap } = result.certificate;
  deps.log.info({ runId, pool: size, ...counts, leftOver: leftOver.length, seconds, gap }, 'matching round finished');
}

async function withdrawUnanswered(deps: Deps): Promise<void> {
  let withdrawnCount: number;
  do {
    withdrawnCount = await deps.db.transaction(async (tx) => {
      const ids = await listUnansweredMatchIds(tx, WITHDRAW_BATCH);
      if (ids.length === 0) return 0;
      await closeMatches(tx, ids, { status: 'expired', endedBy: 'rebuild' }, deps.now());
      await restoreWaitCount(tx, ids, [], deps.now());
      return ids.length;
    });
  } while (withdrawnCount === WITHDRAW_BATCH);
}

/** @returns how many matches were stored and how many no longer fit */
async function storeProposals(deps: Deps, run: Origin, pool: Pool, { squads, pairs }: Result): Promise<StoredCounts> {
  const byId = new Map(pool.players.map((player) => [player.id, player]));
  const store = new ProposalStore(deps, run, { isConcurrent: false });
  for (const proposal of [...squads, ...pairs]) {
    await store.add({ proposal, members: proposal.members.map((id) => byId.get(id)!) });
  }
  await store.end();
  return store.storedCounts;
}

/**
 * Returns one run with the matcher's certificate and its shards.
 * @throws Refusal not_found
 */
export async function getRun(deps: Deps, id: string) {
  const run = await findRun(deps.db, id);
  if (!run) throw new Refusal('not_found', 'Matching round not found.');
  return { ...toWireRun(run), shardList: run.shards > 0 ? await listShards(deps.db, id) : [] };
}

/**
 * Lists the players who were left over in one run, and why.
 * @throws Refusal not_found
 */
export async function listLeftOver(deps: Deps, id: string) {
  if (!(await findRun(deps.db, id))) throw new Refusal('not_found', 'Matching round not found.');
  return { players: await selectLeftOver(deps.db, id, LEFT_OVER_SHOWN) };
}

/** Lists the newest runs for the admin console. */
export async function listLatestRuns(deps: Deps) {
  return (await selectLatestRuns(deps.db, LATEST_COUNT)).map(toWireRun);
}

function toWireRun<T extends { requestedAt: Date; startedAt: Date | null; finishedAt: Date | null }>(run: T) {
  return {
    ...run,
    requestedAt: run.requestedAt.toISOString(),
    startedAt: toIsoOrNull(run.startedAt),
    finishedAt: toIsoOrNull(run.finishedAt),
  };
}
