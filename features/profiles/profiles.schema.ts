import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import { LOCALES } from '../../messages/locales.ts';
import { instant } from '../../time/instant-schema.ts';
import { WEEK_STARTS } from '../../time/week-start.ts';
import { LIMITS, LOOKING_CHOICES, WEEK_DAYS } from './game.schema.ts';
import { FORMATS, mapFormats } from './group-formats.schema.ts';
import {
  FIELD_NAMES,
  type FieldKind,
  type FieldName,
  getFieldKind,
  getPublishedKind,
  type KindOf,
  mapFields,
  PUBLIC_FIELDS,
  type PublicField,
  type PublishedKindOf,
} from './profile-fields.schema.ts';
import * as messages from './profiles.messages.ts';

export {
  type CompetitiveLevel,
  isTimeZone,
  MODES,
  PLATFORMS,
  type Platform,
  type Position,
  REGIONS,
  type Region,
  WEEK_DAYS,
} from './game.schema.ts';

const clock = z
  .string(issueText(messages.timeMissing))
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, issueText(messages.timeInvalid));

const DAYS_INVALID = issueText(messages.daysInvalid, { days: WEEK_DAYS.join(', ') });
const DAYS_NOT_LIST = issueText(messages.daysNotList, { example: '["Mon", "Tue"]' });

/**
 * Weekly availability in the player's own wall-clock time. An `end` at or before `start` means that time the next day.
 */
export const availabilityWindow = z.object({
  days: z
    .array(z.enum(WEEK_DAYS, DAYS_INVALID), DAYS_NOT_LIST)
    .min(1, issueText(messages.daysMissing))
    .transform((days) => WEEK_DAYS.filter((day) => days.includes(day))),
  start: clock.default('19:00'),
  end: clock.default('23:00'),
});
export type AvailabilityWindow = z.output<typeof availabilityWindow>;

/** A list of windows. Earlier exports have a single window, which becomes a list of one. */
export const availability = z.preprocess(
  (value) => (value && typeof value === 'object' && !Array.isArray(value) ? [value] : value),
  z
    .array(
      availabilityWindow,
      issueText(messages.windowsNotList, { example: '[{"days": ["Mon"], "start": "19:00", "end": "23:00"}]' }),
    )
    .max(LIMITS.windows, issueText(messages.tooManyWindows, { max: LIMITS.windows })),
);

export const GroupFormat = z.enum(FORMATS, issueText(messages.formatInvalid));
const LookingChoice = z.enum(LOOKING_CHOICES, issueText(messages.lookingInvalid));
export const LookingRequest = z.object({ choice: LookingChoice });
/** Whether a user is looking for a group, one choice per format. */
export const Looking = z.object(mapFormats(() => LookingChoice));
export type Looking = z.infer<typeof Looking>;

/** The wire format of each kind of field. */
const WIRE_SCHEMAS = {
  name: z.string(),
  text: z.string().nullable(),
  number: z.number().nullable(),
  decimal: z.number().nullable(),
  words: z.array(z.string()),
  switch: z.boolean(),
  hours: z.array(z.object({ days: z.array(z.enum(WEEK_DAYS)), start: z.string(), end: z.string() })),
} satisfies Record<FieldKind, z.ZodType>;
type OwnShape = { [Name in FieldName]: (typeof WIRE_SCHEMAS)[KindOf<Name>] };
type PublicShape = { [Name in PublicField]: (typeof WIRE_SCHEMAS)[PublishedKindOf<Name>] };

/** The owner's view of their own profile. */
export const OwnProfile = z.object({
  id: z.uuid(),
  twitch_login: z.string().nullable(),
  ...mapFields<FieldName, OwnShape>(FIELD_NAMES, (name) => WIRE_SCHEMAS[getFieldKind(name)]),
  avatar_path: z.string().nullable(),
  published: z.boolean(),
  looking: Looking,
  verified: z.boolean(),
  created_at: instant,
  updated_at: instant,
});
export type OwnProfile = z.infer<typeof OwnProfile>;

/** What everyone can see of a published profile. */
export const PublicProfile = z.object({
  id: z.uuid(),
  verified: z.boolean(),
  ...mapFields<PublicField, PublicShape>(PUBLIC_FIELDS, (name) => WIRE_SCHEMAS[getPublishedKind(name)]),
  avatar_path: z.string().nullable(),
  twitch_url: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
});
export type PublicProfile = z.infer<typeof PublicProfile>;

/** Maximum length of a time zone name. */
const ZONE_MAX = 64;

export const Arrival = z.object({
  /** The browser's time zone. A zone that the server doesn't know is treated as UTC. */
  timezone: z
    .string()
    .max(ZONE_MAX, issueText(messages.timezoneTooLong, { max: ZONE_MAX }))
    .optional(),
});
export const ProfileStatus = z.object({ published: z.boolean(), onboardingCompleted: z.boolean() });
export type ProfileStatus = z.infer<typeof ProfileStatus>;

const ClockHours = z.union([z.literal(12), z.literal(24)], { error: issueText(messages.clockInvalid) });

const FirstDay = z.union(
  WEEK_STARTS.map((day) => z.literal(day)),
  { error: issueText(messages.weekStartInvalid) },
);

const Language = z.enum(LOCALES, { error: issueText(messages.languageInvalid) });

/** The user's preferences as a reader. */
const READER = {
  /** The clock format for times; null is the usual one for the language. */
  clock_hours: ClockHours.nullable(),
  /** The day on which weeks begin, 1 for Monday to 7 for Sunday; null is the usual one for the language. */
  week_start: FirstDay.nullable(),
  /** The language of messages, and of pages on a new device. */
  language: Language.nullable(),
  /** The profile's time zone, used in pages and messages; null follows the browser. */
  timezone: z.string().nullable(),
};

/**
 * The status of a user who has just signed in. Includes time preferences, so a new device's first page formats times
 * correctly.
 */
export const ArrivalResponse = ProfileStatus.extend(READER);
export type ArrivalResponse = z.infer<typeof ArrivalResponse>;

/**
 * A signed-in user's status, for guards and the header. Users who never finished the sign-in callback have the initial
 * status.
 */
export const OwnProfileStatus = z.object({
  published: z.boolean(),
  onboarding_completed: z.boolean(),
  display_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  /** Whether to show the link to the console. The server checks every request there again. */
  is_admin: z.boolean(),
  ...READER,
});

/** A 12-hour or 24-hour clock, or null for what's usual in the account's language. */
export const ClockSettings = z.object({ clock_hours: ClockHours.nullable() });

/** Monday (1), Saturday (6) or Sunday (7), or null to follow the browser. */
export const WeekStartSettings = z.object({ week_start: FirstDay.nullable() });

/** One of our languages. */
export const LanguageSettings = z.object({ language: Language });
