import type { Entitlements } from '../money.schema.ts';

/** Plans that a subscription gives; the others run without one. */
const SUBSCRIBED: readonly Entitlements['plan'][] = ['Pro', 'Premium'];

/** The status of the plan that somebody has now: a subscription that has ended says nothing about it. */
export function formatPlanStatus({ plan, subscription }: Pick<Entitlements, 'plan' | 'subscription'>): string {
  return (SUBSCRIBED.includes(plan) && subscription?.status) || 'active';
}
