import { seedListings } from '../../features/lfg/listing-seeding.factory.ts';
import { runMatcherNow } from '../../features/matches/matcher-runs/matcher-runs.commands.ts';
import {
  getSamplePlayer,
  seedCommunity,
  seedSamples,
} from '../../features/profiles/player-seeding/player-seeding.factory.ts';
import { openContext } from '../../server/context.ts';
import { readEnv } from '../../server/env.ts';
import { jobKinds } from '../../server/job-kinds.ts';
import { createScratchFolder, startNode } from '../../tools/node-under-test.ts';

const PLAYER_COUNT = 400;

async function seed(variables: Record<string, string>): Promise<void> {
  const { deps, close } = await openContext(readEnv(variables));
  await deps.jobs.start(jobKinds, deps, false);
  const community = { players: PLAYER_COUNT, seed: 1 };
  await seedCommunity(deps, community);
  await seedSamples(deps);
  await seedListings(deps, community, await getSamplePlayer(deps));
  await runMatcherNow(deps);
  await deps.jobs.stop();
  await deps.database.pool.query('delete from demonstration_furnishings');
  await close();
}

/**
 * Starts a production node with sample players, listings and matches. `stop` also deletes its data.
 * A demo blocks search engines, and a demo database stays one forever. So the database isn't marked as a demo.
 */
export async function startSampleSite(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const folder = createScratchFolder();
  const variables = { DATA_DIR: folder.path, LOG_LEVEL: 'error', SMTP_URL: 'smtp://localhost:1' };
  await seed({ ...variables, NODE_ENV: 'test' });
  const node = await startNode({ ...variables, NODE_ENV: 'production', EMBEDDED_IN_PRODUCTION: 'true' });
  return {
    origin: node.origin,
    stop: async () => {
      await node.stop();
      folder.remove();
    },
  };
}
