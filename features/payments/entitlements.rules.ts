import type { Tier } from '../tokens/tokens.schema.ts';

/** A plan as badges name it. */
export type PlanName = 'Free' | 'Pro' | 'Premium' | 'Founders Premium';

type Founders = { foundersExpiresAt: Date | null } | undefined;
type Subscribed =
  | {
      plan: 'pro' | 'premium';
      status: string;
      endingAt?: Date | null;
      keptUntil?: Date | null;
      leftAt?: Date | null;
    }
  | undefined;

/** A subscription whose renewal failed keeps its plan while the processor tries again. */
export const RUNNING = ['active', 'trialing', 'past_due'] as const;

export function isRunning(subscription: { status: string; endingAt?: Date | null } | null | undefined): boolean {
  if (!subscription || subscription.endingAt) return false;
  return (RUNNING as readonly string[]).includes(subscription.status);
}

type RestoredPlan = { keptUntil?: Date | null; leftAt?: Date | null };

/** It ended with a closed account that came back, and was paid until later than now. */
export function isPaidPlanRestored(subscription: RestoredPlan | null | undefined, now: Date): boolean {
  return !!subscription?.keptUntil && !subscription.leftAt && subscription.keptUntil > now;
}

/** The plan that a person has at this moment: Founders before Premium, bought or held in tokens, before Pro. */
export function resolvePlan(founders: Founders, subscription: Subscribed, now: Date, tier: Tier | null): PlanName {
  if (founders?.foundersExpiresAt && founders.foundersExpiresAt > now) return 'Founders Premium';
  if (tier === 'Premium' || tier === 'Elite') return 'Premium';
  if (!isRunning(subscription) && !isPaidPlanRestored(subscription, now)) return 'Free';
  return subscription!.plan === 'premium' ? 'Premium' : 'Pro';
}
