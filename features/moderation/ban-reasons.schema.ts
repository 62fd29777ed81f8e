// Reasons for reporting listings, and length limits. Plain data, because pages show it.

export const FLAG_REASONS = ['inappropriate', 'harassment', 'spam', 'scam', 'fake', 'other'] as const;
export const FLAG_REASON_LABELS: Record<string, string> = {
  inappropriate: 'Inappropriate content',
  harassment: 'Harassment or hate',
  spam: 'Spam or advertising',
  scam: 'Scam or asking for money',
  fake: 'Not what it claims to be',
  other: 'Something else',
  blocked_word: 'Blocked word',
};

export type ReportReason = (typeof FLAG_REASONS)[number];
/** Sent by the Report button when the reporter adds nothing. */
export const DEFAULT_REPORT = { reason: 'inappropriate', details: 'User reported via LFG interface' } as const;

export const LIMITS = { details: 500, reason: 200, appeal: 1000, answer: 500, banDays: 3650 } as const;

/** Formats a reason as a sentence. Some already end with punctuation. */
export const formatReason = (reason: string): string => (/[.!?…]$/.test(reason) ? reason : `${reason}.`);

const reasons: readonly { value: ReportReason; label: string }[] = FLAG_REASONS.map((value) => ({
  value,
  label: FLAG_REASON_LABELS[value]!,
}));
/** Options of a report form. */
export const REPORT_TERMS = { reasons, reason: DEFAULT_REPORT.reason, maxLength: LIMITS.details };

/** Surfaces that a ban can close; `all` closes every one and removes the profile from the directory. */
export const BAN_SCOPE_LABELS = {
  all: 'Everything',
  listing: 'Creating listings',
  applying: 'Applying to listings',
  matching: 'Matches',
} as const;
export type BanScope = keyof typeof BAN_SCOPE_LABELS;
export const BAN_SCOPES = Object.keys(BAN_SCOPE_LABELS) as [BanScope, ...BanScope[]];

/** How a ban ended: lifted early by a moderator or a granted appeal, or expired. */
export type BanEnding = 'lifted' | 'ran_out';
