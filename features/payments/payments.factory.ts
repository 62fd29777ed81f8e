import type { Deps } from '../../server/deps.ts';
import { refreshSeller, startOnboarding } from './sellers.commands.ts';

/**
 * Makes a user a seller who is verified for payouts, by submitting the sandbox's onboarding form.
 * @param bank account number; payouts to 000111111116 fail
 */
export async function verifySeller(deps: Deps, userId: string, bank = '000123456789'): Promise<string> {
  const url = await startOnboarding(deps, { userId });
  await deps.fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ name: 'Seller', bank }) });
  const seller = await refreshSeller(deps, { userId });
  if (!seller?.payoutsEnabled) throw new Error('The payment sandbox did not verify the seller.');
  return seller.accountId;
}
