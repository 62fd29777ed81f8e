import { cleanLine, clipText, hasLetterOrDigit } from '../../text/clean-text.ts';
import { isReservedName } from '../../text/reserved-names.ts';
import { LIMITS } from './game.schema.ts';

/** Placeholder name until onboarding has asked for one. The email address is private, so it's never used. */
export const UNNAMED = 'Player';

/** Returns the first of the user's names on other services that we allow, or null if there's none. */
export function chooseInitialDisplayName(existingNames: readonly (string | null | undefined)[]): string | null {
  const names = existingNames.map((name) => clipText(cleanLine(name ?? ''), LIMITS.displayName));
  return names.find((name) => hasLetterOrDigit(name) && !isReservedName(name)) ?? null;
}

/** Returns whether we chose this name ourselves. Earlier versions made one up from the user's ID. */
export const isMadeUpName = (userId: string, name: string): boolean =>
  name === UNNAMED || name === `Rookie ${userId.slice(0, 4).toUpperCase()}`;
