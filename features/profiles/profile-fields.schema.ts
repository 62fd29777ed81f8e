import type { Message } from '../../messages/message.ts';
import {
  COMPETITIVE_LEVELS,
  HANDLES,
  HANDS,
  LIMITS,
  PLATFORMS,
  PLAYSTYLES,
  POSITIONS,
  REGIONS,
  type WEEK_DAYS,
} from './game.schema.ts';
import { HAND_LABELS, type Labels, LEVEL_LABELS, PLATFORM_LABELS, REGION_LABELS } from './game-labels.schema.ts';
import type { StepKey } from './onboarding-steps.schema.ts';
import * as messages from './profiles.messages.ts';

/**
 * Type of a field's value. Names are always present; text and numbers may be null. `invalid` is the error for any other
 * value; `own` marks fields with a rule in profile-form.schema.ts. `initial` is a new profile's value if not empty.
 */
export type FieldValue = { initial?: string | boolean | readonly string[] } & (
  | { kind: 'number' | 'decimal'; between: readonly [number, number]; invalid: Message }
  | { kind: 'text'; options: readonly [string, ...string[]]; labels?: Labels; invalid: Message }
  | { kind: 'text'; longest: number; tooLong: Message<{ max: number }> }
  | { kind: 'words'; options: readonly [string, ...string[]]; initial?: readonly string[]; invalid: Message }
  | { kind: 'words'; most: number; tooLong: Message<{ max: number }>; tooMany: Message<{ max: number }> }
  | { kind: 'switch'; initial: boolean; invalid: Message }
  | { kind: 'name' | 'text' | 'words' | 'hours'; own: true }
);

/**
 * A profile field that owners fill in. Plain data, so that public pages don't load a validator. The columns, wire
 * formats, accepted input, form, public profile, card, matcher's row and seeded sample derive from this table or are
 * checked against it, so a missing part doesn't compile or fails a test.
 */
export type FieldFacts = {
  value: FieldValue;
  form: {
    /** Onboarding step that asks for the field. */
    step: StepKey;
    label: Message;
    hint?: Message;
    placeholder?: Message;
    suggestions?: readonly string[];
    /** Error on the step while the field is blank. */
    missing?: Message;
    /** Mark beside the label. The default is `required` if the field may not be blank, otherwise `optional`. */
    mark?: 'required' | 'none';
    /** Width among the fields that can be filled in later, if the field is one of them. */
    later?: 'third' | 'half' | 'full';
  };
  shown: {
    /** Who sees it: everyone, everyone if the owner allows it, or only the owner. */
    to: 'everyone' | 'by-choice' | 'owner';
    /** List of the public profile that shows it, unless it's shown elsewhere. */
    part?: 'build' | 'play' | 'setup';
    /** Label in that list, if it differs from the form's. */
    as?: Message;
    /** Text that adds the unit to a number; a number without it is shown alone. */
    unit?: Message<{ value: number }>;
    /** `shown`: also shown on the directory card. `sent`: sent along with the card but not shown. */
    card?: 'shown' | 'sent';
    /** Whether publishing requires the field, so every public profile has it. */
    always?: true;
  };
  /**
   * How matching uses it. `engine`: the engine reads it. `wish`: a hard preference; players who set it only play with
   * those who set the same value or left it open. The engine handles all wishes the same way.
   */
  matched?: 'engine' | 'wish';
  /** False if seeded players keep the column's default. */
  seeded?: false;
};

const ARCHETYPE = {
  kind: 'text',
  longest: LIMITS.tag,
  tooLong: messages.archetypeTooLong,
} as const;

/** Fields in the order the form asks for them. */
const PROFILE_FIELDS = {
  display_name: {
    value: { kind: 'name', own: true },
    form: {
      step: 'basics',
      label: messages.displayNameLabel,
      hint: messages.displayNameHint,
      missing: messages.displayNameMissing,
    },
    shown: { to: 'everyone', card: 'shown' },
  },
  email: {
    value: { kind: 'text', own: true },
    form: {
      step: 'basics',
      label: messages.emailLabel,
      hint: messages.emailHint,
      missing: messages.emailMissing,
    },
    shown: { to: 'owner' },
  },
  region: {
    value: {
      kind: 'text',
      options: REGIONS,
      labels: REGION_LABELS,
      invalid: messages.regionInvalid,
    },
    form: {
      step: 'basics',
      label: messages.regionLabel,
      hint: messages.regionHint,
      placeholder: messages.regionPlaceholder,
      missing: messages.regionMissing,
    },
    shown: { to: 'everyone', part: 'setup', card: 'shown', always: true },
    matched: 'engine',
  },
  timezone: {
    value: { kind: 'text', own: true },
    form: {
      step: 'basics',
      label: messages.timezoneLabel,
      placeholder: messages.timezonePlaceholder,
      missing: messages.timezoneMissing,
    },
    shown: { to: 'everyone', part: 'setup', always: true },
    matched: 'engine',
  },
  languages: {
    value: { kind: 'words', own: true },
    form: {
      step: 'basics',
      label: messages.languagesLabel,
      hint: messages.languagesHint,
      placeholder: messages.languagesPlaceholder,
      mark: 'none',
    },
    shown: { to: 'everyone', part: 'play' },
    matched: 'engine',
  },
  platform: {
    value: {
      kind: 'text',
      options: PLATFORMS,
      labels: PLATFORM_LABELS,
      initial: 'PS5',
      invalid: messages.platformInvalid,
    },
    form: {
      step: 'position',
      label: messages.platformLabel,
      placeholder: messages.platformPlaceholder,
      missing: messages.platformMissing,
    },
    shown: { to: 'everyone', card: 'shown', always: true },
    matched: 'engine',
  },
  crossplay: {
    value: { kind: 'switch', initial: true, invalid: messages.crossplayInvalid },
    form: { step: 'position', label: messages.crossplayLabel, hint: messages.crossplayHint },
    shown: { to: 'everyone', part: 'setup', card: 'sent' },
    matched: 'engine',
  },
  role: {
    value: { kind: 'text', options: POSITIONS, initial: 'PG', invalid: messages.roleInvalid },
    form: { step: 'position', label: messages.roleLabel, missing: messages.roleMissing },
    shown: { to: 'everyone', card: 'shown', always: true },
    matched: 'engine',
  },
  flex_positions: {
    value: { kind: 'words', options: POSITIONS, invalid: messages.flexPositionsInvalid },
    form: { step: 'position', label: messages.flexPositionsLabel, hint: messages.flexPositionsHint },
    shown: { to: 'everyone', card: 'shown' },
    matched: 'engine',
  },
  height_in: {
    value: {
      kind: 'number',
      between: LIMITS.heightIn,
      invalid: messages.heightInvalid,
    },
    form: { step: 'position', label: messages.heightLabel, placeholder: messages.heightPlaceholder, later: 'third' },
    shown: { to: 'everyone', part: 'build' },
  },
  weight_lb: {
    value: { kind: 'number', between: [80, 400], invalid: messages.weightInvalid },
    form: { step: 'position', label: messages.weightLabel, later: 'third' },
    shown: { to: 'everyone', part: 'build', as: messages.weightShown },
  },
  hand: {
    value: { kind: 'text', options: HANDS, labels: HAND_LABELS, invalid: messages.handInvalid },
    form: { step: 'position', label: messages.handLabel, placeholder: messages.handPlaceholder, later: 'third' },
    shown: { to: 'everyone', part: 'build' },
  },
  archetype_primary: {
    value: ARCHETYPE,
    form: {
      step: 'position',
      label: messages.primaryArchetypeLabel,
      placeholder: messages.primaryArchetypePlaceholder,
      later: 'half',
    },
    shown: { to: 'everyone', part: 'build', as: messages.archetypesShown },
    matched: 'engine',
  },
  archetype_secondary: {
    value: ARCHETYPE,
    form: {
      step: 'position',
      label: messages.secondaryArchetypeLabel,
      placeholder: messages.secondaryArchetypePlaceholder,
      later: 'half',
    },
    shown: { to: 'everyone' },
    matched: 'engine',
  },
  modes: {
    value: { kind: 'words', own: true, initial: ['Park/City'] },
    form: {
      step: 'game',
      label: messages.modesLabel,
      hint: messages.modesHint,
      placeholder: messages.modesPlaceholder,
      mark: 'required',
    },
    shown: { to: 'everyone', part: 'play', card: 'shown' },
    matched: 'engine',
  },
  playstyle: {
    value: {
      kind: 'words',
      most: LIMITS.playstyle,
      tooLong: messages.playstyleTooLong,
      tooMany: messages.tooManyPlaystyles,
    },
    form: {
      step: 'game',
      label: messages.playstyleLabel,
      hint: messages.playstyleHint,
      placeholder: messages.playstylePlaceholder,
      suggestions: PLAYSTYLES,
      later: 'full',
    },
    shown: { to: 'everyone', part: 'play' },
    matched: 'engine',
  },
  overall_rating: {
    value: { kind: 'number', between: [25, 99], invalid: messages.ratingInvalid },
    form: { step: 'game', label: messages.ratingLabel, placeholder: messages.ratingPlaceholder },
    shown: { to: 'everyone', card: 'shown' },
    matched: 'engine',
  },
  win_percentage: {
    value: { kind: 'decimal', between: [0, 100], invalid: messages.winPercentageInvalid },
    form: {
      step: 'game',
      label: messages.winPercentageLabel,
      placeholder: messages.winPercentagePlaceholder,
      later: 'half',
    },
    shown: { to: 'everyone' },
  },
  experience_years: {
    value: { kind: 'number', between: [0, 40], invalid: messages.experienceInvalid },
    form: { step: 'game', label: messages.experienceLabel, placeholder: messages.experiencePlaceholder, later: 'half' },
    shown: { to: 'everyone', part: 'setup', as: messages.experienceShown, unit: messages.experience },
  },
  competitive_level: {
    value: { kind: 'text', options: COMPETITIVE_LEVELS, labels: LEVEL_LABELS, invalid: messages.levelInvalid },
    form: { step: 'game', label: messages.levelLabel },
    shown: { to: 'everyone', card: 'sent' },
    matched: 'engine',
  },
  availability: {
    value: { kind: 'hours', own: true },
    form: {
      step: 'hours',
      label: messages.availabilityLabel,
      mark: 'none',
    },
    shown: { to: 'owner' },
    matched: 'engine',
  },
  mic: {
    value: { kind: 'switch', initial: true, invalid: messages.micInvalid },
    form: { step: 'contact', label: messages.micLabel, hint: messages.micHint },
    shown: { to: 'everyone', part: 'setup', card: 'shown' },
    matched: 'engine',
  },
  psn: {
    value: { kind: 'text', own: true },
    form: { step: 'position', label: messages.psnLabel, hint: messages.gamertagHint, mark: 'none' },
    shown: { to: 'by-choice' },
  },
  xbox: {
    value: { kind: 'text', own: true },
    form: { step: 'position', label: messages.xboxLabel, hint: messages.gamertagHint, mark: 'none' },
    shown: { to: 'by-choice' },
  },
  discord: {
    value: { kind: 'text', own: true },
    form: { step: 'contact', label: messages.discordLabel },
    shown: { to: 'by-choice', card: 'sent' },
  },
  twitter: {
    value: { kind: 'text', own: true },
    form: { step: 'contact', label: messages.twitterLabel },
    shown: { to: 'by-choice' },
  },
  public_handles: {
    value: {
      kind: 'words',
      options: HANDLES,
      initial: ['twitch'],
      invalid: messages.publicHandlesInvalid,
    },
    form: {
      step: 'contact',
      label: messages.publicHandlesLabel,
      hint: messages.publicHandlesHint,
      mark: 'none',
    },
    shown: { to: 'owner' },
  },
  phone: {
    value: { kind: 'text', own: true },
    form: {
      step: 'contact',
      label: messages.phoneLabel,
      hint: messages.phoneHint,
      placeholder: messages.phonePlaceholder,
    },
    shown: { to: 'owner' },
    seeded: false,
  },
  preferred_contact: {
    value: { kind: 'name', own: true, initial: 'email' },
    form: { step: 'contact', label: messages.preferredContactLabel, mark: 'none' },
    shown: { to: 'owner' },
    seeded: false,
  },
  allow_contact: {
    value: { kind: 'switch', initial: true, invalid: messages.allowContactInvalid },
    form: {
      step: 'contact',
      label: messages.allowContactLabel,
      hint: messages.allowContactHint,
    },
    shown: { to: 'owner' },
    seeded: false,
  },
  consent_comms: {
    value: { kind: 'switch', initial: true, invalid: messages.notificationsInvalid },
    form: {
      step: 'contact',
      label: messages.notificationsLabel,
      hint: messages.notificationsHint,
    },
    shown: { to: 'owner' },
    seeded: false,
  },
  bio: {
    value: { kind: 'name', own: true },
    form: { step: 'publish', label: messages.bioLabel, hint: messages.bioHint },
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
/** Fields as the form accepts them. Fields with options accept only those. */
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
export const getFieldKind = <Name extends FieldName>(name: Name) => getFieldFacts(name).value.kind as KindOf<Name>;
export const getPublishedKind = <Name extends FieldName>(name: Name) =>
  (getFieldFacts(name).shown.always ? 'name' : getFieldKind(name)) as PublishedKindOf<Name>;

const listNames = <Name extends FieldName>(has: (facts: FieldFacts) => boolean) =>
  FIELD_NAMES.filter((name) => has(getFieldFacts(name))) as Name[];

export const CARD_FIELDS = listNames<CardField>(({ shown }) => shown.card !== undefined);
export const PUBLIC_FIELDS = listNames<PublicField>(({ shown }) => shown.to !== 'owner');
export const ENGINE_FIELDS = listNames<EngineField>(({ matched }) => matched === 'engine');
export const WISH_FIELDS = listNames<WishField>(({ matched }) => matched === 'wish');
export const SEEDED_FIELDS = listNames<Exclude<FieldName, UnseededField>>(({ seeded }) => seeded !== false);

/** Returns the fields that a step asks for. */
export const listFieldsOfStep = (step: StepKey) => FIELD_NAMES.filter((name) => getFieldFacts(name).form.step === step);

/** Builds an object with an entry for each of these fields. */
export function mapFields<Name extends FieldName, Value extends Record<Name, unknown>>(
  names: readonly Name[],
  of: (name: Name) => Value[Name],
): { [Key in Name]: Value[Key] } {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as { [Key in Name]: Value[Key] };
}
