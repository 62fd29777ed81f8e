/**
 * Words that no listing may contain. The operator edits this list. Entries are lower case and matched as substrings of
 * the normalized text, so keep them long enough that they don't match inside harmless words.
 */
export const blockedWords: readonly string[] = ['nigger', 'faggot', 'retard', 'kill yourself'];
