import type { EventAction, Mark, SecurityActivityQuery } from './security-events.schema.ts';

const METHOD_LABELS: Record<string, string> = {
  password: 'with a password',
  otp: 'with a code or link from us',
  magiclink: 'with an email link',
  oauth: 'with another service',
  passkey: 'with a passkey',
  web3: 'with a wallet',
  anonymous: 'without an account',
  totp: 'an authenticator app',
  'mfa/phone': 'an SMS code',
  'mfa/webauthn': 'a security key',
};

const EVENT_LABELS: Record<EventAction, string> = {
  signed_in: 'Signed in',
  sign_up: 'Signed up',
  recovery_used: 'Signed in with a password reset link',
  second_factor_used: 'Two-factor authentication used',
  signed_out: 'Signed out',
  sessions_ended: 'Other devices signed out',
  session_ended: 'One device signed out',
  sign_in_failed: 'Wrong password',
  code_failed: 'Wrong code',
  factor_failed: 'Two-factor check failed',
  recovery_code_failed: 'Wrong recovery code',
  password_changed: 'Password changed',
  email_confirmed: 'Email address confirmed',
  email_change_asked: 'Email address change requested',
  email_changed: 'Email address changed',
  phone_change_asked: 'Phone number change requested',
  phone_changed: 'Phone number changed',
  factor_added: 'Two-factor method added',
  factor_removed: 'Two-factor method removed',
  recovery_codes_made: 'New recovery codes created',
  recovery_code_used: 'Recovery code used instead of two-factor authentication',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  identity_linked: 'Linked sign-in added',
  identity_unlinked: 'Linked sign-in removed',
  program_connected: 'App connected',
  program_disconnected: 'App disconnected',
  data_exported: 'All data downloaded',
  deletion_requested: 'Account deletion requested',
  deletion_cancelled: 'Account deletion canceled',
  changed_by_admin: 'Changed by an admin',
  session_copied: 'Copied session detected and ended',
  not_me: "Reported: this wasn't me. All devices signed out",
};

/** Describes an entry in words. @param method how it happened, if the action has several ways */
export function formatEvent(action: string, method: unknown): string {
  const words = EVENT_LABELS[action as EventAction];
  // Browser reports are shown verbatim.
  if (!words) return action;
  const how = METHOD_LABELS[String(method)];
  if (!how) return words;
  return action === 'second_factor_used' ? `${words}: ${how}` : `${words} ${how}`;
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Formats a location, such as "Germany, network 203.0.113.0/24". Returns null when nothing is known. */
export function formatPlace(country: string | null, network: string | null): string | null {
  const name = country === 'T1' ? 'the Tor network' : country ? (regions.of(country) ?? country) : null;
  return [name, network && `network ${network}`].filter(Boolean).join(', ') || null;
}

/** Activity filters for the account's owner and for admins. */
export const ACTIVITY_FILTER_LABELS = [
  { value: 'all', label: 'Sign-ins and changes' },
  { value: 'changes', label: 'Changes only' },
  { value: 'failures', label: 'Failed attempts' },
  { value: 'reports', label: 'Reported by browsers' },
] satisfies { value: SecurityActivityQuery['show']; label: string }[];

export const MARK_LABELS: Record<Mark, string> = {
  new_country: 'New country',
  new_network: 'New network',
  many_failures: 'Many failures',
  factor_removed: 'Two-factor removed',
  not_me: 'Not me',
};

/** Returns an entry's marks as badges. Marks for changes that weakened the account are red. */
export const toMarkBadges = (marks: readonly Mark[]) =>
  marks.map((mark) => ({
    label: MARK_LABELS[mark],
    tone: mark === 'factor_removed' ? ('red' as const) : ('gold' as const),
  }));
