import { MATCH_NEEDS } from '../profiles/profiles.rules.ts';

type Found = {
  fitting: number;
  others: number;
  obstacle: string | null;
  /** A field that matching requires and the profile lacks. */
  missing: keyof typeof MATCH_NEEDS | null;
};

const INCOMPLETE = 'Choose your platform, role, region and time zone to see how many players would fit.';

/** Formats how many players would fit in one line. If there are none, it names the reason. */
export function formatFitCount(found: Found | null): string {
  if (!found) return INCOMPLETE;
  const { fitting, others, obstacle, missing } = found;
  if (others === 0) return "No one else is looking for a match yet. You'd be the first.";
  const players = `${others} ${others === 1 ? 'player' : 'players'} who ${others === 1 ? 'looks' : 'look'} for a match`;
  if (missing) {
    const { label, why } = MATCH_NEEDS[missing];
    return `None of ${players} would fit now. ${label}, because ${why}.`;
  }
  if (fitting === 0) return `None of ${players} would fit now. The most common reason: ${obstacle}.`;
  return `${fitting} of ${players} would fit you now.`;
}
