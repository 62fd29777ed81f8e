import { cleanLine, clipText, hasLetterOrDigit } from '../../text/clean-text.ts';
import { isReservedName } from '../../text/reserved-names.ts';
import { LIMITS } from './game.schema.ts';

/** Taken from the id, because an email address is nobody's business. */
const rookieName = (userId: string): string => `Rookie ${userId.slice(0, 4).toUpperCase()}`;

/** The first name from other services that this person could have chosen here, or one of our making. */
export function arrivalName(userId: string, known: readonly (string | null | undefined)[]): string {
  const names = known.map((name) => clipText(cleanLine(name ?? ''), LIMITS.displayName));
  return names.find((name) => hasLetterOrDigit(name) && !isReservedName(name)) ?? rookieName(userId);
}
