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
    .array(optionalText(LIMITS.tag, `Each ${what} may have at most ${LIMITS.tag} characters.`))
    .transform((list) => [
      ...new Map(list.filter(Boolean).map((tag) => [canonical(tag).toLowerCase(), canonical(tag)])).values(),
    ])
    .refine((list) => list.length <= max, `Please keep to ${max} ${what}s.`)
    .default([]);

const phone = blankIsNull(PhoneNumber).default(null);

/** What the owner can write: every field of the onboarding form. Saving it always unpublishes. */
export const ProfileForm = z.object({
  display_name: shortText(LIMITS.displayName, {
    missing: 'Please enter your display name.',
    tooLong: `Your display name may have at most ${LIMITS.displayName} characters.`,
    unreadable: 'Use at least one letter or digit in your display name.',
  }).refine((name) => !isReservedName(name), RESERVED_NAME),
  email: blankIsNull(
    z
      .string()
      .trim()
      .max(254, 'This e-mail address is too long.')
      .pipe(z.email('Please enter an e-mail address such as name@example.org.')),
  ).default(null),
  platform: choice(PLATFORMS, 'Please choose PS5, Xbox Series, PC, Switch or Other.'),
  role: choice(POSITIONS, 'Please choose PG, SG, SF, PF or C.'),
  flex_positions: z
    .array(z.enum(POSITIONS, 'Positions are PG, SG, SF, PF and C.'))
    .transform((list) => [...new Set(list)])
    .default([]),
  modes: tags(LIMITS.modes, canonicalMode, 'mode'),
  timezone: blankIsNull(
    z.string().refine(isTimeZone, 'Please choose a time zone from the list, for example America/New_York.'),
  ).default(null),
  region: choice(REGIONS, 'Please choose NA-East, NA-West, EU, Asia, SA, Oceania or Other.'),
  languages: tags(LIMITS.languages, (tag) => tag.charAt(0).toUpperCase() + tag.slice(1), 'language'),
  psn: handle(/^[A-Za-z0-9_-]{3,16}$/, 'A PSN ID has 3 to 16 letters, digits, hyphens or underscores.'),
  xbox: handle(
    /^[\p{L}\p{N}][\p{L}\p{N} ]{0,15}(#\d{1,4})?$/u,
    'An Xbox gamertag has at most 16 letters, digits or spaces.',
  ),
  discord: handle(
    /^([a-z0-9_.]{2,32}|.{2,32}#\d{4}|\d{17,20})$/i,
    'A Discord username has 2 to 32 letters, digits, dots or underscores.',
    (text) => text.replace(/^@/, '').replace(/^https?:\/\/(www\.)?discord(app)?\.com\/users\//i, ''),
  ),
  twitter: handle(/^[A-Za-z0-9_]{1,15}$/, 'An X handle has at most 15 letters, digits or underscores.', (text) =>
    text
      .replace(/^(https?:\/\/)?(www\.|mobile\.)?(x|twitter)\.com\//i, '')
      .replace(/^@/, '')
      .replace(/[/?].*$/, ''),
  ),
  public_handles: z
    .array(z.enum(HANDLES, 'Handles are twitch, discord, twitter, psn and xbox.'))
    .transform((list) => [...new Set(list)])
    .default(['twitch']),
  playstyle: tags(LIMITS.playstyle, (tag) => tag, 'playstyle'),
  archetype_primary: blankIsNull(
    optionalText(LIMITS.tag, `An archetype may have at most ${LIMITS.tag} characters.`),
  ).default(null),
  archetype_secondary: blankIsNull(
    optionalText(LIMITS.tag, `An archetype may have at most ${LIMITS.tag} characters.`),
  ).default(null),
  height_in: whole(LIMITS.heightIn, 'Height goes from 4 feet (48 inches) to 8 feet (96 inches).'),
  weight_lb: whole(LIMITS.weightLb, 'Weight goes from 80 to 400 lbs.'),
  hand: choice(HANDS, 'Please choose Right or Left.'),
  overall_rating: whole(LIMITS.rating, 'Overall rating goes from 25 to 99.'),
  win_percentage: z
    .number('Win % goes from 0 to 100.')
    .min(0, 'Win % goes from 0 to 100.')
    .max(100, 'Win % goes from 0 to 100.')
    .transform((value) => Math.round(value * 10) / 10)
    .nullable()
    .default(null),
  experience_years: whole(LIMITS.years, 'Experience goes from 0 to 40 years.'),
  competitive_level: choice(COMPETITIVE_LEVELS, 'Please choose casual, competitive or elite.'),
  availability: availability.default([]),
  crossplay: z.boolean('Crossplay is yes or no.').default(true),
  mic: z.boolean('Mic is yes or no.').default(true),
  phone,
  preferred_contact: z.enum(CONTACTS, 'Please choose email, phone or discord.').default('email'),
  allow_contact: z.boolean('Allow contact is yes or no.').default(true),
  consent_comms: z.boolean('Consent is yes or no.').default(true),
  bio: longText(LIMITS.bio, {
    invalid: 'About you is a text.',
    tooLong: `About you may have at most ${LIMITS.bio} characters.`,
  }).default(''),
} satisfies { [Name in FieldName]: z.ZodType<StoredFields[Name]> });
export type ProfileForm = z.output<typeof ProfileForm>;
/** The form's input, where everything but the name is optional and has a default. */
export type ProfileFormInput = z.input<typeof ProfileForm>;
