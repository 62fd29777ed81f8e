import { useEffect, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { setReaderZone } from '../../../web/ui/reader-zone.ts';
import { dismissToastsAbout, showToast } from '../../../web/ui/toast-store.ts';
import { getStepIndex, ONBOARDING_STEPS, type StepKey } from '../onboarding-steps.schema.ts';
import type { FieldName } from '../profile-fields.schema.ts';
import { type Draft, findProblems, getFieldStep, toDraft, toRequestBody } from '../profile-form.rules.ts';
import {
  getSectionsKey,
  listUnsavedFields,
  mergeSavedSections,
  parseSections,
  type SavedSections,
  withSection,
} from '../profile-sections.rules.ts';
import * as messages from '../profiles.messages.ts';
import type { OwnProfile } from '../profiles.schema.ts';
import type { StepProps } from './step-props.ts';

/** Toasts about a section that couldn't be saved share this subject, so they can be dismissed together. */
const SAVE_ERROR_SUBJECT = 'profile-section';
const KEYS = ONBOARDING_STEPS.map(({ key }) => key);
type Errors = StepProps['errors'];

/** Reads stored sections. Storage may be turned off. */
function readSavedSections(key: string): SavedSections | undefined {
  try {
    return parseSections(localStorage.getItem(key));
  } catch {
    return undefined;
  }
}

function saveSections(key: string, value: SavedSections | undefined): void {
  try {
    if (value) localStorage.setItem(key, JSON.stringify(value));
    else localStorage.removeItem(key);
  } catch {}
}

/**
 * Manages a profile whose sections are saved together. Unsaved input survives errors, navigation and reloads.
 * @param onProblems opens the sections that couldn't be saved
 */
export function useProfileSections(first: OwnProfile, onProblems: (sections: readonly StepKey[]) => void) {
  const t = useTranslator();
  const [profile, setProfile] = useState(first);
  const [draft, setDraft] = useState(() => toDraft(first));
  const [errors, setErrors] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);
  /** The section whose errors were shown first after the last save. */
  const [firstProblem, setFirstProblem] = useState<StepKey>();
  const profileDraft = toDraft(profile);
  const key = getSectionsKey(first);

  useEffect(() => {
    const savedSections = readSavedSections(key);
    if (savedSections) setDraft(mergeSavedSections(savedSections, toDraft(first)));
  }, [key, first]);

  const update = (next: Draft, savedDraft: Draft) => {
    setDraft(next);
    const hasUnsaved = KEYS.some((section) => listUnsavedFields(section, savedDraft, next).length > 0);
    saveSections(key, hasUnsaved ? { saved: savedDraft, draft: next } : undefined);
  };
  const change = (part: Partial<Draft>) => {
    update({ ...draft, ...part }, profileDraft);
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))));
  };
  const isUnsaved = (section: StepKey) => listUnsavedFields(section, profileDraft, draft).length > 0;
  const listErrorsIn = (section: StepKey): Errors =>
    Object.fromEntries(Object.entries(errors).filter(([field]) => getFieldStep(field) === getStepIndex(section)));

  const discard = () => {
    update(profileDraft, profileDraft);
    setErrors({});
  };

  const showProblems = (problems: Errors) => {
    const sections = KEYS.filter((_, index) => Object.keys(problems).some((field) => getFieldStep(field) === index));
    setAttempt((before) => before + 1);
    setErrors(problems);
    setFirstProblem(sections[0]);
    onProblems(sections);
  };

  /** Saves one section on top of the last saved profile. Unsaved input in other sections may not be valid yet. */
  const saveSection = async (section: StepKey, savedDraft: Draft): Promise<Draft> => {
    const json = toRequestBody(withSection(savedDraft, section, draft));
    const put$ = browserApi().api.profiles.me.sections[':section'].$put;
    const row = await unwrap(put$({ param: { section }, json }));
    const storedDraft = toDraft(row);
    setProfile(row);
    setReaderZone(storedDraft.timezone || null);
    // Keep input that was typed during the save.
    setDraft((typedDraft) => {
      const next = mergeSavedSections(
        { saved: draft, draft: typedDraft },
        withSection(typedDraft, section, storedDraft),
      );
      const hasUnsaved = KEYS.some((one) => listUnsavedFields(one, storedDraft, next).length > 0);
      saveSections(key, hasUnsaved ? { saved: storedDraft, draft: next } : undefined);
      return next;
    });
    return storedDraft;
  };

  /** Saves every section with changes. One with problems stays as it is, and the others are saved. */
  const save = async (): Promise<void> => {
    const problems: Errors = {};
    let savedDraft = profileDraft;
    let failure: unknown;
    for (const section of KEYS.filter(isUnsaved)) {
      const missing = findProblems(getStepIndex(section), draft);
      for (const { field, message } of missing) problems[field] = t(message);
      if (missing.length > 0) continue;
      try {
        savedDraft = await saveSection(section, savedDraft);
      } catch (error) {
        failure = error;
        const field = error instanceof ApiError ? error.field?.split('.')[0] : undefined;
        if (!field) break;
        problems[field as FieldName] = (error as ApiError).message;
      }
    }
    if (failure) {
      showToast({
        title: t(messages.saveFailed),
        ...(failure instanceof ApiError ? { description: failure.message } : {}),
        tone: 'error',
        about: [SAVE_ERROR_SUBJECT],
      });
    } else dismissToastsAbout([SAVE_ERROR_SUBJECT]);
    if (Object.keys(problems).length > 0) showProblems(problems);
    else if (!failure) showToast({ title: t(messages.sectionSavedToast), tone: 'success' });
  };

  return { profile, draft, change, save, discard, unsaved: isUnsaved, listErrorsIn, attempt, firstProblem };
}

export type ProfileSections = ReturnType<typeof useProfileSections>;
