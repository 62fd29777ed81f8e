/**
 * Versions of the legal texts in force. Raise the number and the date whenever a text changes, and say what changed in
 * the text's list of changes (`content/pages.test.ts`). Accounts and orders keep the versions they accepted.
 */
export const legalVersions = { terms: 2, privacy: 2, refunds: 1 } as const;
/** Day on which the terms in force were published. */
export const termsDate = '2026-11-30';
