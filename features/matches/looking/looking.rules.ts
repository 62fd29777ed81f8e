import type { LookingChoice } from '../../profiles/game.schema.ts';

/** Returns whether a user is looking for a kind of squad, given their choice and whether they have one. */
export const isLookingFor = (choice: LookingChoice, hasOne: boolean): boolean =>
  choice === 'always' || (choice === 'until_found' && !hasOne);

/**
 * Returns the choice that starts or stops the search for a kind of squad. Prefers `until_found` if it has that effect.
 */
export function toLookingChoice(isLooking: boolean, hasOne: boolean): LookingChoice {
  if (isLooking) return hasOne ? 'always' : 'until_found';
  return hasOne ? 'until_found' : 'never';
}
