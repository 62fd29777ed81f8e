import type { WEEK_DAYS } from './game.schema.ts';
import type { StepKey } from './onboarding-steps.schema.ts';

/**
 * The fields that owners fill in, one line each. Plain data, because public pages read it and must not ship a validator
 * to phones. The draft, form, columns, public profile, card, the matcher's row and the seeded sample all follow this
 * table. Each derives from it or is checked against its keys, so a missing field doesn't compile.
 */
export type FieldFacts = {
  /** How it's stored: a name is always present, text and numbers may be null. */
  kind: 'name' | 'text' | 'number' | 'words' | 'switch' | 'hours';
  /** The onboarding step that asks for it. */
  step: StepKey;
  /** The error its step shows while it's blank. Without it the field is optional. */
  required?: string;
  /** Visible to everyone, only to those the owner chose for this handle, or to nobody else. */
  shown: 'everybody' | 'by-choice' | 'nobody';
  /** Also shown on the directory card, or only sent along with it. */
  card?: 'shown' | 'sent';
  /** Required to publish, so a public profile always has it. */
  published?: true;
  /**
   * Read by the engine, or a hard preference: players who set one only play with those who set the same or leave it
   * open. The engine reads preferences generically.
   */
  matched?: 'engine' | 'wish';
  /** Seeded players keep the column's default. */
  seeded?: false;
};

/** In the order in which the form asks. */
const PROFILE_FIELDS = {
  display_name: {
    kind: 'name',
    step: 'basics',
    required: 'Enter your display name.',
    shown: 'everybody',
    card: 'shown',
  },
  email: { kind: 'text', step: 'basics', required: 'Enter your email address.', shown: 'nobody' },
  region: {
    kind: 'text',
    step: 'basics',
    required: 'Choose your region.',
    shown: 'everybody',
    card: 'shown',
    published: true,
    matched: 'engine',
  },
  timezone: {
    kind: 'text',
    step: 'basics',
    required: 'Choose your time zone.',
    shown: 'everybody',
    published: true,
    matched: 'engine',
  },
  languages: { kind: 'words', step: 'basics', shown: 'everybody', matched: 'engine' },
  platform: { kind: 'text', step: 'position', shown: 'everybody', card: 'shown', published: true, matched: 'engine' },
  crossplay: { kind: 'switch', step: 'position', shown: 'everybody', card: 'sent', matched: 'engine' },
  role: { kind: 'text', step: 'position', shown: 'everybody', card: 'shown', published: true, matched: 'engine' },
  flex_positions: { kind: 'words', step: 'position', shown: 'everybody', card: 'shown', matched: 'engine' },
  height_in: { kind: 'number', step: 'position', shown: 'everybody' },
  weight_lb: { kind: 'number', step: 'position', shown: 'everybody' },
  hand: { kind: 'text', step: 'position', shown: 'everybody' },
  archetype_primary: { kind: 'text', step: 'position', shown: 'everybody', matched: 'engine' },
  archetype_secondary: { kind: 'text', step: 'position', shown: 'everybody', matched: 'engine' },
  modes: { kind: 'words', step: 'game', shown: 'everybody', card: 'shown', matched: 'engine' },
  playstyle: { kind: 'words', step: 'game', shown: 'everybody', matched: 'engine' },
  overall_rating: { kind: 'number', step: 'game', shown: 'everybody', card: 'shown', matched: 'engine' },
  win_percentage: { kind: 'number', step: 'game', shown: 'everybody' },
  experience_years: { kind: 'number', step: 'game', shown: 'everybody' },
  competitive_level: { kind: 'text', step: 'game', shown: 'everybody', card: 'sent', matched: 'engine' },
  availability: { kind: 'hours', step: 'hours', shown: 'nobody', matched: 'engine' },
  mic: { kind: 'switch', step: 'contact', shown: 'everybody', card: 'shown', matched: 'engine' },
  psn: { kind: 'text', step: 'contact', shown: 'by-choice' },
  xbox: { kind: 'text', step: 'contact', shown: 'by-choice' },
  discord: { kind: 'text', step: 'contact', shown: 'by-choice', card: 'sent' },
  twitter: { kind: 'text', step: 'contact', shown: 'by-choice' },
  public_handles: { kind: 'words', step: 'contact', shown: 'nobody' },
  phone: { kind: 'text', step: 'contact', shown: 'nobody', seeded: false },
  preferred_contact: { kind: 'name', step: 'contact', shown: 'nobody', seeded: false },
  allow_contact: { kind: 'switch', step: 'contact', shown: 'nobody', seeded: false },
  consent_comms: { kind: 'switch', step: 'contact', shown: 'nobody', seeded: false },
  bio: { kind: 'name', step: 'publish', shown: 'everybody' },
} as const satisfies Record<string, FieldFacts>;

type Fields = typeof PROFILE_FIELDS;
export type FieldName = keyof Fields;
type FieldWith<Facts> = { [Name in FieldName]: Fields[Name] extends Facts ? Name : never }[FieldName];

export type FieldOfStep<Key extends StepKey> = FieldWith<{ step: Key }>;
export type NumberField = FieldWith<{ kind: 'number' }>;
export type PublicField = FieldWith<{ shown: 'everybody' | 'by-choice' }>;
export type CardField = FieldWith<{ card: 'shown' | 'sent' }>;
export type ShownOnCard = FieldWith<{ card: 'shown' }>;
export type EngineField = FieldWith<{ matched: 'engine' }>;
export type WishField = FieldWith<{ matched: 'wish'; kind: 'text' }>;
export type UnseededField = FieldWith<{ seeded: false }>;

/** A weekly availability window as stored, in the owner's own wall-clock time. */
type Hours = { days: (typeof WEEK_DAYS)[number][]; start: string; end: string };
type StoredKinds = {
  name: string;
  text: string | null;
  number: number | null;
  words: string[];
  switch: boolean;
  hours: Hours[];
};

export type StoredFields = { [Name in FieldName]: StoredKinds[Fields[Name]['kind']] };
/** The fields of a published profile, with everything required to publish present. */
export type PublishedFields = {
  [Name in FieldName]: Fields[Name] extends { published: true } ? NonNullable<StoredFields[Name]> : StoredFields[Name];
};

export const FIELD_NAMES = Object.keys(PROFILE_FIELDS) as FieldName[];

/** Returns the table's entry for any field. */
export const factsOf = (name: FieldName): FieldFacts => PROFILE_FIELDS[name];

const namesOf = <Name extends FieldName>(has: (facts: FieldFacts) => boolean) =>
  FIELD_NAMES.filter((name) => has(factsOf(name))) as Name[];

export const CARD_FIELDS = namesOf<CardField>((facts) => facts.card !== undefined);
export const PUBLIC_FIELDS = namesOf<PublicField>((facts) => facts.shown !== 'nobody');
export const ENGINE_FIELDS = namesOf<EngineField>((facts) => facts.matched === 'engine');
export const WISH_FIELDS = namesOf<WishField>((facts) => facts.matched === 'wish');
export const SEEDED_FIELDS = namesOf<Exclude<FieldName, UnseededField>>((facts) => facts.seeded !== false);

/** Returns the fields that a step asks for. */
export const fieldsOfStep = (step: StepKey) => FIELD_NAMES.filter((name) => factsOf(name).step === step);

/** Builds an object with an entry for each of these fields, so none can be forgotten. */
export function eachField<Name extends FieldName, Value extends Record<Name, unknown>>(
  names: readonly Name[],
  of: (name: Name) => Value[Name],
): { [Key in Name]: Value[Key] } {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as { [Key in Name]: Value[Key] };
}
