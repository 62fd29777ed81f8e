import type { Db } from '../../../db/database.ts';
import type { Certificate, LeftOver, Pair, PoolPlayer, Squad } from '../../../matcher/matcher-schema.ts';
import { runMatcherByPages } from '../../../matcher/pool-workers.ts';
import { mergeShardResults } from '../../../matcher/shard-sums.ts';
import { type Shard, splitIntoShards } from '../../../matcher/shards.ts';
import { getMaxRelaxationRuns } from '../../../matcher/vocabulary.ts';
import type { Deps } from '../../../server/deps.ts';
import { getProposalWeek } from '../pool.commands.ts';
import { countByPlace, countPublishedPlayers } from '../pool.queries.ts';
import { type ActiveRules, getActiveRules, getRulesByVersion } from '../rulebook/rulebook.commands.ts';
import { loadShardPool, type ShardPool } from '../shard-pool.commands.ts';
import { deleteOldLeftOver, findRun, markAlive, markDone, markFailed } from './matcher-runs.queries.ts';
import { getRunSeed, HEARTBEAT_MS, LEASE_MS } from './matcher-runs.rules.ts';
import { ProposalStore } from './proposal-store.commands.ts';
import { addCounts, type StoredCounts } from './run-counts.rules.ts';
import {
  addLeftOver,
  type ClaimedShard,
  claimShard,
  getWholeRunFacts,
  insertShards,
  listCompletedShards,
  lockRun,
  markShardDone,
  markShardFailed,
  renewLease,
  replaceLeftOverFromShards,
} from './run-shards.queries.ts';

/** The job kind that processes one shard of a run. */
export const SHARD_JOB = 'matcher-shard';

const RECHECK_MS = 1_000;
const NOTHING = addCounts([]);

/** Thrown when another worker has taken the shard or its run has ended. There's nothing left to do or report. */
class LeaseLost extends Error {}

/**
 * Splits a run of a large community into shards and wakes one worker per shard.
 * @param from the number of published players that makes a community large
 * @returns false when the community is smaller or its pool is empty
 */
export async function storeShards(deps: Deps, runId: string, from: number): Promise<boolean> {
  if ((await countPublishedPlayers(deps.db)) < from) return false;
  const now = deps.now();
  const { version, rules } = await getActiveRules(deps.db);
  const shards: Shard[] = splitIntoShards(await countByPlace(deps.db, getMaxRelaxationRuns(rules), now), rules);
  if (shards.length === 0) return false;
  await deps.db.transaction(async (tx) => {
    const terms = { seed: getRunSeed(now), weekOf: getProposalWeek(now), rulesVersion: version };
    await insertShards(tx, runId, shards, terms);
    for (const _ of shards) await deps.jobs.send(SHARD_JOB, { runId }, { tx });
  });
  await scheduleRecheck(deps, runId);
  return true;
}

/** Schedules a check after the workers' leases expire, in case all of them stop. */
async function scheduleRecheck(deps: Deps, runId: string): Promise<void> {
  const startAfter = new Date(deps.now().getTime() + LEASE_MS + HEARTBEAT_MS);
  await deps.jobs.send(SHARD_JOB, { runId }, { key: `look-again:${runId}`, startAfter });
}

/**
 * Job handler. Processes one free shard, and finishes the run after the last one.
 * @returns false when there was no free shard
 */
export async function processShard(deps: Deps, runId: string): Promise<boolean> {
  const shard = await claimShard(deps.db, runId, crypto.randomUUID(), deps.now());
  if (shard) await runShard(deps, shard);
  if (await finishShardedRun(deps, runId)) await scheduleRecheck(deps, runId);
  return shard !== undefined;
}

/**
 * Processes the shards of a run together with other workers until the run has ended.
 * @throws Error with the reason when the run failed
 */
export async function processShardsUntilDone(deps: Deps, runId: string): Promise<void> {
  for (;;) {
    const hasProcessed = await processShard(deps, runId);
    const run = await findRun(deps.db, runId);
    if (run?.status === 'failed') throw new Error(run.error ?? 'The matching round failed.');
    if (run?.status !== 'running') return;
    if (!hasProcessed) await new Promise((resolve) => setTimeout(resolve, RECHECK_MS));
  }
}

async function runShard(deps: Deps, shard: ClaimedShard): Promise<void> {
  const { runId, number } = shard;
  const sendHeartbeat = async () => {
    await renewLease(deps.db, shard, NOTHING, deps.now());
    await markAlive(deps.db, runId, deps.now());
  };
  const heartbeat = setInterval(() => void sendHeartbeat().catch(() => {}), HEARTBEAT_MS);
  try {
    const certificate = await matchShard(deps, shard);
    if (!(await markShardDone(deps.db, shard, certificate, deps.now()))) throw new LeaseLost();
    const { pool, squads, pairs, leftOver, seconds, gap } = certificate;
    deps.log.info({ runId, shard: number, pool, squads, pairs, leftOver, seconds, gap }, 'matching shard finished');
  } catch (error) {
    if (error instanceof LeaseLost) return;
    const reason = String((error as Error).message ?? error);
    if (await markShardFailed(deps.db, shard, deps.now())) {
      await markFailed(deps.db, runId, `Shard ${number}: ${reason}`, deps.now());
    }
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

async function matchShard(deps: Deps, shard: ClaimedShard): Promise<Certificate> {
  const { seed, weekOf, rulesVersion: version } = shard.terms;
  const rules = (await getRulesByVersion(deps.db, [version])).get(version)!;
  const pool = loadShardPool(deps, shard.places, weekOf);
  const store = new ShardStore(deps, shard, pool, { version, rules });
  const options = { seed, effort: 'full', proof: 'affordable' } as const;
  const certificate = await runMatcherByPages(pool, rules, options, store);
  await store.leftOver(
    pool.splitParties.map(({ id, waiting }) => ({ id, reason: 'party-unplaced', waiting: waiting + 1 })),
  );
  return certificate;
}

/** Stores a shard's results while we hold the shard's lease. */
class ShardStore {
  readonly #deps: Deps;
  readonly #taken: ClaimedShard;
  readonly #pool: ShardPool;
  readonly #proposals: ProposalStore;

  constructor(deps: Deps, shard: ClaimedShard, pool: ShardPool, activeRules: ActiveRules) {
    this.#deps = deps;
    this.#taken = shard;
    this.#pool = pool;
    const run = { runId: shard.runId, weekOf: shard.terms.weekOf, activeRules };
    const renewWithin = (tx: Db, counts: StoredCounts) => this.#renew(tx, counts);
    this.#proposals = new ProposalStore(deps, run, { isConcurrent: true, within: renewWithin });
  }

  readonly proposals = async (rows: readonly (Squad | Pair)[], members: readonly PoolPlayer[][]): Promise<void> => {
    for (const [index, proposal] of rows.entries()) await this.#proposals.add({ proposal, members: members[index]! });
  };

  readonly leftOver = async (rows: readonly LeftOver[]): Promise<void> => {
    await this.#proposals.end();
    // A player with a match of either kind isn't waiting, even if the other kind had nothing for them.
    const unmatchedPlayers = rows.filter(({ id }) => !this.#pool.busy.has(id));
    if (unmatchedPlayers.length === 0) return;
    await this.#deps.db.transaction(async (tx) => {
      await addLeftOver(tx, this.#taken, unmatchedPlayers);
      await this.#renew(tx, NOTHING);
    });
  };

  async #renew(tx: Db, counts: StoredCounts): Promise<void> {
    if (!(await renewLease(tx, this.#taken, counts, this.#deps.now()))) throw new LeaseLost();
  }
}

/** Finishes a run if all of its shards are done. @returns whether other workers are still processing it */
async function finishShardedRun(deps: Deps, runId: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const { running, open } = await lockRun(tx, runId);
    if (!running || open > 0) return running;
    const shards = await listCompletedShards(tx, runId);
    const run = (await findRun(tx, runId))!;
    const rulesVersion = run.rulesVersion!;
    const { squadType } = (await getRulesByVersion(tx, [rulesVersion])).get(rulesVersion)!;
    const certificates = shards.map((shard) => shard.certificate);
    const certificate = mergeShardResults(certificates, await getWholeRunFacts(tx, runId, squadType));
    const counts = addCounts(shards);
    const leftOver = await replaceLeftOverFromShards(tx, runId, deps.now());
    await deleteOldLeftOver(tx, runId);
    await markDone(tx, runId, { ...counts, leftOver, certificate, rulesVersion }, deps.now());
    const { pool, seconds, gap } = certificate;
    deps.log.info({ runId, shards: shards.length, pool, ...counts, leftOver, seconds, gap }, 'matching round finished');
    return false;
  });
}
