import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi, toErrorMessage, unwrap } from '../../../web/api-client.ts';
import { setReaderZone } from '../../../web/ui/reader-zone.ts';
import { dismissToastsAbout, showToast } from '../../../web/ui/toast-store.ts';
import { ONBOARDING_STEPS } from '../onboarding-steps.schema.ts';
import { createDraft, findResumeStep } from '../profile-defaults.rules.ts';
import {
  type Draft,
  findProblems,
  getDraftFingerprint,
  getDraftKey,
  getFieldStep,
  readSavedDraft,
  type SavedDraft,
  toDraft,
  toRequestBody,
} from '../profile-form.rules.ts';
import * as messages from '../profiles.messages.ts';
import { findPublishProblem } from '../profiles.rules.ts';
import type { OwnProfile } from '../profiles.schema.ts';
import { hasTooFewHours } from '../weekly-hours.rules.ts';
import type { StepProps } from './step-props.ts';

const LAST_STEP = ONBOARDING_STEPS.length - 1;
const clampStep = (step: number) => Math.min(LAST_STEP, Math.max(0, Math.trunc(step)));
/** Toasts about a step that couldn't be saved or published share this subject, so they can be dismissed together. */
const NOT_SAVED = 'onboarding';

type Errors = StepProps['errors'];

/** Stores the draft if possible. Storage may be full or turned off. */
function saveDraft(key: string, value: SavedDraft | undefined): void {
  try {
    if (value) localStorage.setItem(key, JSON.stringify(value));
    else localStorage.removeItem(key);
  } catch {}
}

function readDraft(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Navigates between steps. Each step has its own URL, so the browser's Back button goes one step back. */
function useSteps(first: number, requestedStep: number | undefined) {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const step = clampStep(requestedStep ?? first);
  const show = (to: number) => {
    if (to === step) return;
    // Going back must not add a history entry.
    if ((state as { from?: number } | null)?.from === to) return void navigate(-1);
    const address = new URLSearchParams(search);
    address.set('step', String(to + 1));
    void navigate(`${pathname}?${address}`, { state: { from: step }, preventScrollReset: true });
  };
  return [step, show] as const;
}

/**
 * Manages the six steps: the input, the current step, and saving, going back and publishing.
 * @param options.requestedStep the step from the URL
 */
export function useOnboarding(
  profile: OwnProfile,
  { requestedStep, onPublished }: { requestedStep: number | undefined; onPublished: () => void },
) {
  const t = useTranslator();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => createDraft(profile, navigator.language));
  const [first, setFirst] = useState(() => findResumeStep(profile));
  const [step, show] = useSteps(first, requestedStep);
  const [errors, setErrors] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState<'save' | 'publish' | 'hide' | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [hiding, setHiding] = useState(false);
  const [isPublished, setIsPublished] = useState(profile.published);
  const [other, setOther] = useState<SavedDraft>();
  const base = useRef(getDraftFingerprint(profile));
  const key = getDraftKey(profile);

  useEffect(() => {
    const savedDraft = readSavedDraft(readDraft(key), profile);
    if (!savedDraft) return;
    if (savedDraft.base !== base.current) {
      // The profile has been saved elsewhere in the meantime. Only ask about input that was never saved.
      if (JSON.stringify(savedDraft.draft) !== savedDraft.base) setOther(savedDraft);
      return;
    }
    setDraft(savedDraft.draft);
    setFirst(savedDraft.step);
  }, [key, profile]);

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))));
    saveDraft(key, { base: base.current, step, draft: next });
  };

  /** Shows the missing fields and announces them again even if they were already shown. */
  const showErrors = (problems: Errors) => {
    setAttempt((before) => before + 1);
    setErrors(problems);
  };

  const go = (to: number, draft: Draft) => {
    setErrors({});
    saveDraft(key, { base: base.current, step: to, draft });
    show(to);
  };

  const showRefusal = (error: unknown) => {
    const refusal = error instanceof ApiError && error.field ? error : undefined;
    showToast({
      title: t(messages.saveFailed),
      ...(refusal ? { description: refusal.message } : {}),
      tone: 'error',
      about: [NOT_SAVED],
    });
    if (!refusal?.field) return;
    const field = refusal.field.split('.')[0] as keyof Draft;
    show(getFieldStep(field));
    showErrors({ [field]: refusal.message });
  };

  const save = async (): Promise<Draft> => {
    const savedDraft = toDraft(await unwrap(browserApi().api.profiles.me.$put({ json: toRequestBody(draft) })));
    base.current = JSON.stringify(savedDraft);
    dismissToastsAbout([NOT_SAVED]);
    setReaderZone(savedDraft.timezone || null);
    // Keep input that was typed during the save.
    setDraft((current) => (current === draft ? savedDraft : current));
    setIsPublished(false);
    return savedDraft;
  };

  const needsMoreHours = ONBOARDING_STEPS[step]?.key === 'hours' && hasTooFewHours(draft.availability);

  /** @param isLater whether the user chose to go on without hours */
  const goNext = async (isLater = false) => {
    if (needsMoreHours && !isLater) return showErrors({ availability: t(messages.hoursTooFew) });
    const problems = findProblems(step, draft);
    showErrors(Object.fromEntries(problems.map(({ field, message }) => [field, t(message)])));
    if (problems.length > 0) return;
    setBusy('save');
    try {
      go(step + 1, await save());
    } catch (error) {
      showRefusal(error);
    } finally {
      setBusy(null);
    }
  };

  const goBack = async (to = step - 1) => {
    setBusy('save');
    // Go back even if the save failed. Unsaved input stays in the draft.
    const savedDraft = await save().catch(() => draft);
    setBusy(null);
    go(to, savedDraft);
  };

  const askToPublish = () => {
    const problem =
      findProblems(0, draft).find(({ field }) => field === 'display_name' || field === 'email') ??
      findPublishProblem(draft);
    if (!problem) return setConfirming(true);
    const message = t(problem.message);
    showToast({ title: message, tone: 'error', about: [NOT_SAVED] });
    show(getFieldStep(problem.field));
    showErrors({ [problem.field]: message });
  };

  const publish = async () => {
    setBusy('publish');
    try {
      await save();
      await unwrap(browserApi().api.profiles.me.publish.$post());
      saveDraft(key, undefined);
      // The specification sends users to the directory. The toast links to the matches, for users who want to be
      // matched.
      showToast({
        title: t(messages.publishedToast),
        tone: 'success',
        action: { label: t(messages.seeMatches), onClick: () => void navigate(paths.matches) },
      });
      onPublished();
    } catch (error) {
      showRefusal(error);
    } finally {
      setConfirming(false);
      setBusy(null);
    }
  };

  const hide = async () => {
    setBusy('hide');
    try {
      await unwrap(browserApi().api.profiles.me.publication.$delete());
      setIsPublished(false);
      showToast({ title: t(messages.unpublishedToast), tone: 'success' });
    } catch (error) {
      showToast({
        title: t(messages.unpublishFailed),
        description: toErrorMessage(error, t(messages.tryAgain)),
        tone: 'error',
      });
    } finally {
      setHiding(false);
      setBusy(null);
    }
  };

  return {
    draft,
    step,
    // Only show errors of the current step, however the user got here.
    errors: Object.fromEntries(Object.entries(errors).filter(([field]) => getFieldStep(field) === step)) as Errors,
    attempt,
    busy,
    confirming,
    hiding,
    published: isPublished,
    change,
    next: () => goNext(),
    /** Continues without enough hours; undefined when there are enough or the step doesn't need any. */
    later: needsMoreHours ? () => goNext(true) : undefined,
    back: goBack,
    askToPublish,
    publish,
    askToHide: () => setHiding(true),
    hide,
    cancel: () => {
      setConfirming(false);
      setHiding(false);
    },
    /** Input based on an earlier version of the profile. The owner chooses whether to apply or discard it. */
    other,
    takeOther: () => {
      if (other) {
        setDraft(other.draft);
        saveDraft(key, { base: base.current, step, draft: other.draft });
      }
      setOther(undefined);
    },
    dropOther: () => {
      saveDraft(key, undefined);
      setOther(undefined);
    },
  };
}

export type Onboarding = ReturnType<typeof useOnboarding>;
