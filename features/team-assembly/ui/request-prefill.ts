import type { ReaderTimes } from '../../../time/reader-times.ts';
import type { WeekStart } from '../../../time/week-start.ts';
import { toCanonicalZone } from '../../../time/zone-names.ts';
import { countHours, formatWeekLines, parseWeekWindows } from '../../../web/ui/week-cells.ts';
import type { OwnProfile } from '../../profiles/profiles.schema.ts';
import { PROFILE_PLATFORM, PROFILE_REGION, TIER_RATINGS } from '../team-assembly.rules.ts';
import { AVAILABILITY_MAX } from '../team-choices.schema.ts';
import type { Draft } from './request-fields.tsx';

const findKey = (names: Record<string, string>, named: string | null) =>
  Object.keys(names).find((key) => names[key] === named) ?? '';

/** On a rating that two tiers share one plays in the higher. */
const getTier = (rating: number | null) =>
  Object.keys(TIER_RATINGS).findLast((tier) => rating !== null && TIER_RATINGS[tier]![0] <= rating) ?? '';

/**
 * What the buyer's profile says of the squad they ask for; empty where it does not say, or the concierge does not go.
 * The roles are left to them: who sits where in their own squad no profile knows.
 * @param reader in whose zone the hours of the form are
 */
export function prefillFromProfile(
  profile: OwnProfile,
  { zone, clock, weekStart }: ReaderTimes & { weekStart?: WeekStart },
): Partial<Draft> {
  // Hours of another clock than the form's would be other hours.
  const here = toCanonicalZone(profile.timezone ?? '') === toCanonicalZone(zone);
  const week = parseWeekWindows(here ? profile.availability : []);
  const hours = formatWeekLines(week, clock, weekStart).join('; ');
  return {
    tier: getTier(profile.overall_rating),
    region: findKey(PROFILE_REGION, profile.region),
    platform: findKey(PROFILE_PLATFORM, profile.platform),
    contact: profile.discord ?? profile.psn ?? '',
    ...(countHours(week) > 0 ? { week, availability: hours.length > AVAILABILITY_MAX ? '' : hours } : {}),
  };
}
