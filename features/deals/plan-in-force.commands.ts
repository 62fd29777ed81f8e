import type { Deps } from '../../server/deps.ts';
import { tierFrom } from '../tokens/tokens.commands.ts';
import { type PlanFacts, readPlanFacts } from './entitlements.queries.ts';
import { type PlanName, planOf } from './entitlements.rules.ts';

/**
 * The plan that a person has now, by what they bought and what their tokens open. May ask the token network, so it is
 * called outside transactions.
 */
export const planNow = (deps: Deps, userId: string): Promise<PlanName> => planAt(deps, userId, deps.now());

/** The plan that they will have then, by what is known now. The same holds. */
export async function planAt(deps: Deps, userId: string, at: Date): Promise<PlanName> {
  const [known] = await readPlanFacts(deps.db, { userId });
  return planFrom(deps, userId, known!, at);
}

const dateOrNull = (text: string | null) => (text === null ? null : new Date(text));

/** `planAt` by facts that were read a moment ago. */
export async function planFrom(deps: Deps, userId: string, known: PlanFacts, at: Date): Promise<PlanName> {
  const [founders] = known.founders;
  const [subscription] = known.subscription;
  const [wallet] = known.wallet;
  const tier = await tierFrom(
    deps,
    userId,
    wallet && { ...wallet, readAt: dateOrNull(wallet.readAt), nextReadAt: new Date(wallet.nextReadAt) },
  );
  return planOf(
    founders && { foundersExpiresAt: dateOrNull(founders.foundersExpiresAt) },
    subscription && {
      ...subscription,
      endingAt: dateOrNull(subscription.endingAt),
      keptUntil: dateOrNull(subscription.keptUntil),
      leftAt: dateOrNull(subscription.leftAt),
    },
    at,
    tier,
  );
}
