import { toCanonicalZone } from '../../time/zone-names.ts';
// The game's vocabulary and the limits of a profile. Plain data, so that public pages don't load a validator.

export const PLATFORMS = ['PS5', 'Xbox Series', 'PC', 'Switch', 'Other'] as const;
export const POSITIONS = ['PG', 'SG', 'SF', 'PF', 'C'] as const;
export const REGIONS = ['NA-East', 'NA-West', 'EU', 'Asia', 'SA', 'Oceania', 'Other'] as const;
export const MODES = ['Pro-Am 5v5', 'Rec', 'Proving Ground', 'Park/City'] as const;
export const COMPETITIVE_LEVELS = ['casual', 'competitive', 'elite'] as const;
export const HANDS = ['Right', 'Left'] as const;
export const WEEK_DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
/** Contact methods. */
export const CONTACTS = ['email', 'phone', 'discord'] as const;
/**
 * How long we search for a group: until the player has one, even when they have one, or not at all. Set per group
 * format.
 */
export const LOOKING_CHOICES = ['until_found', 'always', 'never'] as const;
/** Handles an owner may make public, with the names of their services. */
export const HANDLE_LABELS = { twitch: 'Twitch', discord: 'Discord', twitter: 'X', psn: 'PSN', xbox: 'Xbox' } as const;

export type LookingChoice = (typeof LOOKING_CHOICES)[number];
export type Contact = (typeof CONTACTS)[number];
/**
 * Handles that a host uses to invite a player: the handle on the player's console or, without a console, the Discord
 * name.
 */
export const GAMERTAG_KINDS = ['psn', 'xbox', 'discord'] as const;
export type GamertagKind = (typeof GAMERTAG_KINDS)[number];

type Handle = keyof typeof HANDLE_LABELS;
export const HANDLES = Object.keys(HANDLE_LABELS) as [Handle, ...Handle[]];

export type Platform = (typeof PLATFORMS)[number];
export type Position = (typeof POSITIONS)[number];
export type Region = (typeof REGIONS)[number];
export type CompetitiveLevel = (typeof COMPETITIVE_LEVELS)[number];
export type Hand = (typeof HANDS)[number];

export const LIMITS = {
  displayName: 40,
  bio: 500,
  tag: 40,
  modes: 10,
  playstyle: 12,
  languages: 10,
  windows: 84,
  heightIn: [48, 96],
} as const;

/** Spellings that players use for game modes. Other modes are stored as typed. */
const MODE_WORDS = new Map<string, string>([
  ['park', 'Park/City'],
  ['city', 'Park/City'],
  ['the city', 'Park/City'],
  ['pro-am', 'Pro-Am 5v5'],
  ['pro am', 'Pro-Am 5v5'],
  ['proam', 'Pro-Am 5v5'],
  ['the rec', 'Rec'],
  ['pg', 'Proving Ground'],
  ...MODES.map((mode) => [mode.toLowerCase(), mode] as const),
]);

/** Returns the single spelling under which a mode is stored, compared and matched. */
export const toCanonicalMode = (modeName: string): string => MODE_WORDS.get(modeName.toLowerCase()) ?? modeName;

/** Returns whether the runtime knows this IANA time zone. */
export const isTimeZone = (zone: string): boolean => toCanonicalZone(zone) !== undefined && /^[A-Za-z]/.test(zone);

/** Suggestions; players can use their own words. */
export const PLAYSTYLES = [
  'Pass first',
  'Push the pace',
  'Pick and roll',
  'Spot up',
  'Catch and shoot',
  'Iso',
  'On-ball defense',
  'Help defense',
  'Sets screens',
  'Crashes the glass',
  'Protects the rim',
  'Calls plays',
  'Chill',
  'Vocal',
  'Try hard',
] as const;
