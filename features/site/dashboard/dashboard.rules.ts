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

/** Percent of ten things that only the owner can fill in; a profile with nothing but defaults is at 0. */
export function profileComplete(profile: Filled | undefined): number {
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
