/**
 * Words that no listing may contain; the operator edits this list. Entries are lower case and match any part of the
 * normalized text, so keep them long enough not to match inside harmless words.
 */
export const blockedWords: readonly string[] = ['nigger', 'faggot', 'retard', 'kill yourself'];
