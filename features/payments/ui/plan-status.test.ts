import { describe, expect, test } from 'vitest';
import type { Entitlements } from '../money.schema.ts';
import { formatPlanStatus } from './plan-status.ts';

const held = (status: string): Entitlements['subscription'] => ({
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
    ['Free', held('canceled'), 'active'],
    ['Founders Premium', held('canceled'), 'active'],
    ['Pro', held('active'), 'active'],
    ['Pro', held('past_due'), 'past_due'],
    ['Premium', held('trialing'), 'trialing'],
  ] as const)('shows %s with subscription %j as %s', (plan, subscription, status) => {
    expect(formatPlanStatus({ plan, subscription })).toBe(status);
  });
});
