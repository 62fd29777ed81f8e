import { assertDatabaseUsable } from './assert-database-usable.ts';
import { openContext } from './context.ts';
import { seedDemoCommunity } from './demonstration.ts';
import type { Env } from './env.ts';
import { jobKinds } from './job-kinds.ts';
import { formatStartupMessage, toDatabaseError } from './startup-errors.ts';

/**
 * The main function of the child process that `seedDemoInChildProcess` starts: opens the environment's database, seeds
 * it and closes it.
 */
async function seedDemo(env: Env): Promise<void> {
  const { deps, close } = await openContext(env).catch((error: unknown) => {
    throw toDatabaseError(error, env);
  });
  await assertDatabaseUsable(deps);
  // Jobs added by the seeding wait for the server that opens this database next.
  await deps.jobs.start(jobKinds, deps, false);
  await seedDemoCommunity(deps);
  await deps.jobs.stop();
  await close();
}

// Stop seeding if the parent process ends.
process.once('disconnect', () => process.exit(1));
process.once('message', (env: Env) => {
  seedDemo(env).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(formatStartupMessage(error));
      process.exit(1);
    },
  );
});
