import type { Entitlements } from '../money.schema.ts';

/** Plans that need a subscription; the others don't. */
const SUBSCRIBED: readonly Entitlements['plan'][] = ['Pro', 'Premium'];

/** Returns the status of a user's current plan. An ended subscription doesn't affect it. */
export function formatPlanStatus({ plan, subscription }: Pick<Entitlements, 'plan' | 'subscription'>): string {
  return (SUBSCRIBED.includes(plan) && subscription?.status) || 'active';
}
