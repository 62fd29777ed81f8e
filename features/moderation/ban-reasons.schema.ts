// Why listings are reported, and the limits of what people write. Plain data, because pages show it.

export const FLAG_REASONS = ['inappropriate', 'harassment', 'spam', 'scam', 'fake', 'other'] as const;
export const FLAG_REASON_LABELS: Record<string, string> = {
  inappropriate: 'Inappropriate content',
  harassment: 'Harassment or hate',
  spam: 'Spam or advertising',
  scam: 'Scam or asking for money',
  fake: 'Not what it says it is',
  other: 'Something else',
  blocked_word: 'Blocked word',
};

export type ReportReason = (typeof FLAG_REASONS)[number];
/** What the Report button sends when the reporter adds nothing. */
export const DEFAULT_REPORT = { reason: 'inappropriate', details: 'User reported via LFG interface' } as const;

export const LIMITS = { details: 500, reason: 200, appeal: 1000, answer: 500, banDays: 3650 } as const;

/** A reason as a sentence: some who write one end it themselves. */
export const formatReason = (reason: string): string => (/[.!?…]$/.test(reason) ? reason : `${reason}.`);

const reasons: readonly { value: ReportReason; label: string }[] = FLAG_REASONS.map((value) => ({
  value,
  label: FLAG_REASON_LABELS[value]!,
}));
/** What a form of reports offers. */
export const REPORT_TERMS = { reasons, reason: DEFAULT_REPORT.reason, maxLength: LIMITS.details };

/** Doors that a ban can shut; `all` shuts every one and takes the profile out of the directory. */
export const BAN_SCOPES = ['listing', 'applying', 'matching', 'all'] as const;
export type BanScope = (typeof BAN_SCOPES)[number];
export const BAN_SCOPE_LABELS: Record<BanScope, string> = {
  all: 'Everything',
  listing: 'Creating listings',
  applying: 'Applying to listings',
  matching: 'Matches',
};

/** How a ban ended: before its time, by a moderator's own decision or by granting an appeal; or by itself. */
export type BanEnding = 'lifted' | 'ran_out';
