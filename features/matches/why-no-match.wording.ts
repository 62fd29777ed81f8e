/** Formats how many runs found nobody for a player, without blaming anyone. */
export function formatWait(runs: number): string | null {
  if (runs < 1) return null;
  const times = runs === 1 ? 'once' : `${runs} times`;
  return `We've looked for you ${times}. The longer you wait, the sooner we place you.`;
}

export const UNPUBLISHED = "Your profile isn't published. We only match published profiles.";
export const BANNED = "You're banned from matching right now.";
export const NOT_YET = "You're in the next matching round.";
export const NEXT_RUN = "Your last match has ended. You're in the next matching round.";
export const PROPOSAL_ENDED =
  "Your last match ended because not everyone could make it. You're looking again, ahead of newcomers.";
export const LOOKING = "Your profile is public. We're looking for players who fit you. It takes a few seconds.";
export const POSTPONED =
  "Your profile is public. You've published it several times today, so we won't search right away. You're in the next matching round.";
