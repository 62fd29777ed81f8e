// What the request offers to choose from, and how long its words may be. Apart from the checks, so that the form does not bring their library along.

export const TEAM_ROLES = ['PG', 'SG', 'Lock', 'PF', 'C'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];
/** What a seat is called that the buyer left to the engine, until somebody is asked for it. */
export const ANY_ROLE = 'Our choice';
/** Letters of the hours in words, at most. */
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
