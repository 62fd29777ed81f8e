import type { Entitlements } from '../money.schema.ts';

/** Plans that need a subscription. */
const SUBSCRIBED: readonly Entitlements['plan'][] = ['Pro', 'Premium'];

/** Returns the status of a user's current plan. The subscription's status counts only for plans that need one. */
export function formatPlanStatus({ plan, subscription }: Pick<Entitlements, 'plan' | 'subscription'>): string {
  return (SUBSCRIBED.includes(plan) && subscription?.status) || 'active';
}
