// Options and text limits of the request form. They're in a separate file so that the form doesn't load the validation
// library.

export const TEAM_ROLES = ['PG', 'SG', 'Lock', 'PF', 'C'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];
/** Label of a seat whose role the buyer left open, until someone is invited to it. */
export const ANY_ROLE = 'Our choice';
/** Maximum length of the availability text. */
export const AVAILABILITY_MAX = 500;
/** Skill tiers as the form names them. */
export const SKILL_TIERS = {
  beginner: 'Beginner (1-80)',
  intermediate: 'Intermediate (80-90)',
  advanced: 'Advanced (90-95)',
  elite: 'Elite (95+)',
} as const;
export const TEAM_REGIONS = {
  'na-east': 'NA East',
  'na-west': 'NA West',
  eu: 'Europe',
  asia: 'Asia',
  oceania: 'Oceania',
} as const;
export const TEAM_PLATFORMS = { ps5: 'PS5', xbox: 'Xbox', pc: 'PC' } as const;
