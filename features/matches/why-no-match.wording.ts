/** Formats how many runs found nobody for them, in words that don't blame anyone. */
export function formatWait(runs: number): string | null {
  if (runs < 1) return null;
  const times = runs === 1 ? 'once' : `${runs} times`;
  return `We have looked for you ${times}: the longer you wait, the earlier you are placed.`;
}

export const UNPUBLISHED = 'Your profile is not in the directory, and the matcher takes published profiles only.';
export const BANNED = 'You are banned from matching at the moment.';
export const NOT_YET = 'We have not looked for you yet: you are in from the next time squads are put together.';
export const NEXT_RUN = 'Your last proposal has ended. You are looked at again the next time squads are put together.';
export const PROPOSAL_ENDED =
  'Your last proposal ended because not everybody could make it. You are looking again, ahead of newcomers.';
export const LOOKING =
  'Your profile is public, and we are looking for players who fit you right now. It takes a few seconds.';
export const POSTPONED =
  'Your profile is public. You have published it several times today, so we do not look for players at once again: you are looked at the next time squads are put together.';
