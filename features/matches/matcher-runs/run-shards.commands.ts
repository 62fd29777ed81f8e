import { isUniqueViolation } from '../../../db/database.ts';
import type { Certificate, LeftOver, Pair, PoolPlayer, Squad } from '../../../matcher/matcher-schema.ts';
import { runMatcherByPages } from '../../../matcher/pool-workers.ts';
import { sumOfShards } from '../../../matcher/shard-sums.ts';
import { type Shard, shardsOf } from '../../../matcher/shards.ts';
import { longestWait } from '../../../matcher/vocabulary.ts';
import type { Deps } from '../../../server/deps.ts';
import { proposalWeek } from '../pool.commands.ts';
import { placeCounts, publishedPlayers } from '../pool.queries.ts';
import { propose } from '../proposals.commands.ts';
import { type NewMatch, newMatch } from '../proposals.rules.ts';
import { type InForce, rulesInForce, rulesOfVersions } from '../rulebook/rulebook.commands.ts';
import { type ShardPool, shardPool } from '../shard-pool.commands.ts';
import { forgetOldLeftOver, markAlive, markDone, markFailed, runById } from './matcher-runs.queries.ts';
import { HEARTBEAT_MS, LEASE_MS, seedOf } from './matcher-runs.rules.ts';
import {
  addLeftOver,
  insertShards,
  lockRun,
  markShardDone,
  markShardFailed,
  renewLease,
  replaceByShards,
  shardsDone,
  type Taken,
  takeShard,
  wholeFacts,
} from './run-shards.queries.ts';

/** Name of the job kind that works on one shard of a run. */
export const SHARD_JOB = 'matcher-shard';

/** Proposals of a shard stored in one transaction: the embedded database serves nobody else meanwhile. */
const STORE_BATCH = { embedded: 250, postgres: 500 };
/** Explanations written before other work gets its turn. */
const EXPLAIN_BATCH = 25;
const LOOK_AGAIN_MS = 1_000;
const ONE_OPEN = 'match_members_one_open';
const NOTHING = { squads: 0, pairs: 0, dropped: 0 };

/** The shard is somebody else's by now, or its run has ended: there is nothing left to do or to report. */
class LeaseLost extends Error {}

/**
 * Cuts a running run of a large community into shards and wakes the workers, one for each shard.
 * @param from so many published players make a community large
 * @returns false when the community is smaller, or all of one piece and empty
 */
export async function cutIntoShards(deps: Deps, runId: string, from: number): Promise<boolean> {
  if ((await publishedPlayers(deps.db)) < from) return false;
  const now = deps.now();
  const { version, rules } = await rulesInForce(deps.db);
  const shards: Shard[] = shardsOf(await placeCounts(deps.db, longestWait(rules), now), rules);
  if (shards.length === 0) return false;
  await deps.db.transaction(async (tx) => {
    const terms = { seed: seedOf(now), weekOf: proposalWeek(now), rulesVersion: version };
    await insertShards(tx, runId, shards, terms);
    for (const _ of shards) await deps.jobs.send(SHARD_JOB, { runId }, { tx });
  });
  await lookAgain(deps, runId);
  return true;
}

/** Should all that work on it stop, somebody comes by when their leases are over. */
async function lookAgain(deps: Deps, runId: string): Promise<void> {
  const startAfter = new Date(deps.now().getTime() + LEASE_MS + HEARTBEAT_MS);
  await deps.jobs.send(SHARD_JOB, { runId }, { key: `look-again:${runId}`, startAfter });
}

/**
 * What the job does: works on one shard that nobody works on, and sums the run up after the last one.
 * @returns false when there was none to work on
 */
export async function workOnShard(deps: Deps, runId: string): Promise<boolean> {
  const taken = await takeShard(deps.db, runId, crypto.randomUUID(), deps.now());
  if (taken) await runShard(deps, taken);
  if (await sumUp(deps, runId)) await lookAgain(deps, runId);
  return taken !== undefined;
}

/**
 * Works on the shards of a run, together with whoever else does, until the run has ended.
 * @throws Error with the reason when it failed
 */
export async function workUntilEnd(deps: Deps, runId: string): Promise<void> {
  for (;;) {
    const worked = await workOnShard(deps, runId);
    const run = await runById(deps.db, runId);
    if (run?.status === 'failed') throw new Error(run.error ?? 'The run failed.');
    if (run?.status !== 'running') return;
    if (!worked) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

async function runShard(deps: Deps, taken: Taken): Promise<void> {
  const { runId, number } = taken;
  const beat = async () => {
    await renewLease(deps.db, taken, NOTHING, deps.now());
    await markAlive(deps.db, runId, deps.now());
  };
  const heart = setInterval(() => void beat().catch(() => {}), HEARTBEAT_MS);
  try {
    const certificate = await findAndStore(deps, taken);
    if (!(await markShardDone(deps.db, taken, certificate, deps.now()))) throw new LeaseLost();
    const { pool, squads, pairs, leftOver, seconds, gap } = certificate;
    deps.log.info({ runId, shard: number, pool, squads, pairs, leftOver, seconds, gap }, 'matcher shard done');
  } catch (error) {
    if (error instanceof LeaseLost) return;
    const reason = String((error as Error).message ?? error);
    if (await markShardFailed(deps.db, taken, deps.now())) {
      await markFailed(deps.db, runId, `Shard ${number}: ${reason}`, deps.now());
    }
    throw error;
  } finally {
    clearInterval(heart);
  }
}

async function findAndStore(deps: Deps, taken: Taken): Promise<Certificate> {
  const { seed, weekOf, rulesVersion: version } = taken.terms;
  const rules = (await rulesOfVersions(deps.db, [version])).get(version)!;
  const pool = shardPool(deps, taken.places, weekOf);
  const store = new ShardStore(deps, taken, pool, { version, rules });
  const options = { seed, effort: 'full', proof: 'affordable' } as const;
  const certificate = await runMatcherByPages(pool, rules, options, store);
  await store.leftOver(pool.torn.map(({ id, waiting }) => ({ id, reason: 'party-unplaced', waiting: waiting + 1 })));
  return certificate;
}

type Found = { proposal: Squad | Pair; members: readonly PoolPlayer[] };

/** Stores what comes out of a shard, batch by batch: while the database stores one, the next is explained. */
class ShardStore {
  readonly #deps: Deps;
  readonly #taken: Taken;
  readonly #pool: ShardPool;
  readonly #inForce: InForce;
  #found: Found[] = [];
  #storing: Promise<void> = Promise.resolve();

  constructor(deps: Deps, taken: Taken, pool: ShardPool, inForce: InForce) {
    this.#deps = deps;
    this.#taken = taken;
    this.#pool = pool;
    this.#inForce = inForce;
  }

  readonly proposals = async (rows: readonly (Squad | Pair)[], members: readonly PoolPlayer[][]): Promise<void> => {
    rows.forEach((proposal, at) => {
      this.#found.push({ proposal, members: members[at]! });
    });
    if (this.#found.length >= STORE_BATCH[this.#deps.database.kind]) await this.#next();
  };

  readonly leftOver = async (rows: readonly LeftOver[]): Promise<void> => {
    await this.end();
    // Whoever has a proposal of one kind is not waiting, even when the other kind found nothing.
    const waiting = rows.filter(({ id }) => !this.#pool.busy.has(id));
    if (waiting.length === 0) return;
    await this.#deps.db.transaction(async (tx) => {
      await addLeftOver(tx, this.#taken, waiting);
      await this.#renew(tx, NOTHING);
    });
  };

  /** Stores what has been found so far. */
  async end(): Promise<void> {
    await this.#next();
    await this.#storing;
  }

  async #next(): Promise<void> {
    const found = this.#found;
    this.#found = [];
    const batch = await this.#explained(found);
    await this.#storing;
    this.#storing = this.#store(batch);
    // What went wrong is thrown where it is waited for.
    this.#storing.catch(() => {});
  }

  async #explained(found: readonly Found[]): Promise<NewMatch[]> {
    const { runId, terms } = this.#taken;
    const batch: NewMatch[] = [];
    for (const { proposal, members } of found) {
      const origin = { id: crypto.randomUUID(), weekOf: terms.weekOf, runId };
      batch.push(newMatch(proposal, members, this.#inForce, origin));
      if (batch.length % EXPLAIN_BATCH === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return batch;
  }

  async #store(batch: NewMatch[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      await this.#storeIn(batch, true);
    } catch (error) {
      // Somebody has moved from one shard to another meanwhile, and both have a proposal for them: one after the other.
      if (!isUniqueViolation(error, ONE_OPEN)) throw error;
      await this.#storeIn(batch, false);
    }
  }

  async #storeIn(batch: NewMatch[], beside: boolean): Promise<void> {
    await this.#deps.db.transaction(async (tx) => {
      const stored = await propose(tx, this.#deps, batch, { beside });
      const squads = stored.filter((match) => match.kind === 'squad').length;
      const dropped = batch.length - stored.length;
      await this.#renew(tx, { squads, pairs: stored.length - squads, dropped });
    });
  }

  async #renew(tx: Deps['db'], counts: typeof NOTHING): Promise<void> {
    if (!(await renewLease(tx, this.#taken, counts, this.#deps.now()))) throw new LeaseLost();
  }
}

/**
 * Sums a run up once all of its shards are done.
 * @returns whether others still work on it
 */
async function sumUp(deps: Deps, runId: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const { running, open } = await lockRun(tx, runId);
    if (!running || open > 0) return running;
    const shards = await shardsDone(tx, runId);
    const run = (await runById(tx, runId))!;
    const rulesVersion = run.rulesVersion!;
    const { squadType } = (await rulesOfVersions(tx, [rulesVersion])).get(rulesVersion)!;
    const certificates = shards.map((shard) => shard.certificate);
    const certificate = sumOfShards(certificates, await wholeFacts(tx, runId, squadType));
    const sum = (of: (counts: typeof NOTHING) => number) => shards.reduce((all, one) => all + of(one), 0);
    const stored = {
      squads: sum((one) => one.squads),
      pairs: sum((one) => one.pairs),
      dropped: sum((one) => one.dropped),
    };
    const leftOver = await replaceByShards(tx, runId, deps.now());
    await forgetOldLeftOver(tx, runId);
    await markDone(tx, runId, { ...stored, leftOver, certificate, rulesVersion }, deps.now());
    const { pool, seconds, gap } = certificate;
    deps.log.info({ runId, shards: shards.length, pool, ...stored, leftOver, seconds, gap }, 'matcher run done');
    return false;
  });
}
