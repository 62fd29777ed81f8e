import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import type { Entitlements } from '../money.schema.ts';
import * as messages from '../payments.messages.ts';

/** Plans that need a subscription. */
const SUBSCRIPTION_PLANS: readonly Entitlements['plan'][] = ['Pro', 'Premium'];

/** Returns the status of a user's current plan. The subscription's status counts only for plans that need one. */
export function formatPlanStatus({ plan, subscription }: Pick<Entitlements, 'plan' | 'subscription'>): string {
  return (SUBSCRIPTION_PLANS.includes(plan) && subscription?.status) || 'active';
}

/** Labels of the plans on the account page. */
export const PLAN_BADGES: Readonly<Record<Entitlements['plan'], Message>> = {
  Free: messages.badgeFree,
  Pro: messages.badgePro,
  Premium: messages.badgePremium,
  'Founders Premium': messages.badgeFounders,
};

/** Labels of the payment provider's subscription statuses. */
const STATUS_LABELS: Readonly<Record<string, Message | undefined>> = {
  active: messages.statusActive,
  trialing: messages.statusTrialing,
  past_due: messages.statusPastDue,
  canceled: messages.statusCanceled,
  unpaid: messages.statusUnpaid,
  incomplete: messages.statusIncomplete,
  incomplete_expired: messages.statusIncompleteExpired,
  paused: messages.statusPaused,
};

export function getPlanStatusLabel(t: Translator, status: string): string {
  const label = STATUS_LABELS[status];
  return label ? t(label) : status;
}
