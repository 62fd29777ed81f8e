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

type Kept = { keptUntil?: Date | null; leftAt?: Date | null };

/** It ended with a closed account that came back, and was paid until later than now. */
export function isKept(subscription: Kept | null | undefined, now: Date): boolean {
  return !!subscription?.keptUntil && !subscription.leftAt && subscription.keptUntil > now;
}

/** The plan that a person has at this moment: Founders before Premium, bought or held in tokens, before Pro. */
export function planOf(founders: Founders, subscription: Subscribed, now: Date, tier: Tier | null): PlanName {
  if (founders?.foundersExpiresAt && founders.foundersExpiresAt > now) return 'Founders Premium';
  if (tier === 'Premium' || tier === 'Elite') return 'Premium';
  if (!isRunning(subscription) && !isKept(subscription, now)) return 'Free';
  return subscription!.plan === 'premium' ? 'Premium' : 'Pro';
}
