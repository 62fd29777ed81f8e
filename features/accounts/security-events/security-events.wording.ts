import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import * as messages from '../accounts.messages.ts';
import { ACTIVITY_FILTERS, type EventAction, type Mark, type SecurityActivityQuery } from './security-events.schema.ts';

const EVENT_LABELS: Record<EventAction, Message> = {
  signed_in: messages.eventSignedIn,
  sign_up: messages.eventSignedUp,
  recovery_used: messages.eventRecoveryUsed,
  second_factor_used: messages.eventFactorUsed,
  signed_out: messages.eventSignedOut,
  sessions_ended: messages.eventSessionsEnded,
  session_ended: messages.eventSessionEnded,
  sign_in_failed: messages.eventWrongPassword,
  code_failed: messages.eventWrongCode,
  factor_failed: messages.eventFactorFailed,
  recovery_code_failed: messages.eventWrongRecoveryCode,
  password_changed: messages.eventPasswordChanged,
  email_confirmed: messages.eventEmailConfirmed,
  email_change_asked: messages.eventEmailChangeRequested,
  email_changed: messages.eventEmailChanged,
  phone_change_asked: messages.eventPhoneChangeRequested,
  phone_changed: messages.eventPhoneChanged,
  factor_added: messages.eventFactorAdded,
  factor_removed: messages.eventFactorRemoved,
  recovery_codes_made: messages.eventRecoveryCodesCreated,
  recovery_code_used: messages.eventRecoveryCodeUsed,
  passkey_added: messages.eventPasskeyAdded,
  passkey_removed: messages.eventPasskeyRemoved,
  identity_linked: messages.eventIdentityLinked,
  identity_unlinked: messages.eventIdentityUnlinked,
  program_connected: messages.eventAppConnected,
  program_disconnected: messages.eventAppDisconnected,
  data_exported: messages.eventDataExported,
  deletion_requested: messages.eventDeletionRequested,
  deletion_cancelled: messages.eventDeletionCanceled,
  changed_by_admin: messages.eventChangedByAdmin,
  session_copied: messages.eventSessionCopied,
  not_me: messages.eventNotMe,
};

/** Labels of actions that happen in several ways, by method. */
const METHOD_LABELS: Partial<Record<EventAction, Record<string, Message>>> = {
  signed_in: {
    password: messages.eventSignedInPassword,
    otp: messages.eventSignedInCode,
    magiclink: messages.eventSignedInLink,
    oauth: messages.eventSignedInService,
    passkey: messages.eventSignedInPasskey,
    web3: messages.eventSignedInWallet,
  },
  sign_up: { password: messages.eventSignedUpPassword, anonymous: messages.eventSignedUpAnonymous },
  second_factor_used: {
    totp: messages.eventAuthenticatorUsed,
    'mfa/phone': messages.eventSmsUsed,
    'mfa/webauthn': messages.eventSecurityKeyUsed,
  },
};

/** Describes an entry in words. @param method how it happened, if the action has several ways */
export function formatEvent(t: Translator, action: string, method: unknown): string {
  const label = METHOD_LABELS[action as EventAction]?.[String(method)] ?? EVENT_LABELS[action as EventAction];
  // Browser reports are shown verbatim.
  return label ? t(label) : action;
}

const regionNames = new Map<string, Intl.DisplayNames>();

function formatCountry(t: Translator, country: string): string {
  if (country === 'T1') return t(messages.torNetwork);
  const names = regionNames.get(t.locale) ?? new Intl.DisplayNames(t.locale, { type: 'region', fallback: 'none' });
  regionNames.set(t.locale, names);
  return names.of(country) ?? country;
}

/** Formats a location, such as "Germany, network 203.0.113.0/24". Returns null when nothing is known. */
export function formatPlace(t: Translator, country: string | null, network: string | null): string | null {
  const place = country ? formatCountry(t, country) : null;
  if (!network) return place;
  return place ? t(messages.placeInNetwork, { place, network }) : t(messages.network, { network });
}

const ACTIVITY_FILTER_LABELS: Record<SecurityActivityQuery['show'], Message> = {
  all: messages.activityAll,
  changes: messages.activityChanges,
  failures: messages.activityFailures,
  reports: messages.activityReports,
};

/** Returns the options of the activity filter, for the account's owner and for admins. */
export const listActivityFilters = (t: Translator) =>
  ACTIVITY_FILTERS.map((value) => ({ value, label: t(ACTIVITY_FILTER_LABELS[value]) }));

export const MARK_LABELS: Record<Mark, Message> = {
  new_country: messages.newCountryBadge,
  new_network: messages.newNetworkBadge,
  many_failures: messages.manyFailuresBadge,
  factor_removed: messages.factorRemovedBadge,
  not_me: messages.notMeBadge,
};

/** Returns an entry's marks as badges. Marks for changes that weakened the account are red. */
export const toMarkBadges = (t: Translator, marks: readonly Mark[]) =>
  marks.map((mark) => ({
    label: t(MARK_LABELS[mark]),
    tone: mark === 'factor_removed' ? ('red' as const) : ('gold' as const),
  }));
