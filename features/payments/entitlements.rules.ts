import type { Tier } from '../tokens/tokens.schema.ts';

/** Plan names, which are the same in every language. */
export const PLAN_NAMES = { pro: 'Pro', premium: 'Premium' } as const;

/** A plan's name as shown on badges. */
export type PlanName = 'Free' | 'Pro' | 'Premium' | 'Founders Premium';

type Founders = { foundersExpiresAt: Date | null } | undefined;
type SubscriptionState =
  | {
      plan: 'pro' | 'premium';
      status: string;
      endingAt?: Date | null;
      keptUntil?: Date | null;
      leftAt?: Date | null;
    }
  | undefined;

/** Statuses of an active plan. Includes failed renewals, as long as the payment provider retries. */
export const RUNNING_STATUSES = ['active', 'trialing', 'past_due'] as const;

export function isRunning(subscription: { status: string; endingAt?: Date | null } | null | undefined): boolean {
  if (!subscription || subscription.endingAt) return false;
  return (RUNNING_STATUSES as readonly string[]).includes(subscription.status);
}

type RestoredPlan = { keptUntil?: Date | null; leftAt?: Date | null };

/**
 * Returns whether a plan still has paid time left after its owner's account was restored. The plan had ended with the
 * account.
 */
export function isPaidPlanRestored(subscription: RestoredPlan | null | undefined, now: Date): boolean {
  return !!subscription?.keptUntil && !subscription.leftAt && subscription.keptUntil > now;
}

/**
 * Returns a user's current plan: Founders takes precedence over Premium (bought or held in tokens), which takes
 * precedence over Pro.
 */
export function resolvePlan(
  founders: Founders,
  subscription: SubscriptionState,
  now: Date,
  tier: Tier | null,
): PlanName {
  if (founders?.foundersExpiresAt && founders.foundersExpiresAt > now) return 'Founders Premium';
  if (tier === 'Premium' || tier === 'Elite') return 'Premium';
  if (!isRunning(subscription) && !isPaidPlanRestored(subscription, now)) return 'Free';
  return subscription!.plan === 'premium' ? 'Premium' : 'Pro';
}
