import type { StepKey } from './onboarding-steps.schema.ts';
import { FIELD_NAMES, type FieldName, listFieldsOfStep } from './profile-fields.schema.ts';
import type { Draft } from './profile-form.rules.ts';
import type { OwnProfile } from './profiles.schema.ts';

const isDifferent = (a: Draft, b: Draft) => (field: FieldName) => JSON.stringify(a[field]) !== JSON.stringify(b[field]);

export const listUnsavedFields = (section: StepKey, savedDraft: Draft, draft: Draft): FieldName[] =>
  listFieldsOfStep(section).filter(isDifferent(savedDraft, draft));

const pick = (draft: Draft, fields: readonly FieldName[]): Partial<Draft> =>
  Object.fromEntries(fields.map((field) => [field, draft[field]]));

/** Returns a draft with one section replaced by another draft's. */
export const withSection = (draft: Draft, section: StepKey, from: Draft): Draft => ({
  ...draft,
  ...pick(from, listFieldsOfStep(section)),
});

/** Unsaved sections stored in the browser: the form as typed and the saved state it's based on. */
export type SavedSections = { saved: Draft; draft: Draft };

/** Returns the storage key of a user's unsaved sections. */
export const getSectionsKey = ({ id }: Pick<OwnProfile, 'id'>) => `planet-crew-profile-${id}`;

/** Parses the stored sections. Returns undefined if they're in an unknown or older format. */
export function parseSections(text: string | null): SavedSections | undefined {
  try {
    const read = JSON.parse(text ?? 'null') as SavedSections | null;
    return read?.saved && read.draft ? read : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Merges stored edits into the currently saved profile. Only edited fields come from the stored draft; everything else
 * is from the current profile.
 */
export function mergeSavedSections({ saved, draft }: SavedSections, now: Draft): Draft {
  const changedFields = FIELD_NAMES.filter((field) => typeof draft[field] === typeof now[field]).filter(
    isDifferent(saved, draft),
  );
  return { ...now, ...pick(draft, changedFields) };
}
