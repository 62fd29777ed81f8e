import { z } from 'zod';
import { cleanLine } from '../../text/clean-text.ts';
import { isReservedName, RESERVED_NAME } from '../../text/reserved-names.ts';
import { longText, optionalText, shortText } from '../../text/short-text.ts';
import { PhoneNumber } from '../accounts/phone-numbers.schema.ts';
import { CONTACTS, isTimeZone, LIMITS, toCanonicalMode } from './game.schema.ts';
import {
  type AcceptedFields,
  FIELD_NAMES,
  type FieldName,
  type FieldValue,
  getFieldFacts,
  mapFields,
  type OwnRuleField,
  type StoredFields,
} from './profile-fields.schema.ts';
import { availability } from './profiles.schema.ts';

const blankIsNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && cleanLine(value) === '' ? null : value), schema.nullable());
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

/** The fields with a rule of their own. */
const OWN_RULES = {
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
  modes: tags(LIMITS.modes, toCanonicalMode, 'mode'),
  timezone: blankIsNull(
    z.string().refine(isTimeZone, 'Choose a time zone from the list, like America/New_York.'),
  ).default(null),
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
  availability: availability.default([]),
  phone: blankIsNull(PhoneNumber).default(null),
  preferred_contact: z.enum(CONTACTS, 'Choose email, phone or discord.').default('email'),
  bio: longText(LIMITS.bio, {
    invalid: 'Enter About you as text.',
    tooLong: `Keep About you to ${LIMITS.bio} characters or fewer.`,
  }).default(''),
} satisfies { [Name in OwnRuleField]: z.ZodType<StoredFields[Name]> };

type Rules = {
  [Name in FieldName]: Name extends OwnRuleField
    ? (typeof OWN_RULES)[Name]
    : z.ZodDefault<z.ZodType<AcceptedFields[Name], StoredFields[Name]>>;
};

/** Builds the rule that follows from what a field holds. */
function toRule(value: Exclude<FieldValue, { own: true }>) {
  switch (value.kind) {
    case 'number':
    case 'decimal': {
      const [min, max] = value.between;
      const number = z.number(value.invalid);
      const within = (schema: z.ZodNumber) => schema.min(min, value.invalid).max(max, value.invalid);
      if (value.kind === 'number') return within(number.int(value.invalid)).nullable().default(null);
      return within(number)
        .transform((typed) => Math.round(typed * 10) / 10)
        .nullable()
        .default(null);
    }
    case 'switch':
      return z.boolean(value.invalid).default(value.initial);
    case 'text':
      return blankIsNull(
        'options' in value ? z.enum(value.options, value.invalid) : optionalText(value.longest, value.invalid),
      ).default(null);
    case 'words':
      if ('most' in value) return tags(value.most, (tag) => tag, value.noun);
      return z
        .array(z.enum(value.options, value.invalid))
        .transform((list) => [...new Set(list)])
        .default([...(value.initial ?? [])]);
  }
}

/** Every field the owner can edit, which is the whole onboarding form. Saving it always unpublishes the profile. */
export const ProfileForm = z.object(
  mapFields<FieldName, Rules>(FIELD_NAMES, (name) => {
    const { value } = getFieldFacts(name);
    return 'own' in value ? OWN_RULES[name as OwnRuleField] : (toRule(value) as Rules[FieldName]);
  }),
);
export type ProfileForm = z.output<typeof ProfileForm>;
/** The form's input. Every field except the name is optional and has a default. */
export type ProfileFormInput = z.input<typeof ProfileForm>;
