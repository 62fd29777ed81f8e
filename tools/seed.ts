import { parseArgs } from 'node:util';
import { DataFolderInUse } from '../db/lock.ts';
import { seedCommunity } from '../features/profiles/player-seeding/player-seeding.factory.ts';
import { openContext } from '../server/context.ts';
import { EnvironmentError, readEnv } from '../server/env.ts';

const USAGE = `npm run seed -- --players 1000 [--seed 1]

Adds a made-up community to the database that the environment names (DATABASE_URL, or the embedded one in DATA_DIR).
The same seed always makes the same players; running it again adds only what is missing.`;

function wholeNumber(value: string | undefined, name: string, least: number): number {
  const number = Number(value);
  if (value === undefined || !Number.isSafeInteger(number) || number < least) {
    console.error(`--${name} must be a whole number from ${least} on.\n\n${USAGE}`);
    process.exit(1);
  }
  return number;
}

async function seed(): Promise<void> {
  const { values } = parseArgs({ options: { players: { type: 'string' }, seed: { type: 'string', default: '1' } } });
  const players = wholeNumber(values.players, 'players', 1);
  const number = wholeNumber(values.seed, 'seed', 0);
  const { deps, close } = await openContext(readEnv(process.env));
  try {
    let told = performance.now();
    const { made, seconds } = await seedCommunity(deps, {
      players,
      seed: number,
      onProgress: (done) => {
        if (performance.now() - told < 2_000) return;
        told = performance.now();
        console.log(`${done.toLocaleString('en')} of ${players.toLocaleString('en')}`);
      },
    });
    console.log(`${made.toLocaleString('en')} players added in ${seconds.toFixed(1)} s (seed ${number}).`);
  } finally {
    await close();
  }
}

try {
  await seed();
} catch (error) {
  if (!(error instanceof DataFolderInUse) && !(error instanceof EnvironmentError)) throw error;
  console.error(error.message);
  process.exit(1);
}
