import { isUntouched } from '../../profiles/profile-defaults.rules.ts';
import type { FieldName } from '../../profiles/profile-fields.schema.ts';
import type { FIRST_STEPS } from './dashboard.schema.ts';

type Filled = {
  published: boolean;
  region: string | null;
  languages: string[];
  playstyle: string[];
  archetype_primary: string | null;
  height_in: number | null;
  overall_rating: number | null;
  competitive_level: string | null;
  availability: unknown[];
  bio: string;
};

/**
 * Returns a profile's completion as a percentage: ten percent for each of nine fields that the owner has filled in, and
 * for being published.
 */
export function computeProfileCompletion(profile: Filled | undefined): number {
  if (!profile) return 0;
  const done = [
    profile.region,
    profile.languages.length,
    profile.playstyle.length,
    profile.archetype_primary,
    profile.height_in,
    profile.overall_rating,
    profile.competitive_level,
    profile.availability.length,
    profile.bio.trim(),
    profile.published,
  ].filter(Boolean).length;
  return done * 10;
}

type Reachable = { readonly [Name in FieldName]: unknown } & { availability: unknown[]; twitch_login: string | null };

/**
 * Lists the three things a player needs before they can be matched and contacted, and whether the profile has each one.
 * A new profile's default position counts as done once its owner has moved past that step.
 */
export function listFirstSteps(
  profile: Reachable | undefined,
): { step: (typeof FIRST_STEPS)[number]; done: boolean }[] {
  const handle = profile && [profile.twitch_login, profile.discord, profile.twitter, profile.psn, profile.xbox];
  return [
    { step: 'position', done: Boolean(profile?.role && !isUntouched(profile, 'role')) },
    { step: 'hours', done: (profile?.availability.length ?? 0) > 0 },
    { step: 'handle', done: handle?.some(Boolean) ?? false },
  ];
}

type Due = { thing: string; until: Date | null; since: Date };

/** Sorts by urgency: the nearest deadline first, then the longest waiting. */
export function compareByDeadline<Thing extends Due>(things: readonly Thing[]): Thing[] {
  const getDueTime = ({ until }: Due) => until?.getTime() ?? Number.POSITIVE_INFINITY;
  return things.toSorted((a, b) => {
    if (getDueTime(a) !== getDueTime(b)) return getDueTime(a) < getDueTime(b) ? -1 : 1;
    return a.since.getTime() - b.since.getTime() || (a.thing < b.thing ? -1 : 1);
  });
}
