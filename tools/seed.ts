import { parseArgs } from 'node:util';
import { DataFolderInUseError } from '../db/lock.ts';
import { listOrders } from '../features/payments/order-admin.queries.ts';
import { seedCommunity } from '../features/profiles/player-seeding/player-seeding.factory.ts';
import {
  countSeededAccounts,
  hasOnlySeededAccounts,
  hasRealAccounts,
  undoSeeding,
} from '../features/profiles/player-seeding/seed-undo.commands.ts';
import { openContext } from '../server/context.ts';
import type { Deps } from '../server/deps.ts';
import { type Env, EnvironmentError, readEnv } from '../server/env.ts';
import { jobKinds } from '../server/job-kinds.ts';
import { findSeedFault } from '../server/production.ts';

const USAGE = `npm run seed -- --players 1000 [--seed 1]
npm run seed -- --undo [--yes]

Adds a made-up community to the development database that the environment names (DATABASE_URL, or the embedded one in
DATA_DIR). The same seed always makes the same players; running it again adds only what is missing. A database of
production is refused.

--undo takes it back where it was run by mistake: it erases every made-up account (addresses @players.example and
@planetcrew.example) and everything of theirs, and the mark that keeps a server of production from starting. It says
what it would erase; with --yes it does it.`;

/** Thrown with the reason why seeding was refused. */
class SeedRefusedError extends Error {}

function parseWholeNumber(value: string | undefined, name: string, min: number): number {
  const number = Number(value);
  if (value === undefined || !Number.isSafeInteger(number) || number < min) {
    throw new SeedRefusedError(`--${name} must be a whole number from ${min} on.\n\n${USAGE}`);
  }
  return number;
}

const formatCount = (count: number) => `${count.toLocaleString('en')} made-up account${count === 1 ? '' : 's'}`;

async function withDatabase(env: Env, work: (deps: Deps) => Promise<string>): Promise<void> {
  // Use the web role, which only enqueues jobs; the server runs them once it's up.
  const { deps, close } = await openContext({ ...env, ROLE: 'web' });
  try {
    await deps.jobs.start(jobKinds, deps, false);
    console.log(await work(deps));
    await deps.jobs.stop();
  } finally {
    await close();
  }
}

async function seed(deps: Deps, players: number, number: number): Promise<string> {
  if (await hasRealAccounts(deps)) {
    throw new SeedRefusedError(
      'This database holds accounts of real people, so it gets no made-up ones. Name an empty database with DATABASE_URL or DATA_DIR.',
    );
  }
  let reportedAt = performance.now();
  const onProgress = (done: number) => {
    if (performance.now() - reportedAt < 2_000) return;
    reportedAt = performance.now();
    console.log(`${done.toLocaleString('en')} of ${players.toLocaleString('en')}`);
  };
  const { madeCount, seconds } = await seedCommunity(deps, { players, seed: number, onProgress });
  return `${madeCount.toLocaleString('en')} players added in ${seconds.toFixed(1)} s (seed ${number}).`;
}

async function undoSeed(deps: Deps, isMeant: boolean): Promise<string> {
  const orders = await listOrders(deps.db, { view: 'all', limit: 1, now: deps.now() });
  if (orders.length > 0 && (await hasOnlySeededAccounts(deps))) {
    throw new SeedRefusedError(
      'Only made-up people have ever been here, and their orders stay in the books. Start with an empty database instead.',
    );
  }
  if (!isMeant)
    return `This would erase ${formatCount(await countSeededAccounts(deps))}. Run it again with --yes to do it.`;
  return `Erased ${formatCount(await undoSeeding(deps))}. A server of production may start on this database again.`;
}

const OPTIONS = {
  players: { type: 'string' },
  seed: { type: 'string', default: '1' },
  undo: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const env = readEnv(process.env);
  if (values.undo) return withDatabase(env, (deps) => undoSeed(deps, values.yes));
  const players = parseWholeNumber(values.players, 'players', 1);
  const number = parseWholeNumber(values.seed, 'seed', 0);
  const fault = findSeedFault(env);
  if (fault) throw new SeedRefusedError(fault);
  await withDatabase(env, (deps) => seed(deps, players, number));
}

try {
  await main();
} catch (error) {
  if (![DataFolderInUseError, EnvironmentError, SeedRefusedError].some((kind) => error instanceof kind)) throw error;
  console.error((error as Error).message);
  process.exit(1);
}
