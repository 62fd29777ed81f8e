import type { ProfileFormInput } from './profile-form.schema.ts';
import type { AvailabilityWindow, OwnProfile } from './profiles.schema.ts';

export const STEPS = ['Basics', 'Position', 'Game', 'Hours', 'Contact', 'Publish'] as const;

/** What the form holds while somebody types: text as typed, so that nothing is lost before it is valid. */
export type Draft = {
  display_name: string;
  email: string;
  region: string;
  timezone: string;
  languages: string[];
  platform: string;
  crossplay: boolean;
  role: string;
  flex_positions: string[];
  height_in: string;
  weight_lb: string;
  hand: string;
  archetype_primary: string;
  archetype_secondary: string;
  modes: string[];
  playstyle: string[];
  overall_rating: string;
  win_percentage: string;
  experience_years: string;
  competitive_level: string;
  availability: AvailabilityWindow[];
  mic: boolean;
  psn: string;
  xbox: string;
  discord: string;
  twitter: string;
  public_handles: string[];
  phone: string;
  preferred_contact: string;
  allow_contact: boolean;
  consent_comms: boolean;
  bio: string;
};

/** The step on which a field stands, so that a refusal of the server can lead to it. */
const FIELDS_OF_STEP: readonly (readonly (keyof Draft)[])[] = [
  ['display_name', 'email', 'region', 'timezone', 'languages'],
  [
    'platform',
    'crossplay',
    'role',
    'flex_positions',
    'height_in',
    'weight_lb',
    'hand',
    'archetype_primary',
    'archetype_secondary',
  ],
  ['modes', 'playstyle', 'overall_rating', 'win_percentage', 'experience_years', 'competitive_level'],
  ['availability'],
  [
    'mic',
    'psn',
    'xbox',
    'discord',
    'twitter',
    'public_handles',
    'phone',
    'preferred_contact',
    'allow_contact',
    'consent_comms',
  ],
  ['bio'],
];

/** Index of the step that holds a field; a path such as `availability.0.start` counts by its first part. */
export function stepOf(field: string): number {
  const [name] = field.split('.');
  return Math.max(
    0,
    FIELDS_OF_STEP.findIndex((fields) => fields.includes(name as keyof Draft)),
  );
}

const text = (value: string | number | null) => (value === null ? '' : String(value));

/** The saved profile as the form shows it. */
export function draftOf(profile: OwnProfile): Draft {
  return {
    display_name: profile.display_name,
    email: text(profile.email),
    region: text(profile.region),
    timezone: text(profile.timezone),
    languages: profile.languages,
    platform: text(profile.platform),
    crossplay: profile.crossplay,
    role: text(profile.role),
    flex_positions: profile.flex_positions,
    height_in: text(profile.height_in),
    weight_lb: text(profile.weight_lb),
    hand: text(profile.hand),
    archetype_primary: text(profile.archetype_primary),
    archetype_secondary: text(profile.archetype_secondary),
    modes: profile.modes,
    playstyle: profile.playstyle,
    overall_rating: text(profile.overall_rating),
    win_percentage: text(profile.win_percentage),
    experience_years: text(profile.experience_years),
    competitive_level: text(profile.competitive_level),
    availability: profile.availability,
    mic: profile.mic,
    psn: text(profile.psn),
    xbox: text(profile.xbox),
    discord: text(profile.discord),
    twitter: text(profile.twitter),
    public_handles: profile.public_handles,
    phone: text(profile.phone),
    preferred_contact: profile.preferred_contact,
    allow_contact: profile.allow_contact,
    consent_comms: profile.consent_comms,
    bio: profile.bio,
  };
}

const NUMBERS = ['height_in', 'weight_lb', 'overall_rating', 'win_percentage', 'experience_years'] as const;

/** A typed number: empty is none, and what is no number is sent as it is, so that the server can say so. */
function numberOf(typed: string): number | string | null {
  const trimmed = typed.trim().replace(',', '.').replace(/\s*%$/, '');
  if (trimmed === '') return null;
  const number = Number(trimmed);
  return Number.isNaN(number) ? typed : number;
}

/** The form as the API takes it; the schema on the server turns empty text into nothing. */
export function bodyOf(draft: Draft): ProfileFormInput {
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, numberOf(draft[name])]));
  return {
    ...draft,
    ...numbers,
    flex_positions: draft.flex_positions.filter((position) => position !== draft.role),
  } as unknown as ProfileFormInput;
}

export type Problem = { field: keyof Draft; message: string };

const REQUIRED: readonly Problem[] = [
  { field: 'display_name', message: 'Please enter your display name.' },
  { field: 'email', message: 'Please enter your e-mail address.' },
  { field: 'region', message: 'Please choose your region.' },
  { field: 'timezone', message: 'Please choose your time zone.' },
];

/** What the first step still needs before it is saved; the other steps ask for nothing. */
export function problemsOf(step: number, draft: Draft): Problem[] {
  return step === 0 ? REQUIRED.filter(({ field }) => String(draft[field]).trim() === '') : [];
}

/** What the browser keeps until a save succeeds: the form, the step, and the saved state that it started from. */
export type KeptDraft = { base: string; step: number; draft: Draft };

/** How a saved profile is recognised, so that a kept draft is not laid over something newer without asking. */
export const baseOf = (profile: OwnProfile): string => JSON.stringify(draftOf(profile));

/** The kept draft behind the text, or nothing when it is not one of ours (or of an older form). */
export function readKept(kept: string | null, profile: OwnProfile): KeptDraft | undefined {
  if (!kept) return undefined;
  try {
    const value = JSON.parse(kept) as KeptDraft;
    const fresh = draftOf(profile);
    const draft = { ...fresh, ...value.draft };
    const whole = Object.entries(fresh).every(([name, field]) => typeof draft[name as keyof Draft] === typeof field);
    return whole && typeof value.base === 'string'
      ? { base: value.base, step: Number(value.step) || 0, draft }
      : undefined;
  } catch {
    return undefined;
  }
}
