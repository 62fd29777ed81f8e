import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import type { Message } from '../../messages/message.ts';
import { cleanLine } from '../../text/clean-text.ts';
import { isReservedName } from '../../text/reserved-names.ts';
import { longText, optionalText, shortText } from '../../text/short-text.ts';
import { PhoneNumber } from '../accounts/phone-numbers.schema.ts';
import { toCanonicalLanguage } from './canonical-languages.schema.ts';
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
import * as messages from './profiles.messages.ts';
import { availability } from './profiles.schema.ts';

const createNullable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && cleanLine(value) === '' ? null : value), schema.nullable());
const createHandleField = (shape: RegExp, invalid: Message, from: (text: string) => string = (text) => text) =>
  createNullable(
    z
      .string()
      .transform((text) => from(cleanLine(text)))
      .refine((text) => shape.test(text), issueText(invalid)),
  ).default(null);

type TagTexts = { tooLong: Message<{ max: number }>; tooMany: Message<{ max: number }> };

const createTagsField = (max: number, canonical: (tag: string) => string, { tooLong, tooMany }: TagTexts) =>
  z
    .array(optionalText(LIMITS.tag, issueText(tooLong, { max: LIMITS.tag })))
    .transform((list) => [
      ...new Map(list.filter(Boolean).map((tag) => [canonical(tag).toLowerCase(), canonical(tag)])).values(),
    ])
    .refine((list) => list.length <= max, issueText(tooMany, { max }))
    .default([]);

/** Rules of the fields with `own: true`. */
const OWN_RULES = {
  display_name: shortText(LIMITS.displayName, {
    missing: issueText(messages.displayNameMissing),
    tooLong: issueText(messages.displayNameTooLong, { max: LIMITS.displayName }),
    unreadable: issueText(messages.displayNameUnreadable),
  }).refine((name) => !isReservedName(name), issueText(messages.nameReserved)),
  email: createNullable(
    z
      .string()
      .trim()
      .max(254, issueText(messages.emailTooLong))
      .pipe(z.email(issueText(messages.emailInvalid))),
  ).default(null),
  modes: createTagsField(LIMITS.modes, toCanonicalMode, {
    tooLong: messages.modeTooLong,
    tooMany: messages.tooManyModes,
  }),
  timezone: createNullable(z.string().refine(isTimeZone, issueText(messages.timezoneInvalid))).default(null),
  languages: createTagsField(LIMITS.languages, toCanonicalLanguage, {
    tooLong: messages.languageTooLong,
    tooMany: messages.tooManyLanguages,
  }),
  psn: createHandleField(/^[A-Za-z0-9_-]{3,16}$/, messages.psnInvalid),
  xbox: createHandleField(/^[\p{L}\p{N}][\p{L}\p{N} ]{0,15}(#\d{1,4})?$/u, messages.xboxInvalid),
  discord: createHandleField(/^([a-z0-9_.]{2,32}|.{2,32}#\d{4}|\d{17,20})$/i, messages.discordInvalid, (text) =>
    text.replace(/^@/, '').replace(/^https?:\/\/(www\.)?discord(app)?\.com\/users\//i, ''),
  ),
  twitter: createHandleField(/^[A-Za-z0-9_]{1,15}$/, messages.twitterInvalid, (text) =>
    text
      .replace(/^(https?:\/\/)?(www\.|mobile\.)?(x|twitter)\.com\//i, '')
      .replace(/^@/, '')
      .replace(/[/?].*$/, ''),
  ),
  availability: availability.default([]),
  phone: createNullable(PhoneNumber).default(null),
  preferred_contact: z.enum(CONTACTS, issueText(messages.preferredContactInvalid)).default('email'),
  bio: longText(LIMITS.bio, {
    invalid: issueText(messages.bioInvalid),
    tooLong: issueText(messages.bioTooLong, { max: LIMITS.bio }),
  }).default(''),
} satisfies { [Name in OwnRuleField]: z.ZodType<StoredFields[Name]> };

const requireHandle = <T extends z.ZodType<string | null>>(rule: T, missing: Message) =>
  rule.refine((value) => value !== null, issueText(missing)).transform((value) => value!);

/** A gamertag without the rest of the form. */
export const Gamertag = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('psn'), value: requireHandle(OWN_RULES.psn, messages.psnInvalid) }),
  z.object({ kind: z.literal('xbox'), value: requireHandle(OWN_RULES.xbox, messages.xboxInvalid) }),
  z.object({ kind: z.literal('discord'), value: requireHandle(OWN_RULES.discord, messages.discordInvalid) }),
]);
export type Gamertag = z.output<typeof Gamertag>;

type Rules = {
  [Name in FieldName]: Name extends OwnRuleField
    ? (typeof OWN_RULES)[Name]
    : z.ZodDefault<z.ZodType<AcceptedFields[Name], StoredFields[Name]>>;
};

/** Builds the validation rule for a field's value. */
function toRule(value: Exclude<FieldValue, { own: true }>) {
  switch (value.kind) {
    case 'number':
    case 'decimal': {
      const [min, max] = value.between;
      const invalid = issueText(value.invalid);
      const number = z.number(invalid);
      const limitNumber = (schema: z.ZodNumber) => schema.min(min, invalid).max(max, invalid);
      if (value.kind === 'number') return limitNumber(number.int(invalid)).nullable().default(null);
      return limitNumber(number)
        .transform((typed) => Math.round(typed * 10) / 10)
        .nullable()
        .default(null);
    }
    case 'switch':
      return z.boolean(issueText(value.invalid)).default(value.initial);
    case 'text':
      return createNullable(
        'options' in value
          ? z.enum(value.options, issueText(value.invalid))
          : optionalText(value.longest, issueText(value.tooLong, { max: value.longest })),
      ).default(null);
    case 'words':
      if ('most' in value) return createTagsField(value.most, (tag) => tag, value);
      return z
        .array(z.enum(value.options, issueText(value.invalid)))
        .transform((list) => [...new Set(list)])
        .default([...(value.initial ?? [])]);
  }
}

/** The whole onboarding form: every field the owner can edit. Saving it always unpublishes the profile. */
export const ProfileForm = z.object(
  mapFields<FieldName, Rules>(FIELD_NAMES, (name) => {
    const { value } = getFieldFacts(name);
    return 'own' in value ? OWN_RULES[name as OwnRuleField] : (toRule(value) as Rules[FieldName]);
  }),
);
export type ProfileForm = z.output<typeof ProfileForm>;
/** The form's input. Every field except the name is optional and has a default. */
export type ProfileFormInput = z.input<typeof ProfileForm>;
