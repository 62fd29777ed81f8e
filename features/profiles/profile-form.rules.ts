import { ONBOARDING_STEPS, stepIndex } from './onboarding-steps.schema.ts';
import {
  eachField,
  FIELD_NAMES,
  type FieldName,
  factsOf,
  fieldsOfStep,
  type NumberField,
  type StoredFields,
} from './profile-fields.schema.ts';
import type { ProfileFormInput } from './profile-form.schema.ts';
import type { OwnProfile } from './profiles.schema.ts';

/** As it is typed: text for everything that is text, number or nothing, the rest as it is stored. */
type Typed<Value> = null extends Value ? string : Value;

/** What the form holds while somebody types: text as typed, so that nothing is lost before it is valid. */
export type Draft = { [Name in FieldName]: Typed<StoredFields[Name]> };

/** Index of the step that holds a field; a path such as `availability.0.start` counts by its first part. */
export function getFieldStep(field: string): number {
  const [first] = field.split('.');
  const name = FIELD_NAMES.find((one) => one === first);
  return name ? stepIndex(factsOf(name).step) : 0;
}

const toTyped = <Value>(value: Value) =>
  (value === null ? '' : typeof value === 'number' ? String(value) : value) as Typed<Value>;

/** The saved profile as the form shows it. */
export const toDraft = (profile: OwnProfile): Draft =>
  eachField<FieldName, Draft>(FIELD_NAMES, (name) => toTyped(profile[name]));

/** A draft as a profile would hold it, for looking at: what is blank or no number is not there. */
export const toStored = (draft: Draft): StoredFields => {
  const there: Record<FieldName, unknown> = eachField(FIELD_NAMES, (name) => {
    const { kind } = factsOf(name);
    if (kind === 'number') return Number(draft[name]) || null;
    return kind === 'text' ? draft[name] || null : draft[name];
  });
  return there as StoredFields;
};

/** A typed number: empty is none, and what is no number is sent as it is, so that the server can say so. */
function parseNumber(typed: string): number | string | null {
  const trimmed = typed.trim().replace(',', '.').replace(/\s*%$/, '');
  if (trimmed === '') return null;
  const number = Number(trimmed);
  return Number.isNaN(number) ? typed : number;
}

const isNumber = (name: FieldName): name is NumberField => factsOf(name).kind === 'number';

/** The form as the API takes it; the schema on the server turns empty text into nothing and refuses what is no number. */
export function toRequestBody(draft: Draft): ProfileFormInput {
  const sent = { ...draft, flex_positions: draft.flex_positions.filter((position) => position !== draft.role) };
  const body: Record<FieldName, unknown> = eachField(FIELD_NAMES, (name) =>
    isNumber(name) ? parseNumber(sent[name]) : sent[name],
  );
  return body as ProfileFormInput;
}

export type Problem = { field: FieldName; message: string };

/** What a step still needs before it is saved. */
export function findProblems(step: number, draft: Draft): Problem[] {
  const key = ONBOARDING_STEPS[step]?.key;
  if (!key) return [];
  return fieldsOfStep(key).flatMap((field) => {
    const { required } = factsOf(field);
    return required && String(draft[field]).trim() === '' ? [{ field, message: required }] : [];
  });
}

/** What the browser keeps until a save succeeds: the form, the step, and the saved state that it started from. */
export type SavedDraft = { base: string; step: number; draft: Draft };

/** Under which name the browser keeps it. */
export const draftKey = ({ id }: Pick<OwnProfile, 'id'>) => `planet-crew-onboarding-${id}`;

/** How a saved profile is recognised, so that a kept draft is not laid over something newer without asking. */
export const draftBase = (profile: OwnProfile): string => JSON.stringify(toDraft(profile));

/** The kept draft behind the text, or nothing when it is not one of ours (or of an older form). */
export function readSavedDraft(kept: string | null, profile: OwnProfile): SavedDraft | undefined {
  if (!kept) return undefined;
  try {
    const value = JSON.parse(kept) as SavedDraft;
    const fresh = toDraft(profile);
    const draft = { ...fresh, ...value.draft };
    const whole = Object.entries(fresh).every(([name, field]) => typeof draft[name as keyof Draft] === typeof field);
    return whole && typeof value.base === 'string'
      ? { base: value.base, step: Number(value.step) || 0, draft }
      : undefined;
  } catch {
    return undefined;
  }
}
