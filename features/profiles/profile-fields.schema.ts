import {
  COMPETITIVE_LEVELS,
  HANDLES,
  HANDS,
  LANGUAGES,
  LIMITS,
  PLATFORMS,
  PLAYSTYLES,
  POSITIONS,
  REGIONS,
  type WEEK_DAYS,
} from './game.schema.ts';
import type { StepKey } from './onboarding-steps.schema.ts';

/**
 * What a field holds. A name is always present; text and numbers may be null. `invalid` is the error for any other
 * value; `own` means that profile-form.schema.ts has the rule. `initial` is what a new profile holds, unless it's empty.
 */
export type FieldValue = { initial?: string | boolean | readonly string[] } & (
  | { kind: 'number' | 'decimal'; between: readonly [number, number]; invalid: string }
  | { kind: 'text'; options: readonly [string, ...string[]]; invalid: string }
  | { kind: 'text'; longest: number; invalid: string }
  | { kind: 'words'; options: readonly [string, ...string[]]; initial?: readonly string[]; invalid: string }
  | { kind: 'words'; most: number; noun: string }
  | { kind: 'switch'; initial: boolean; invalid: string }
  | { kind: 'name' | 'text' | 'words' | 'hours'; own: true }
);

/**
 * The fields that owners fill in. Plain data, because public pages read it and must not ship a validator to phones. The
 * columns, wire formats, accepted input, form, public profile, card, matcher's row and seeded sample derive from this
 * table or are checked against it, so a missing part doesn't compile or fails a test.
 */
export type FieldFacts = {
  value: FieldValue;
  form: {
    /** The onboarding step that asks for it. */
    step: StepKey;
    label: string;
    hint?: string;
    placeholder?: string;
    suggestions?: readonly string[];
    /** The error its step shows while it's blank. */
    missing?: string;
    /** The mark beside the label: `required` if blank is an error, else `optional`, unless said otherwise. */
    mark?: 'required' | 'none';
    /** Asked in the part that can wait, this wide. */
    later?: 'third' | 'half' | 'full';
  };
  shown: {
    /** Everyone, those the owner chose for this handle, or the owner alone. */
    to: 'everyone' | 'by-choice' | 'owner';
    /** The list of the public profile that shows it, if it has no place of its own there. */
    part?: 'build' | 'play' | 'setup';
    /** Its label in that list, unless it's the form's. */
    as?: string;
    /** After the value, without the s after a 1. */
    unit?: string;
    /** Also shown on the directory card, or only sent along with it. */
    card?: 'shown' | 'sent';
    /** Required to publish, so a public profile always has it. */
    always?: true;
  };
  /**
   * Either read by the engine or a hard preference. Players who set a preference only play with those who set the same
   * value or left it open. The engine reads preferences generically.
   */
  matched?: 'engine' | 'wish';
  /** Seeded players keep the column's default. */
  seeded?: false;
};

const ARCHETYPE = {
  kind: 'text',
  longest: LIMITS.tag,
  invalid: `Keep the archetype to ${LIMITS.tag} characters or fewer.`,
} as const;

/** In the order the form asks for them. */
const PROFILE_FIELDS = {
  display_name: {
    value: { kind: 'name', own: true },
    form: { step: 'basics', label: 'Display name', hint: 'Everyone sees this.', missing: 'Enter your display name.' },
    shown: { to: 'everyone', card: 'shown' },
  },
  email: {
    value: { kind: 'text', own: true },
    form: {
      step: 'basics',
      label: 'Email',
      hint: 'For match notifications. Never shown to others. If it’s not your account’s email, we’ll use it once you confirm it.',
      missing: 'Enter your email address.',
    },
    shown: { to: 'owner' },
  },
  region: {
    value: {
      kind: 'text',
      options: REGIONS,
      invalid: 'Choose a region: NA-East, NA-West, EU, Asia, SA, Oceania or Other.',
    },
    form: {
      step: 'basics',
      label: 'Region',
      hint: 'We build squads where the ping is good.',
      placeholder: 'Choose a region',
      missing: 'Choose your region.',
    },
    shown: { to: 'everyone', part: 'setup', card: 'shown', always: true },
    matched: 'engine',
  },
  timezone: {
    value: { kind: 'text', own: true },
    form: { step: 'basics', label: 'Timezone', placeholder: 'Choose a time zone', missing: 'Choose your time zone.' },
    shown: { to: 'everyone', part: 'setup', always: true },
    matched: 'engine',
  },
  languages: {
    value: { kind: 'words', own: true },
    form: {
      step: 'basics',
      label: 'Languages',
      hint: 'Required for matching. Everyone in a squad needs one in common. Put your best first, separated by commas.',
      placeholder: 'English, Spanish',
      suggestions: LANGUAGES,
      mark: 'none',
    },
    shown: { to: 'everyone', part: 'play' },
    matched: 'engine',
  },
  platform: {
    value: {
      kind: 'text',
      options: PLATFORMS,
      initial: 'PS5',
      invalid: 'Choose a platform: PS5, Xbox Series, PC, Switch or Other.',
    },
    form: { step: 'position', label: 'Platform', placeholder: 'Choose a platform', mark: 'required' },
    shown: { to: 'everyone', card: 'shown', always: true },
    matched: 'engine',
  },
  crossplay: {
    value: { kind: 'switch', initial: true, invalid: 'Choose yes or no for crossplay.' },
    form: { step: 'position', label: 'Crossplay', hint: 'Match me with players on other platforms, too.' },
    shown: { to: 'everyone', part: 'setup', card: 'sent' },
    matched: 'engine',
  },
  role: {
    value: { kind: 'text', options: POSITIONS, initial: 'PG', invalid: 'Choose a role: PG, SG, SF, PF or C.' },
    form: { step: 'position', label: 'Role', mark: 'required' },
    shown: { to: 'everyone', card: 'shown', always: true },
    matched: 'engine',
  },
  flex_positions: {
    value: { kind: 'words', options: POSITIONS, invalid: 'Choose positions from PG, SG, SF, PF and C.' },
    form: { step: 'position', label: 'Flex positions', hint: 'Other positions you play. You’ll fit many more squads.' },
    shown: { to: 'everyone', card: 'shown' },
    matched: 'engine',
  },
  height_in: {
    value: {
      kind: 'number',
      between: LIMITS.heightIn,
      invalid: 'Enter a height from 4 feet (48 inches) to 8 feet (96 inches).',
    },
    form: { step: 'position', label: 'Height', placeholder: 'Choose a height', later: 'third' },
    shown: { to: 'everyone', part: 'build' },
  },
  weight_lb: {
    value: { kind: 'number', between: [80, 400], invalid: 'Enter a weight from 80 to 400 lbs.' },
    form: { step: 'position', label: 'Weight in lbs', later: 'third' },
    shown: { to: 'everyone', part: 'build', as: 'Weight', unit: 'lbs' },
  },
  hand: {
    value: { kind: 'text', options: HANDS, invalid: 'Choose Right or Left.' },
    form: { step: 'position', label: 'Hand', placeholder: 'Choose a hand', later: 'third' },
    shown: { to: 'everyone', part: 'build' },
  },
  archetype_primary: {
    value: ARCHETYPE,
    form: { step: 'position', label: 'Primary archetype', placeholder: 'Playmaking Shot Creator', later: 'half' },
    shown: { to: 'everyone', part: 'build', as: 'Archetypes' },
    matched: 'engine',
  },
  archetype_secondary: {
    value: ARCHETYPE,
    form: { step: 'position', label: 'Secondary archetype', placeholder: 'Perimeter Lockdown', later: 'half' },
    shown: { to: 'everyone' },
    matched: 'engine',
  },
  modes: {
    value: { kind: 'words', own: true, initial: ['Park/City'] },
    form: {
      step: 'game',
      label: 'Modes',
      hint: 'Separate with commas. Squads need one mode in common.',
      placeholder: 'Rec, Park/City',
      mark: 'required',
    },
    shown: { to: 'everyone', part: 'play', card: 'shown' },
    matched: 'engine',
  },
  playstyle: {
    value: { kind: 'words', most: LIMITS.playstyle, noun: 'playstyle' },
    form: {
      step: 'game',
      label: 'Playstyle',
      hint: 'In your own words, separated by commas.',
      placeholder: 'Pass first, On-ball defense',
      suggestions: PLAYSTYLES,
      later: 'full',
    },
    shown: { to: 'everyone', part: 'play' },
    matched: 'engine',
  },
  overall_rating: {
    value: { kind: 'number', between: [25, 99], invalid: 'Enter an overall rating from 25 to 99.' },
    form: { step: 'game', label: 'Overall rating', placeholder: '85' },
    shown: { to: 'everyone', card: 'shown' },
    matched: 'engine',
  },
  win_percentage: {
    value: { kind: 'decimal', between: [0, 100], invalid: 'Enter a win % from 0 to 100.' },
    form: { step: 'game', label: 'Win %', placeholder: '52.5', later: 'half' },
    shown: { to: 'everyone' },
  },
  experience_years: {
    value: { kind: 'number', between: [0, 40], invalid: 'Enter 0 to 40 years of experience.' },
    form: { step: 'game', label: 'Years of experience', placeholder: '3', later: 'half' },
    shown: { to: 'everyone', part: 'setup', as: 'Experience', unit: 'years' },
  },
  competitive_level: {
    value: { kind: 'text', options: COMPETITIVE_LEVELS, invalid: 'Choose casual, competitive or elite.' },
    form: { step: 'game', label: 'Competitive level' },
    shown: { to: 'everyone', card: 'sent' },
    matched: 'engine',
  },
  availability: {
    value: { kind: 'hours', own: true },
    form: {
      step: 'hours',
      label: 'When can you play?',
      hint: 'In your local time, past midnight too. Squads need two shared hours a week. More is better.',
      mark: 'none',
    },
    shown: { to: 'owner' },
    matched: 'engine',
  },
  mic: {
    value: { kind: 'switch', initial: true, invalid: 'Choose a mic option: yes or no.' },
    form: { step: 'contact', label: 'Mic', hint: 'I talk on the mic while we play.' },
    shown: { to: 'everyone', part: 'setup', card: 'shown' },
    matched: 'engine',
  },
  psn: {
    value: { kind: 'text', own: true },
    form: { step: 'contact', label: 'PSN ID' },
    shown: { to: 'by-choice' },
  },
  xbox: {
    value: { kind: 'text', own: true },
    form: { step: 'contact', label: 'Xbox gamertag' },
    shown: { to: 'by-choice' },
  },
  discord: {
    value: { kind: 'text', own: true },
    form: { step: 'contact', label: 'Discord username' },
    shown: { to: 'by-choice', card: 'sent' },
  },
  twitter: {
    value: { kind: 'text', own: true },
    form: { step: 'contact', label: 'X handle' },
    shown: { to: 'by-choice' },
  },
  public_handles: {
    value: {
      kind: 'words',
      options: HANDLES,
      initial: ['twitch'],
      invalid: 'Choose handles from twitch, discord, twitter, psn and xbox.',
    },
    form: {
      step: 'contact',
      label: 'Show on my public profile',
      hint: 'We only show the others to members of a match that everyone accepted.',
      mark: 'none',
    },
    shown: { to: 'owner' },
  },
  phone: {
    value: { kind: 'text', own: true },
    form: {
      step: 'contact',
      label: 'Phone',
      hint: "Include the country code. Never shown to others. We'll use it once you confirm it.",
      placeholder: '+1 212 555 0100',
    },
    shown: { to: 'owner' },
    seeded: false,
  },
  preferred_contact: {
    value: { kind: 'name', own: true, initial: 'email' },
    form: { step: 'contact', label: 'Reach me by', mark: 'none' },
    shown: { to: 'owner' },
    seeded: false,
  },
  allow_contact: {
    value: { kind: 'switch', initial: true, invalid: 'Choose yes or no for allowing contact.' },
    form: {
      step: 'contact',
      label: 'Allow contact',
      hint: 'Players I match with can contact me. Required to publish.',
    },
    shown: { to: 'owner' },
    seeded: false,
  },
  consent_comms: {
    value: { kind: 'switch', initial: true, invalid: 'Choose yes or no for notifications.' },
    form: {
      step: 'contact',
      label: 'Send me notifications',
      hint: 'Matches and answers, sent the way you chose above. You can turn this off anytime.',
    },
    shown: { to: 'owner' },
    seeded: false,
  },
  bio: {
    value: { kind: 'name', own: true },
    form: { step: 'publish', label: 'About you', hint: 'What kind of run are you looking for? Who should join you?' },
    shown: { to: 'everyone' },
  },
} as const satisfies Record<string, FieldFacts>;

type Fields = typeof PROFILE_FIELDS;
export type FieldName = keyof Fields;
type FieldWith<Facts> = { [Name in FieldName]: Fields[Name] extends Facts ? Name : never }[FieldName];

export type NumberField = FieldWith<{ value: { kind: 'number' | 'decimal' } }>;
export type OwnRuleField = FieldWith<{ value: { own: true } }>;
export type PublicField = FieldWith<{ shown: { to: 'everyone' | 'by-choice' } }>;
export type CardField = FieldWith<{ shown: { card: 'shown' | 'sent' } }>;
export type ShownOnCard = FieldWith<{ shown: { card: 'shown' } }>;
export type EngineField = FieldWith<{ matched: 'engine' }>;
export type WishField = FieldWith<{ matched: 'wish'; value: { kind: 'text' } }>;
export type UnseededField = FieldWith<{ seeded: false }>;

/** A weekly availability window as stored, in the owner's own wall-clock time. */
type Hours = { days: (typeof WEEK_DAYS)[number][]; start: string; end: string };
type StoredKinds = {
  name: string;
  text: string | null;
  number: number | null;
  decimal: number | null;
  words: string[];
  switch: boolean;
  hours: Hours[];
};
export type FieldKind = keyof StoredKinds;
export type KindOf<Name extends FieldName> = Fields[Name]['value']['kind'];
/** A field's kind on a published profile: text that publishing requires is never null. */
export type PublishedKindOf<Name extends FieldName> = Fields[Name] extends { shown: { always: true } }
  ? 'name'
  : KindOf<Name>;

export type StoredFields = { [Name in FieldName]: StoredKinds[KindOf<Name>] };
/** The fields as the form accepts them: only the choices of a field that has some. */
export type AcceptedFields = {
  [Name in FieldName]: Fields[Name]['value'] extends { kind: infer Kind; options: readonly (infer Choice)[] }
    ? Kind extends 'words'
      ? Choice[]
      : Choice | null
    : StoredFields[Name];
};
/** The fields of a published profile, with everything required to publish present. */
export type PublishedFields = { [Name in FieldName]: StoredKinds[PublishedKindOf<Name>] };

export const FIELD_NAMES = Object.keys(PROFILE_FIELDS) as FieldName[];

/** Returns the table's entry for any field. */
export const getFieldFacts = (name: FieldName): FieldFacts => PROFILE_FIELDS[name];
export const kindOf = <Name extends FieldName>(name: Name) => getFieldFacts(name).value.kind as KindOf<Name>;
export const publishedKindOf = <Name extends FieldName>(name: Name) =>
  (getFieldFacts(name).shown.always ? 'name' : kindOf(name)) as PublishedKindOf<Name>;

const namesOf = <Name extends FieldName>(has: (facts: FieldFacts) => boolean) =>
  FIELD_NAMES.filter((name) => has(getFieldFacts(name))) as Name[];

export const CARD_FIELDS = namesOf<CardField>(({ shown }) => shown.card !== undefined);
export const PUBLIC_FIELDS = namesOf<PublicField>(({ shown }) => shown.to !== 'owner');
export const ENGINE_FIELDS = namesOf<EngineField>(({ matched }) => matched === 'engine');
export const WISH_FIELDS = namesOf<WishField>(({ matched }) => matched === 'wish');
export const SEEDED_FIELDS = namesOf<Exclude<FieldName, UnseededField>>(({ seeded }) => seeded !== false);

/** Returns the fields that a step asks for. */
export const listFieldsOfStep = (step: StepKey) => FIELD_NAMES.filter((name) => getFieldFacts(name).form.step === step);

/** Builds an object with an entry for each of these fields, so none can be forgotten. */
export function mapFields<Name extends FieldName, Value extends Record<Name, unknown>>(
  names: readonly Name[],
  of: (name: Name) => Value[Name],
): { [Key in Name]: Value[Key] } {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as { [Key in Name]: Value[Key] };
}
