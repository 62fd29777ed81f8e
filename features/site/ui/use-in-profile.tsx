import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { getCrewDnaInProfile } from '../../../content/umbrella/onboarding-content.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { getBrowserZone } from '../../../web/ui/browser-zone.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { createDraft } from '../../profiles/profile-defaults.rules.ts';
import { getDraftFingerprint, getDraftKey, readSavedDraft, toDraft } from '../../profiles/profile-form.rules.ts';
import { getSectionsKey, mergeSavedSections, parseSections } from '../../profiles/profile-sections.rules.ts';
import type { OwnProfile } from '../../profiles/profiles.schema.ts';
import type { CrewDna } from '../crew-dna/crew-dna.schema.ts';
import { prefillProfile } from '../crew-dna/profile-prefill.rules.ts';

/** Returns the player's own profile, and creates it if they signed in without going through the callback. */
async function loadOwnProfile(): Promise<OwnProfile> {
  const { me } = browserApi().api.profiles;
  try {
    return await unwrap(me.$get());
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const timeZone = getBrowserZone();
    await unwrap(me.arrival.$post({ json: { timezone: timeZone } }));
    return unwrap(me.$get());
  }
}

/**
 * Merges answers into a new profile's form; the profile's steps continue from there. @returns whether they filled
 * anything
 */
function fillSteps(profile: OwnProfile, crewDna: CrewDna): boolean {
  const key = getDraftKey(profile);
  const base = getDraftFingerprint(profile);
  const savedDraft = readSavedDraft(localStorage.getItem(key), profile);
  // Unsaved input in that form counts as entered, too.
  const typedDraft = savedDraft?.base === base ? savedDraft.draft : undefined;
  const currentDraft = typedDraft ?? createDraft(profile, navigator.language);
  const { draft, filled } = prefillProfile(currentDraft, typedDraft ?? toDraft(profile), crewDna);
  if (filled.length > 0) localStorage.setItem(key, JSON.stringify({ base, step: 0, draft }));
  return filled.length > 0;
}

/** Merges answers into a published profile's form. @returns whether they filled anything */
function fillSections(profile: OwnProfile, crewDna: CrewDna): boolean {
  const savedDraft = toDraft(profile);
  const key = getSectionsKey(profile);
  const savedSections = parseSections(localStorage.getItem(key));
  const typedDraft = savedSections ? mergeSavedSections(savedSections, savedDraft) : savedDraft;
  const { draft, filled } = prefillProfile(typedDraft, typedDraft, crewDna);
  if (filled.length > 0) localStorage.setItem(key, JSON.stringify({ saved: savedDraft, draft }));
  return filled.length > 0;
}

/**
 * Puts saved answers into the Protocol profile's form for review before saving. A published profile is filled on its
 * sections page and stays published; the steps for new profiles would remove it from the directory.
 */
export function UseInProfile({ answers }: { answers: CrewDna }) {
  const texts = getCrewDnaInProfile(useTranslator());
  const navigate = useNavigate();
  const fillProfile = async () => {
    try {
      const profile = await loadOwnProfile();
      const { published } = profile;
      const hasFilled = published ? fillSections(profile, answers) : fillSteps(profile, answers);
      if (!hasFilled) return void showToast({ title: texts.nothing });
      await navigate(published ? paths.editProfile : paths.onboarding);
      const description = published ? texts.doneSections : texts.doneText;
      showToast({ title: texts.done, description, tone: 'success' });
    } catch (error) {
      const description = error instanceof ApiError ? error.message : texts.failedText;
      showToast({ title: texts.failed, description, tone: 'error' });
    }
  };

  return (
    <Notice
      tone="cyan"
      action={
        <Button size="sm" variant="secondary" onClick={fillProfile}>
          {texts.use}
        </Button>
      }
    >
      {texts.text}
    </Notice>
  );
}
