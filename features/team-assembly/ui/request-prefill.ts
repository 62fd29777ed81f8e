import { english } from '../../../messages/lazy-text.ts';
import type { ReaderTimes } from '../../../time/reader-times.ts';
import type { WeekStart } from '../../../time/week-start.ts';
import { toCanonicalZone } from '../../../time/zone-names.ts';
import { countHours, formatWeekLines, parseWeekWindows } from '../../../web/ui/week-cells.ts';
import type { OwnProfile } from '../../profiles/profiles.schema.ts';
import { PROFILE_PLATFORM, PROFILE_REGION, TIER_RATINGS } from '../team-assembly.rules.ts';
import { AVAILABILITY_MAX } from '../team-choices.schema.ts';
import type { Draft } from './request-fields.tsx';

const findKey = (names: Record<string, string>, label: string | null) =>
  Object.keys(names).find((key) => names[key] === label) ?? '';

/** Returns a rating's tier, the higher one if there are two. */
const getTier = (rating: number | null) =>
  Object.keys(TIER_RATINGS).findLast((tier) => rating !== null && TIER_RATINGS[tier]![0] <= rating) ?? '';

/**
 * Prefills a request from the buyer's profile. Fields stay empty if the profile has no value or the concierge doesn't
 * offer it. The buyer chooses the roles, because a profile doesn't say who plays which position in their team.
 * @param reader the user whose time zone the form uses
 */
export function prefillFromProfile(
  profile: OwnProfile,
  { zone, clock, weekStart }: ReaderTimes & { weekStart?: WeekStart },
): Partial<Draft> {
  // Availability from another time zone would be the wrong hours here.
  const isLocalZone = toCanonicalZone(profile.timezone ?? '') === toCanonicalZone(zone);
  const week = parseWeekWindows(isLocalZone ? profile.availability : []);
  // In English, which the parser reads in every language.
  const hours = formatWeekLines(english, week, clock, weekStart).join('; ');
  return {
    tier: getTier(profile.overall_rating),
    region: findKey(PROFILE_REGION, profile.region),
    platform: findKey(PROFILE_PLATFORM, profile.platform),
    contact: profile.discord ?? profile.psn ?? '',
    ...(countHours(week) > 0 ? { week, availability: hours.length > AVAILABILITY_MAX ? '' : hours } : {}),
  };
}
