import type { Message } from '../../messages/message.ts';
import * as messages from './team-assembly.messages.ts';

// Options and text limits of the request form. They're in a separate file so that the form doesn't load the validation
// library.

export const TEAM_ROLES = ['PG', 'SG', 'Lock', 'PF', 'C'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];
/** Court position of each role. A lock plays small forward. */
export const ROLE_SPOTS = { PG: 'PG', SG: 'SG', Lock: 'SF', PF: 'PF', C: 'C' } as const;
/** The role that the API returns for a seat whose role the buyer left open, until someone is invited to it. */
export const ANY_ROLE = 'Our choice';
/** Maximum length of the availability text. */
export const AVAILABILITY_MAX = 500;
/** Skill tiers as the form names them. */
export const SKILL_TIERS = {
  beginner: messages.tierBeginner,
  intermediate: messages.tierIntermediate,
  advanced: messages.tierAdvanced,
  elite: messages.tierElite,
} as const satisfies Record<string, Message>;
export const TEAM_REGIONS = {
  'na-east': messages.regionNaEast,
  'na-west': messages.regionNaWest,
  eu: messages.regionEurope,
  asia: messages.regionAsia,
  oceania: messages.regionOceania,
} as const satisfies Record<string, Message>;
export const TEAM_PLATFORMS = { ps5: 'PS5', xbox: 'Xbox', pc: 'PC' } as const;
