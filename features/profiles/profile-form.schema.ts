import { z } from 'zod';
import { cleanLine } from '../../text/clean-text.ts';
import { isReservedName, RESERVED_NAME } from '../../text/reserved-names.ts';
import { longText, optionalText, shortText } from '../../text/short-text.ts';
import { PhoneNumber } from '../accounts/phone-numbers.schema.ts';
import type { FieldName, StoredFields } from './profile-fields.schema.ts';
import {
  availability,
  COMPETITIVE_LEVELS,
  CONTACTS,
  canonicalMode,
  HANDLES,
  HANDS,
  isTimeZone,
  LIMITS,
  PLATFORMS,
  POSITIONS,
  REGIONS,
} from './profiles.schema.ts';

const blankIsNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && cleanLine(value) === '' ? null : value), schema.nullable());
const choice = <const T extends readonly [string, ...string[]]>(values: T, message: string) =>
  blankIsNull(z.enum(values, message)).default(null);
const whole = ([min, max]: readonly [number, number], message: string) =>
  z.number(message).int(message).min(min, message).max(max, message).nullable().default(null);
const handle = (shape: RegExp, message: string, from: (text: string) => string = (text) => text) =>
  blankIsNull(
    z
      .string()
      .transform((text) => from(cleanLine(text)))
      .refine((text) => shape.test(text), message),
  ).default(null);

const tags = (max: number, canonical: (tag: string) => string, what: string) =>
  z
    .array(optionalText(LIMITS.tag, `Keep each ${what} to ${LIMITS.tag} characters or fewer.`))
    .transform((list) => [
      ...new Map(list.filter(Boolean).map((tag) => [canonical(tag).toLowerCase(), canonical(tag)])).values(),
    ])
    .refine((list) => list.length <= max, `Enter at most ${max} ${what}s.`)
    .default([]);

const phone = blankIsNull(PhoneNumber).default(null);

/** What the owner can write: every field of the onboarding form. Saving it always unpublishes. */
export const ProfileForm = z.object({
  display_name: shortText(LIMITS.displayName, {
    missing: 'Enter your display name.',
    tooLong: `Keep your display name to ${LIMITS.displayName} characters or fewer.`,
    unreadable: 'Use at least one letter or digit in your display name.',
  }).refine((name) => !isReservedName(name), RESERVED_NAME),
  email: blankIsNull(
    z
      .string()
      .trim()
      .max(254, 'This email address is too long.')
      .pipe(z.email('Enter an email address like name@example.org.')),
  ).default(null),
  platform: choice(PLATFORMS, 'Choose a platform: PS5, Xbox Series, PC, Switch or Other.'),
  role: choice(POSITIONS, 'Choose a role: PG, SG, SF, PF or C.'),
  flex_positions: z
    .array(z.enum(POSITIONS, 'Choose positions from PG, SG, SF, PF and C.'))
    .transform((list) => [...new Set(list)])
    .default([]),
  modes: tags(LIMITS.modes, canonicalMode, 'mode'),
  timezone: blankIsNull(
    z.string().refine(isTimeZone, 'Choose a time zone from the list, like America/New_York.'),
  ).default(null),
  region: choice(REGIONS, 'Choose a region: NA-East, NA-West, EU, Asia, SA, Oceania or Other.'),
  languages: tags(LIMITS.languages, (tag) => tag.charAt(0).toUpperCase() + tag.slice(1), 'language'),
  psn: handle(/^[A-Za-z0-9_-]{3,16}$/, 'Enter a PSN ID of 3 to 16 letters, digits, hyphens or underscores.'),
  xbox: handle(
    /^[\p{L}\p{N}][\p{L}\p{N} ]{0,15}(#\d{1,4})?$/u,
    'Enter an Xbox gamertag of up to 16 letters, digits or spaces.',
  ),
  discord: handle(
    /^([a-z0-9_.]{2,32}|.{2,32}#\d{4}|\d{17,20})$/i,
    'Enter a Discord username of 2 to 32 letters, digits, dots or underscores.',
    (text) => text.replace(/^@/, '').replace(/^https?:\/\/(www\.)?discord(app)?\.com\/users\//i, ''),
  ),
  twitter: handle(/^[A-Za-z0-9_]{1,15}$/, 'Enter an X handle of up to 15 letters, digits or underscores.', (text) =>
    text
      .replace(/^(https?:\/\/)?(www\.|mobile\.)?(x|twitter)\.com\//i, '')
      .replace(/^@/, '')
      .replace(/[/?].*$/, ''),
  ),
  public_handles: z
    .array(z.enum(HANDLES, 'Choose handles from twitch, discord, twitter, psn and xbox.'))
    .transform((list) => [...new Set(list)])
    .default(['twitch']),
  playstyle: tags(LIMITS.playstyle, (tag) => tag, 'playstyle'),
  archetype_primary: blankIsNull(
    optionalText(LIMITS.tag, `Keep the archetype to ${LIMITS.tag} characters or fewer.`),
  ).default(null),
  archetype_secondary: blankIsNull(
    optionalText(LIMITS.tag, `Keep the archetype to ${LIMITS.tag} characters or fewer.`),
  ).default(null),
  height_in: whole(LIMITS.heightIn, 'Enter a height from 4 feet (48 inches) to 8 feet (96 inches).'),
  weight_lb: whole(LIMITS.weightLb, 'Enter a weight from 80 to 400 lbs.'),
  hand: choice(HANDS, 'Choose Right or Left.'),
  overall_rating: whole(LIMITS.rating, 'Enter an overall rating from 25 to 99.'),
  win_percentage: z
    .number('Enter a win % from 0 to 100.')
    .min(0, 'Enter a win % from 0 to 100.')
    .max(100, 'Enter a win % from 0 to 100.')
    .transform((value) => Math.round(value * 10) / 10)
    .nullable()
    .default(null),
  experience_years: whole(LIMITS.years, 'Enter 0 to 40 years of experience.'),
  competitive_level: choice(COMPETITIVE_LEVELS, 'Choose casual, competitive or elite.'),
  availability: availability.default([]),
  crossplay: z.boolean('Choose yes or no for crossplay.').default(true),
  mic: z.boolean('Choose a mic option: yes or no.').default(true),
  phone,
  preferred_contact: z.enum(CONTACTS, 'Choose email, phone or discord.').default('email'),
  allow_contact: z.boolean('Choose yes or no for allowing contact.').default(true),
  consent_comms: z.boolean('Choose yes or no for notifications.').default(true),
  bio: longText(LIMITS.bio, {
    invalid: 'Enter About you as text.',
    tooLong: `Keep About you to ${LIMITS.bio} characters or fewer.`,
  }).default(''),
} satisfies { [Name in FieldName]: z.ZodType<StoredFields[Name]> });
export type ProfileForm = z.output<typeof ProfileForm>;
/** The form's input, where everything but the name is optional and has a default. */
export type ProfileFormInput = z.input<typeof ProfileForm>;
