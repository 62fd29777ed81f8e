import { type Db, isUniqueViolation } from '../../../db/database.ts';
import type { Pair, PoolPlayer, Squad } from '../../../matcher/matcher-schema.ts';
import type { Deps } from '../../../server/deps.ts';
import { FORMAT_FACTS } from '../../profiles/group-formats.schema.ts';
import { createProposals } from '../proposals.commands.ts';
import { type NewMatch, toNewMatch } from '../proposals.rules.ts';
import type { ActiveRules } from '../rulebook/rulebook.commands.ts';
import { addCounts, type StoredCounts } from './run-counts.rules.ts';

/**
 * Proposals stored per transaction. The number is lower on the embedded database, because a transaction blocks everyone
 * else there.
 */
const STORE_BATCH = { embedded: 250, postgres: 500 };
/** Number of explanations to write before yielding to other work. */
const EXPLAIN_BATCH = 25;
const OPEN_MATCH_CONSTRAINT = 'match_members_one_open';

type FoundProposals = { proposal: Squad | Pair; members: readonly PoolPlayer[] };

/** The run, week and rules of the proposals. */
export type Origin = { runId: string; weekOf: string; activeRules: ActiveRules };
type ProposalStoreOptions = {
  /** Whether workers of other shards may store proposals at the same time. */
  isConcurrent: boolean;
  /** Runs in the transaction of each batch. If it throws, the batch isn't stored. */
  within?: (tx: Db, counts: StoredCounts) => Promise<void>;
};

/**
 * Stores a run's results in batches. Each batch and its messages are stored in one transaction, so a crash leaves only
 * complete proposals. While the database stores one batch, the next one is being explained.
 */
export class ProposalStore {
  readonly #deps: Deps;
  readonly #run: Origin;
  readonly #options: ProposalStoreOptions;
  storedCounts: StoredCounts = addCounts([]);
  #found: FoundProposals[] = [];
  #storing: Promise<void> = Promise.resolve();

  constructor(deps: Deps, run: Origin, options: ProposalStoreOptions) {
    this.#deps = deps;
    this.#run = run;
    this.#options = options;
  }

  async add(found: FoundProposals): Promise<void> {
    this.#found.push(found);
    if (this.#found.length >= STORE_BATCH[this.#deps.database.kind]) await this.#next();
  }

  /** Stores all proposals found so far. */
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
    // Avoid an unhandled rejection. The error is thrown where the promise is awaited.
    this.#storing.catch(() => {});
  }

  async #explained(found: readonly FoundProposals[]): Promise<NewMatch[]> {
    const { runId, weekOf, activeRules } = this.#run;
    const batch: NewMatch[] = [];
    for (const { proposal, members } of found) {
      batch.push(toNewMatch(proposal, members, activeRules, { id: crypto.randomUUID(), weekOf, runId }));
      if (batch.length % EXPLAIN_BATCH === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return batch;
  }

  async #store(batch: NewMatch[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      await this.#storeIn(batch, this.#options.isConcurrent);
    } catch (error) {
      // A player has moved to another shard, and both shards have a proposal for them. Store the proposals one by one.
      if (!this.#options.isConcurrent || !isUniqueViolation(error, OPEN_MATCH_CONSTRAINT)) throw error;
      await this.#storeIn(batch, false);
    }
  }

  async #storeIn(batch: NewMatch[], isConcurrent: boolean): Promise<void> {
    const counts = await this.#deps.db.transaction(async (tx) => {
      const proposals = await createProposals(tx, this.#deps, batch, { isConcurrent });
      const now: StoredCounts = { ...addCounts([]), dropped: batch.length - proposals.length };
      for (const { kind } of proposals) now[FORMAT_FACTS[kind].plural]++;
      await this.#options.within?.(tx, now);
      return now;
    });
    this.storedCounts = addCounts([this.storedCounts, counts]);
  }
}
