import type { LookingChoice } from '../../profiles/game.schema.ts';

/** Whether somebody looks for a kind of squad, by what they say and whether they have one. */
export const isLookingFor = (choice: LookingChoice, hasOne: boolean): boolean =>
  choice === 'always' || (choice === 'until_found' && !hasOne);

/** What a press has to say, so that somebody looks from now on, or does not: no more than it takes. */
export function toLookingChoice(looks: boolean, hasOne: boolean): LookingChoice {
  if (looks) return hasOne ? 'always' : 'until_found';
  return hasOne ? 'until_found' : 'never';
}
