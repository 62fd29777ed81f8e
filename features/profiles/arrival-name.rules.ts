import { cleanLine, clipText, hasLetterOrDigit } from '../../text/clean-text.ts';
import { isReservedName } from '../../text/reserved-names.ts';
import { LIMITS } from './game.schema.ts';

/** Generates a name from the user ID, because email addresses are private. */
const createRookieName = (userId: string): string => `Rookie ${userId.slice(0, 4).toUpperCase()}`;

/** Returns the first of the user's names on other services that we allow, or a generated one. */
export function chooseInitialDisplayName(
  userId: string,
  existingNames: readonly (string | null | undefined)[],
): string {
  const names = existingNames.map((name) => clipText(cleanLine(name ?? ''), LIMITS.displayName));
  return names.find((name) => hasLetterOrDigit(name) && !isReservedName(name)) ?? createRookieName(userId);
}
