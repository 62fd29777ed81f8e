import { useEffect, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { setReaderZone } from '../../../web/ui/reader-zone.ts';
import { dismissToastsAbout, showToast } from '../../../web/ui/toast-store.ts';
import { getStepIndex, ONBOARDING_STEPS, type StepKey } from '../onboarding-steps.schema.ts';
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

/** Context for messages about a section that couldn't be saved. */
const NOT_SAVED = 'profile-section';
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

/** Manages a profile whose sections are saved one by one. Unsaved input survives errors, navigation and reloads. */
export function useProfileSections(first: OwnProfile) {
  const t = useTranslator();
  const [profile, setProfile] = useState(first);
  const [draft, setDraft] = useState(() => toDraft(first));
  const [errors, setErrors] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);
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
  const errorsIn = (section: StepKey): Errors =>
    Object.fromEntries(Object.entries(errors).filter(([field]) => getFieldStep(field) === getStepIndex(section)));

  const discard = (section: StepKey) => {
    update(withSection(draft, section, profileDraft), profileDraft);
    setErrors({});
  };

  const save = async (section: StepKey): Promise<void> => {
    const problems = findProblems(getStepIndex(section), draft);
    setAttempt((before) => before + 1);
    setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, t(message)])));
    if (problems.length > 0) return;
    try {
      // Unsaved input in other sections isn't part of this save and may not be valid yet.
      const json = toRequestBody(withSection(profileDraft, section, draft));
      const put$ = browserApi().api.profiles.me.sections[':section'].$put;
      const row = await unwrap(put$({ param: { section }, json }));
      const now = toDraft(row);
      setProfile(row);
      setReaderZone(now.timezone || null);
      // Keep input that was typed during the save.
      setDraft((typedDraft) => {
        const next = mergeSavedSections({ saved: draft, draft: typedDraft }, withSection(typedDraft, section, now));
        const hasUnsaved = KEYS.some((one) => listUnsavedFields(one, now, next).length > 0);
        saveSections(key, hasUnsaved ? { saved: now, draft: next } : undefined);
        return next;
      });
      dismissToastsAbout([NOT_SAVED]);
      showToast({ title: t(messages.sectionSavedToast), tone: 'success' });
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined;
      showToast({
        title: t(messages.saveFailed),
        ...(refusal ? { description: refusal.message } : {}),
        tone: 'error',
        about: [NOT_SAVED],
      });
      const field = refusal?.field?.split('.')[0];
      if (field) setErrors({ [field]: refusal!.message });
    }
  };

  return { profile, draft, change, save, discard, unsaved: isUnsaved, errorsIn, attempt };
}

export type ProfileSections = ReturnType<typeof useProfileSections>;
