import type { Deps } from '../../server/deps.ts';
import { getTierFromReading } from '../tokens/tokens.commands.ts';
import { type PlanFacts, readPlanFacts } from './entitlements.queries.ts';
import { type PlanName, resolvePlan } from './entitlements.rules.ts';

/**
 * Returns a user's current plan, from their purchases and tokens. May call the token network, so call it outside
 * transactions.
 */
export const getCurrentPlan = (deps: Deps, userId: string): Promise<PlanName> => getPlanAt(deps, userId, deps.now());

/** Returns the plan the user will have at a time, based on what's known now. May also call the token network. */
export async function getPlanAt(deps: Deps, userId: string, at: Date): Promise<PlanName> {
  const [planFacts] = await readPlanFacts(deps.db, { userId });
  return resolvePlanFromFacts(deps, userId, planFacts!, at);
}

const parseDate = (text: string | null) => (text === null ? null : new Date(text));

/** Like `getPlanAt`, but computed from facts that the caller has just read. */
export async function resolvePlanFromFacts(
  deps: Deps,
  userId: string,
  planFacts: PlanFacts,
  at: Date,
): Promise<PlanName> {
  const [founders] = planFacts.founders;
  const [subscription] = planFacts.subscription;
  const [wallet] = planFacts.wallet;
  const tier = await getTierFromReading(
    deps,
    userId,
    wallet && { ...wallet, readAt: parseDate(wallet.readAt), nextReadAt: new Date(wallet.nextReadAt) },
  );
  return resolvePlan(
    founders && { foundersExpiresAt: parseDate(founders.foundersExpiresAt) },
    subscription && {
      ...subscription,
      endingAt: parseDate(subscription.endingAt),
      keptUntil: parseDate(subscription.keptUntil),
      leftAt: parseDate(subscription.leftAt),
    },
    at,
    tier,
  );
}
