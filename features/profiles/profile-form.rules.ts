import type { Message } from '../../messages/message.ts';
import { getStepIndex, ONBOARDING_STEPS } from './onboarding-steps.schema.ts';
import {
  FIELD_NAMES,
  type FieldName,
  getFieldFacts,
  getFieldKind,
  listFieldsOfStep,
  mapFields,
  type NumberField,
  type StoredFields,
} from './profile-fields.schema.ts';
import type { ProfileFormInput } from './profile-form.schema.ts';
import type { OwnProfile } from './profiles.schema.ts';

/** A field as typed: text for text fields, numbers and empty values; everything else as stored. */
type Typed<Value> = null extends Value ? string : Value;

/** The form's state during editing. Input stays as typed, so nothing is lost while it's still invalid. */
export type Draft = { [Name in FieldName]: Typed<StoredFields[Name]> };

/** Returns the index of a field's step. For a path such as `availability.0.start`, the first part decides. */
export function getFieldStep(field: string): number {
  const [first] = field.split('.');
  const name = FIELD_NAMES.find((one) => one === first);
  return name ? getStepIndex(getFieldFacts(name).form.step) : 0;
}

const toTyped = <Value>(value: Value) =>
  (value === null ? '' : typeof value === 'number' ? String(value) : value) as Typed<Value>;

/** Converts the saved profile to its form draft. */
export const toDraft = (profile: OwnProfile): Draft =>
  mapFields<FieldName, Draft>(FIELD_NAMES, (name) => toTyped(profile[name]));

/** Converts a draft to a stored profile for previews. Leaves out blank fields and invalid numbers. */
export const toStored = (draft: Draft): StoredFields => {
  const fields: Record<FieldName, unknown> = mapFields(FIELD_NAMES, (name) => {
    const kind = getFieldKind(name);
    if (isNumber(name)) return Number(draft[name]) || null;
    return kind === 'text' ? draft[name] || null : draft[name];
  });
  return fields as StoredFields;
};

/** Parses a typed number. Empty becomes null; an invalid number is sent as is, so the server can report it. */
function parseNumber(text: string): number | string | null {
  const numberText = text.trim().replace(',', '.').replace(/\s*%$/, '');
  if (numberText === '') return null;
  const number = Number(numberText);
  return Number.isNaN(number) ? text : number;
}

const isNumber = (name: FieldName): name is NumberField => ['number', 'decimal'].includes(getFieldKind(name));

/**
 * Converts the form to the API's request body. The server's schema turns empty text into null and rejects invalid
 * numbers.
 */
export function toRequestBody(draft: Draft): ProfileFormInput {
  const form = { ...draft, flex_positions: draft.flex_positions.filter((position) => position !== draft.role) };
  const body: Record<FieldName, unknown> = mapFields(FIELD_NAMES, (name) =>
    isNumber(name) ? parseNumber(form[name]) : form[name],
  );
  return body as ProfileFormInput;
}

export type Problem = { field: FieldName; message: Message };

/** Lists the required fields of a step that are still blank. */
export function findProblems(step: number, draft: Draft): Problem[] {
  const key = ONBOARDING_STEPS[step]?.key;
  if (!key) return [];
  return listFieldsOfStep(key).flatMap((field) => {
    const { missing } = getFieldFacts(field).form;
    return missing && String(draft[field]).trim() === '' ? [{ field, message: missing }] : [];
  });
}

/** Draft stored in the browser until a save succeeds: the form, the step, and the saved state they're based on. */
export type SavedDraft = { base: string; step: number; draft: Draft };

/** Returns the storage key of a user's draft. */
export const getDraftKey = ({ id }: Pick<OwnProfile, 'id'>) => `planet-crew-onboarding-${id}`;

/** Fingerprints a saved profile, so a stored draft never silently overrides a newer version. */
export const getDraftFingerprint = (profile: OwnProfile): string => JSON.stringify(toDraft(profile));

/** Parses a stored draft. Returns undefined if the format is unknown or from an older form. */
export function readSavedDraft(text: string | null, profile: OwnProfile): SavedDraft | undefined {
  if (!text) return undefined;
  try {
    const value = JSON.parse(text) as SavedDraft;
    const emptyDraft = toDraft(profile);
    const draft = { ...emptyDraft, ...value.draft };
    const hasValidTypes = Object.entries(emptyDraft).every(
      ([name, field]) => typeof draft[name as keyof Draft] === typeof field,
    );
    return hasValidTypes && typeof value.base === 'string'
      ? { base: value.base, step: Number(value.step) || 0, draft }
      : undefined;
  } catch {
    return undefined;
  }
}
