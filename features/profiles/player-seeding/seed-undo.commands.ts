import type { Deps } from '../../../server/deps.ts';
import { eraseDueAccounts } from '../../accounts/account-deletion.commands.ts';
import { countAccountsOfDomains, endAccountsOfDomains } from '../../accounts/account-deletion.queries.ts';
import { isAccountTableEmpty } from '../../accounts/account-views.queries.ts';
import { SEEDED_DOMAINS } from './player-seeding.generator.ts';
import { deleteDemoSeeding, isDemoSeeded } from './player-seeding.queries.ts';

/**
 * Checks whether the database has accounts of real people: it isn't empty and was never seeded. Then it's the wrong
 * database to seed.
 */
export const hasRealAccounts = async (deps: Deps): Promise<boolean> =>
  !(await isDemoSeeded(deps.db)) && !(await isAccountTableEmpty(deps.db));

/** Counts the accounts created by seeding. */
export const countSeededAccounts = (deps: Deps): Promise<number> => countAccountsOfDomains(deps.db, SEEDED_DOMAINS);

export const hasOnlySeededAccounts = async (deps: Deps): Promise<boolean> =>
  (await countAccountsOfDomains(deps.db, SEEDED_DOMAINS, 'others')) === 0;

/**
 * Undoes seeding: erases every generated account with all its data, then removes the demo mark. Safe to rerun after an
 * interruption.
 * @returns how many accounts were erased
 */
export async function undoSeeding(deps: Deps): Promise<number> {
  const erasedCount = await endAccountsOfDomains(deps.db, SEEDED_DOMAINS, deps.now());
  await eraseDueAccounts(deps);
  await deleteDemoSeeding(deps.db);
  return erasedCount;
}
