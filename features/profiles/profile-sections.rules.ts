import type { StepKey } from './onboarding-steps.schema.ts';
import { FIELD_NAMES, type FieldName, fieldsOfStep } from './profile-fields.schema.ts';
import type { Draft } from './profile-form.rules.ts';
import type { OwnProfile } from './profiles.schema.ts';

const isDifferent = (a: Draft, b: Draft) => (field: FieldName) => JSON.stringify(a[field]) !== JSON.stringify(b[field]);

/** What was typed in a section and is not saved. */
export const listUnsavedFields = (section: StepKey, saved: Draft, draft: Draft): FieldName[] =>
  fieldsOfStep(section).filter(isDifferent(saved, draft));

const pick = (draft: Draft, fields: readonly FieldName[]): Partial<Draft> =>
  Object.fromEntries(fields.map((field) => [field, draft[field]]));

/** A draft with one section as another draft has it. */
export const withSection = (draft: Draft, section: StepKey, from: Draft): Draft => ({
  ...draft,
  ...pick(from, fieldsOfStep(section)),
});

/** What the browser keeps of unsaved sections: the form as it was typed, and what it was typed over. */
export type SavedSections = { saved: Draft; draft: Draft };

/** Under which name the browser keeps them. */
export const sectionsKey = ({ id }: Pick<OwnProfile, 'id'>) => `planet-crew-profile-${id}`;

/** What was kept, unless an older page wrote it or somebody else did. */
export function sectionsIn(kept: string | null): SavedSections | undefined {
  try {
    const read = JSON.parse(kept ?? 'null') as SavedSections | null;
    return read?.saved && read.draft ? read : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The form to go on with: what was typed over an earlier state, laid over the one that is saved now. What was not
 * touched is as it is saved.
 */
export function mergeSavedSections({ saved, draft }: SavedSections, now: Draft): Draft {
  const typed = FIELD_NAMES.filter((field) => typeof draft[field] === typeof now[field]).filter(
    isDifferent(saved, draft),
  );
  return { ...now, ...pick(draft, typed) };
}
