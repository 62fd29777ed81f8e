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
      'This database was furnished as a demonstration: it holds made-up players and accounts whose passwords everybody knows. If that happened by mistake, run "npm run seed -- --undo" to take it back; otherwise give an empty one with DATABASE_URL (or DATA_DIR).',
    );
  }
  // It's fine to try out real data in a local folder, but a PostgreSQL database is shared.
  if (demo && NODE_ENV !== 'test' && DATABASE_URL && (await hasRealAccounts(deps))) {
    throw new StartupError(
      'No key of a third party is set, so this would turn the database of DATABASE_URL into a demonstration, and it holds accounts of real people. Set the keys (see docs/configuration.md), or give an empty database.',
    );
  }
  for (const prove of [checkSigningKeys, checkPushKeys]) {
    await prove(deps).catch((error: Error) => {
      throw new StartupError(error.message);
    });
  }
}
