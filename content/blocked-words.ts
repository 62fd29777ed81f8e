/**
 * Words that no listing may hold. The operator edits this list. Entries are lower case and are looked
 * for as substrings of the normalised text, so keep them long enough not to sit inside harmless words.
 */
export const blockedWords: readonly string[] = ['nigger', 'faggot', 'retard', 'kill yourself'];
