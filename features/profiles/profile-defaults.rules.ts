import { isMadeUpName } from './arrival-name.rules.ts';
import type { Region } from './game.schema.ts';
import { ONBOARDING_STEPS } from './onboarding-steps.schema.ts';
import { FIELD_NAMES, type FieldName, getFieldFacts, type StoredFields } from './profile-fields.schema.ts';
import { type Draft, getFieldStep, toDraft } from './profile-form.rules.ts';
import { findPublishProblem } from './profiles.rules.ts';
import type { OwnProfile } from './profiles.schema.ts';

const WESTERN = /\/(Los_Angeles|Vancouver|Tijuana|Denver|Edmonton|Boise|Phoenix|Anchorage|Juneau|Whitehorse|Yukon)$/;
const EASTERN =
  /\/(New_York|Toronto|Detroit|Chicago|Winnipeg|Halifax|Montreal|Mexico_City|Louisville|Indianapolis|Menominee)$/;
const SOUTHERN =
  /\/(Sao_Paulo|Bogota|Lima|Santiago|Caracas|La_Paz|Montevideo|Asuncion|Guayaquil|Buenos_Aires|Fortaleza|Manaus|Recife|Bahia)$/;

/** Guesses the region from a time zone; empty if unknown. Players change it if they play elsewhere. */
export function guessRegion(timezone: string): Region | '' {
  if (timezone.startsWith('Europe/')) return 'EU';
  if (timezone.startsWith('Asia/')) return 'Asia';
  if (timezone.startsWith('Australia/') || timezone === 'Pacific/Auckland') return 'Oceania';
  if (WESTERN.test(timezone)) return 'NA-West';
  if (EASTERN.test(timezone)) return 'NA-East';
  return SOUTHERN.test(timezone) ? 'SA' : '';
}

/**
 * Returns the English name of the language in a tag such as `pt-BR`, as players write it; undefined for a tag without
 * one. Some systems append a variant that isn't part of the tag: `en-US@posix`.
 */
export function guessLanguage(tag: string): string | undefined {
  try {
    const { language } = new Intl.Locale(tag.replace(/[@.].*$/, ''));
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language);
  } catch {
    return undefined;
  }
}

/** Values that a profile starts with. Every other field starts empty. */
export const DEFAULT_FIELDS: Partial<StoredFields> = Object.fromEntries(
  FIELD_NAMES.flatMap((name) => {
    const { initial } = getFieldFacts(name).value;
    return initial === undefined ? [] : [[name, initial]];
  }),
);

const isBlank = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isDefault = (name: FieldName, value: unknown) =>
  DEFAULT_FIELDS[name] !== undefined && JSON.stringify(value) === JSON.stringify(DEFAULT_FIELDS[name]);

/** A profile or its form. */
type FieldHolder = { readonly [Name in FieldName]: unknown };

/** Returns the last step on which the user has entered something. */
function findFurthestStep(holder: FieldHolder): number {
  const filledFields = FIELD_NAMES.filter((name) => !isBlank(holder[name]) && !isDefault(name, holder[name]));
  return Math.max(0, ...filledFields.map(getFieldStep));
}

/**
 * Checks whether a field still holds its default because the user hasn't entered anything on its step or a later one.
 */
export const isUntouched = (holder: FieldHolder, name: FieldName): boolean =>
  isDefault(name, holder[name]) && findFurthestStep(holder) < getFieldStep(name);

/**
 * Finds the step at which to resume a profile that was saved but not published: after the last step with input, or at
 * an earlier one with a missing field that matching needs. A published profile starts from the beginning.
 * @returns index of a step
 */
export function findResumeStep(profile: OwnProfile): number {
  const draft = toDraft(profile);
  if (!draft.region || profile.published) return 0;
  const invalidField = findPublishProblem(profile)?.field as keyof Draft | undefined;
  const fields: (keyof Draft)[] = [
    ...(draft.languages.length === 0 ? (['languages'] as const) : []),
    ...(draft.availability.length === 0 ? (['availability'] as const) : []),
    ...(invalidField ? [invalidField] : []),
  ];
  return Math.min(ONBOARDING_STEPS.length - 1, findFurthestStep(profile) + 1, ...fields.map(getFieldStep));
}

/**
 * Empties fields that the user never chose: a made-up name, the first position and platform in the list, and the Twitch
 * handle of a user without Twitch. Otherwise players publish these without noticing.
 */
function withoutUnchosen(profile: OwnProfile): Draft {
  const draft = toDraft(profile);
  if (profile.published) return draft;
  return {
    ...draft,
    ...(isMadeUpName(profile.id, draft.display_name) ? { display_name: '' } : {}),
    ...(isUntouched(profile, 'role') ? { role: '' } : {}),
    ...(isUntouched(profile, 'platform') ? { platform: '' } : {}),
    ...(profile.twitch_login === null
      ? { public_handles: draft.public_handles.filter((handle) => handle !== 'twitch') }
      : {}),
  };
}

/**
 * Creates a new user's initial form. Fields that matching needs are filled with guesses that the user sees and can
 * change. Users who've saved a region get no new guesses.
 * @param tag the language of their browser
 */
export function createDraft(profile: OwnProfile, tag: string): Draft {
  const draft = withoutUnchosen(profile);
  if (draft.region) return draft;
  const language = draft.languages.length === 0 ? guessLanguage(tag) : undefined;
  const languages = language ? [language] : draft.languages;
  return { ...draft, region: guessRegion(draft.timezone), languages };
}
