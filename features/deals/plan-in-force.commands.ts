import type { Deps } from '../../server/deps.ts';
import { tierNow } from '../tokens/tokens.commands.ts';
import { entitlementOf, subscriptionOf } from './entitlements.queries.ts';
import { type PlanName, planOf } from './entitlements.rules.ts';

/**
 * The plan that a person has now, by what they bought and what their tokens open. May ask the token network, so it is
 * called outside transactions.
 */
export const planNow = (deps: Deps, userId: string): Promise<PlanName> => planAt(deps, userId, deps.now());

/** The plan that they will have then, by what is known now. The same holds. */
export async function planAt(deps: Deps, userId: string, at: Date): Promise<PlanName> {
  const tier = await tierNow(deps, userId);
  const [founders, subscription] = await Promise.all([entitlementOf(deps.db, userId), subscriptionOf(deps.db, userId)]);
  return planOf(founders, subscription, at, tier);
}
