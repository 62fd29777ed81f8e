import type { WEEK_DAYS } from '../../profiles/game.schema.ts';
import { LIMITS } from '../../profiles/game.schema.ts';
import { isUntouched } from '../../profiles/profile-defaults.rules.ts';
import type { Draft } from '../../profiles/profile-form.rules.ts';
import type { CrewDna } from './crew-dna.schema.ts';

type Day = (typeof WEEK_DAYS)[number];
const WORK_DAYS: Day[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
const WEEKEND: Day[] = ['Sat', 'Sun'];

const HOURS: Record<CrewDna['schedule'][number], { days: Day[]; start: string; end: string }> = {
  'Weekday Mornings': { days: WORK_DAYS, start: '08:00', end: '12:00' },
  'Weekday Evenings': { days: WORK_DAYS, start: '19:00', end: '23:00' },
  'Weekend Days': { days: WEEKEND, start: '10:00', end: '18:00' },
  'Weekend Nights': { days: WEEKEND, start: '20:00', end: '00:00' },
};
const PLATFORMS = { ps: 'PS5', xbox: 'Xbox Series', pc: 'PC' } as const;
const LEVELS = { casual: 'casual', rep: 'competitive', comp: 'competitive' } as const;
const ZONES = {
  est: 'America/New_York',
  cst: 'America/Chicago',
  mst: 'America/Denver',
  pst: 'America/Los_Angeles',
  gmt: 'Europe/London',
  cet: 'Europe/Berlin',
} as const;
const ROLES = {
  scorer: 'Scorer',
  playmaker: 'Playmaker',
  defender: 'Defender',
  rebounder: 'Rebounder',
  sharpshooter: 'Sharpshooter',
} as const;

/** Converts "Define Your Crew DNA" answers to fields of the Protocol profile. */
function toProfileFields(dna: CrewDna): Partial<Draft> {
  // The Crew DNA's playstyle is free text, but the profile takes short tags, so use only the parts that fit.
  const tags = dna.playstyle.split(/[,;\n]/).map((tag) => tag.trim());
  return {
    role: dna.position.toUpperCase(),
    archetype_primary: ROLES[dna.roleType],
    playstyle: tags.filter((tag) => tag !== '' && tag.length <= LIMITS.tag).slice(0, LIMITS.playstyle),
    availability: dna.schedule.map((slot) => HOURS[slot]),
    region: dna.region,
    platform: PLATFORMS[dna.platform],
    competitive_level: LEVELS[dna.grindLevel],
    timezone: ZONES[dna.timezone],
    mic: dna.hasMic,
    bio: dna.goals,
  };
}

/** The time zone of every new account until its owner changes it. */
const UNKNOWN_ZONE = 'UTC';

/**
 * Fills empty fields of a Protocol profile draft from the Crew DNA and keeps what the player entered. The mic is never
 * turned off, because a missing answer doesn't mean that the player has no mic.
 * @param savedDraft the draft as its owner left it, without guessed values
 */
export function prefillProfile(
  draft: Draft,
  savedDraft: Draft,
  dna: CrewDna,
): { draft: Draft; filled: (keyof Draft)[] } {
  const fields = toProfileFields(dna);
  const isPrefillable = (name: keyof Draft) => {
    const value = savedDraft[name];
    if (name === 'timezone') return value === '' || value === UNKNOWN_ZONE;
    if (name === 'mic') return value === false && dna.hasMic;
    if (isUntouched(savedDraft, name)) return value !== fields[name];
    return typeof value !== 'boolean' && value.length === 0;
  };
  const fieldNames = (Object.keys(fields) as (keyof Draft)[]).filter(
    (name) =>
      isPrefillable(name) && (fields[name] as string | unknown[] | boolean) !== '' && String(fields[name]) !== '',
  );
  const prefilled = Object.fromEntries(fieldNames.map((name) => [name, fields[name]])) as Partial<Draft>;
  return { draft: { ...draft, ...prefilled }, filled: fieldNames };
}
