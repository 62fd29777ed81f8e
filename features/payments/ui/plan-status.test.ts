import { describe, expect, test } from 'vitest';
import type { Entitlements } from '../money.schema.ts';
import { formatPlanStatus } from './plan-status.ts';

const createSubscription = (status: string): Entitlements['subscription'] => ({
  plan: 'pro',
  status,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  nextPlan: null,
  guaranteeUntil: null,
});

describe('plan status', () => {
  test.each([
    ['Free', null, 'active'],
    ['Free', createSubscription('canceled'), 'active'],
    ['Founders Premium', createSubscription('canceled'), 'active'],
    ['Pro', createSubscription('active'), 'active'],
    ['Pro', createSubscription('past_due'), 'past_due'],
    ['Premium', createSubscription('trialing'), 'trialing'],
  ] as const)('shows %s with subscription %j as %s', (plan, subscription, status) => {
    expect(formatPlanStatus({ plan, subscription })).toBe(status);
  });
});
