import { proveKeys } from '../features/accounts/signing-keys.commands.ts';
import { provePushKeys } from '../features/notifications/push/push-keys.commands.ts';
import { wasFurnished } from '../features/profiles/player-seeding/player-seeding.queries.ts';
import type { Deps } from './deps.ts';
import { StartRefused } from './start-faults.ts';

/** What only the database can tell of whether this server may start. */
export async function requireUsable(deps: Deps): Promise<void> {
  const { NODE_ENV, demo } = deps.env;
  if (NODE_ENV === 'production' && !demo && (await wasFurnished(deps.db))) {
    throw new StartRefused(
      'This database was furnished as a demonstration: it holds made-up players and accounts whose passwords everybody knows. Give an empty one with DATABASE_URL (or DATA_DIR).',
    );
  }
  for (const prove of [proveKeys, provePushKeys]) {
    await prove(deps).catch((error: Error) => {
      throw new StartRefused(error.message);
    });
  }
}
