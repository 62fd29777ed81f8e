import type { Deps } from '../../../server/deps.ts';
import { eraseDueAccounts } from '../../accounts/account-deletion.commands.ts';
import { countAccountsOfDomains, endAccountsOfDomains } from '../../accounts/account-deletion.queries.ts';
import { hasNoAccounts } from '../../accounts/account-views.queries.ts';
import { SEEDED_DOMAINS } from './player-seeding.generator.ts';
import { deleteDemoSeeding, isDemoSeeded } from './player-seeding.queries.ts';

/** Real people have signed up here: whoever makes people up has the wrong database. */
export const hasRealAccounts = async (deps: Deps): Promise<boolean> =>
  !(await isDemoSeeded(deps.db)) && !(await hasNoAccounts(deps.db));

/** How many accounts seeding has made up. */
export const countSeeded = (deps: Deps): Promise<number> => countAccountsOfDomains(deps.db, SEEDED_DOMAINS);

export const hasOnlySeededAccounts = async (deps: Deps): Promise<boolean> =>
  (await countAccountsOfDomains(deps.db, SEEDED_DOMAINS, 'others')) === 0;

/**
 * Takes back what seeding did: erases every made-up account with all that hangs on it, then the mark of a demonstration.
 * Run again after an interruption, it goes on.
 * @returns how many accounts were erased
 */
export async function undoSeeding(deps: Deps): Promise<number> {
  const erased = await endAccountsOfDomains(deps.db, SEEDED_DOMAINS, deps.now());
  await eraseDueAccounts(deps);
  await deleteDemoSeeding(deps.db);
  return erased;
}
