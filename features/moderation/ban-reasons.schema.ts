// Reasons for reporting listings, and length limits. Plain data, because pages show it.
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import * as messages from './moderation.messages.ts';

export const FLAG_REASONS = ['inappropriate', 'harassment', 'spam', 'scam', 'fake', 'other'] as const;
const FLAG_REASON_LABELS: Record<string, Message> = {
  inappropriate: messages.reportInappropriate,
  harassment: messages.reportHarassment,
  spam: messages.reportSpam,
  scam: messages.reportScam,
  fake: messages.reportFake,
  other: messages.reportOther,
  blocked_word: messages.reportBlockedWord,
};

export type ReportReason = (typeof FLAG_REASONS)[number];
/** Report sent when the reporter adds no details. */
export const DEFAULT_REPORT = { reason: 'inappropriate', details: 'User reported via LFG interface' } as const;

export const LIMITS = { details: 500, reason: 200, appeal: 1000, answer: 500, banDays: 3650 } as const;

/** Returns the label of a report's reason, or the reason itself if unknown. */
export function formatFlagReason(t: Translator, reason: string): string {
  const label = FLAG_REASON_LABELS[reason];
  return label ? t(label) : reason;
}

/** Formats a reason as a sentence. Adds a period unless it already ends with punctuation. */
export const formatReason = (reason: string): string => (/[.!?…]$/.test(reason) ? reason : `${reason}.`);

const reasons: readonly { value: ReportReason; label: Message }[] = FLAG_REASONS.map((value) => ({
  value,
  label: FLAG_REASON_LABELS[value]!,
}));
/** Options of a report form. */
export const REPORT_TERMS = { reasons, reason: DEFAULT_REPORT.reason, maxLength: LIMITS.details };

/** Surfaces that a ban can deny. `all` denies all of them and removes the profile from the directory. */
export const BAN_SCOPES = ['all', 'listing', 'applying', 'matching'] as const;
export type BanScope = (typeof BAN_SCOPES)[number];
export const BAN_SCOPE_LABELS: Record<BanScope, Message> = {
  all: messages.banScopeAll,
  listing: messages.banScopeListing,
  applying: messages.banScopeApplying,
  matching: messages.banScopeMatching,
};

/** How a ban ended: lifted early by a moderator or a granted appeal, or expired. */
export type BanEnding = 'lifted' | 'ran_out';
