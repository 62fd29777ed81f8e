import type { Deps } from '../../server/deps.ts';
import { getTierFromReading } from '../tokens/tokens.commands.ts';
import { type PlanFacts, readPlanFacts } from './entitlements.queries.ts';
import { type PlanName, resolvePlan } from './entitlements.rules.ts';

/**
 * The plan that a person has now, by what they bought and what their tokens open. May ask the token network, so it is
 * called outside transactions.
 */
export const getCurrentPlan = (deps: Deps, userId: string): Promise<PlanName> => getPlanAt(deps, userId, deps.now());

/** The plan that they will have then, by what is known now. The same holds. */
export async function getPlanAt(deps: Deps, userId: string, at: Date): Promise<PlanName> {
  const [known] = await readPlanFacts(deps.db, { userId });
  return resolvePlanFromFacts(deps, userId, known!, at);
}

const parseDate = (text: string | null) => (text === null ? null : new Date(text));

/** `planAt` by facts that were read a moment ago. */
export async function resolvePlanFromFacts(deps: Deps, userId: string, known: PlanFacts, at: Date): Promise<PlanName> {
  const [founders] = known.founders;
  const [subscription] = known.subscription;
  const [wallet] = known.wallet;
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
