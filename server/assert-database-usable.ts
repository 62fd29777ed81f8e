import { checkSigningKeys } from '../features/accounts/signing-keys.commands.ts';
import { checkPushKeys } from '../features/notifications/push/push-keys.commands.ts';
import { isDemoSeeded } from '../features/profiles/player-seeding/player-seeding.queries.ts';
import { hasRealAccounts } from '../features/profiles/player-seeding/seed-undo.commands.ts';
import type { Deps } from './deps.ts';
import { StartupError } from './startup-errors.ts';

/** Checks the startup conditions that need a database query. */
export async function assertDatabaseUsable(deps: Deps): Promise<void> {
  const { NODE_ENV, DATABASE_URL, demo } = deps.env;
  if (NODE_ENV === 'production' && !demo && (await isDemoSeeded(deps.db))) {
    throw new StartupError(
      'This database was seeded as a demo: it holds made-up players and accounts with publicly known passwords. If that was a mistake, run "npm run seed -- --undo" to remove them. Otherwise point DATABASE_URL (or DATA_DIR) to an empty database.',
    );
  }
  // It's fine to try out real data in a local folder, but a PostgreSQL database is shared.
  if (demo && NODE_ENV !== 'test' && DATABASE_URL && (await hasRealAccounts(deps))) {
    throw new StartupError(
      'No key of a third party is set, so this would turn the database of DATABASE_URL into a demonstration, but it holds accounts of real people. Set the keys (see docs/configuration.md), or use an empty database.',
    );
  }
  for (const prove of [checkSigningKeys, checkPushKeys]) {
    await prove(deps).catch((error: Error) => {
      throw new StartupError(error.message);
    });
  }
}
