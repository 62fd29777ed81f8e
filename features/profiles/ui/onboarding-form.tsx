import { useEffect, useRef, useState } from 'react';
import { paths } from '../../../content/paths.ts';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { ErrorSummary } from '../../../web/ui/error-summary.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Stepper } from '../../../web/ui/stepper.tsx';
import { getStepIndex, ONBOARDING_STEPS } from '../onboarding-steps.schema.ts';
import * as messages from '../profiles.messages.ts';
import { findMissingMatchField, MATCH_NEEDS, type MatchNeed } from '../profiles.rules.ts';
import type { OwnProfile } from '../profiles.schema.ts';
import { STEP_VIEWS } from './step-views.ts';
import { type Onboarding, useOnboarding } from './use-onboarding.ts';

/** `requestedStep` is the step from the URL. */
type Props = { profile: OwnProfile; requestedStep?: number | undefined; onPublished: () => void };

/** Shows the six steps of onboarding, from the display name to publishing. */
export function OnboardingForm({ profile, requestedStep, onPublished }: Props) {
  const t = useTranslator();
  const form = useOnboarding(profile, { requestedStep, onPublished });
  const [lookingSettings, setLooking] = useState(profile.looking);
  const { step } = form;
  const { key, title, lead } = ONBOARDING_STEPS[step]!;
  const View = STEP_VIEWS[key];
  const heading = useRef<HTMLHeadingElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const shownStep = useRef(step);

  // Move focus to the heading of a new step for sighted users and screen readers. The first step leaves focus where it
  // is.
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    heading.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView();
  }, [step]);

  return (
    <div ref={top} className="stack-lg scroll-mt-24">
      <Stepper
        steps={ONBOARDING_STEPS.map((one) => t(one.title))}
        current={step}
        label={t(messages.stepperLabel)}
        onSelect={(to) => void form.back(to)}
      />
      {step === 0 && <p className="text-muted">{t(messages.onboardingLead)}</p>}
      <Notices form={form} />
      <Panel as="section" padding="lg" className="stack-lg">
        <header>
          <h2 ref={heading} tabIndex={-1} className="text-xl">
            {t(title)}
          </h2>
          <p className="mt-1 text-muted">{t(lead)}</p>
        </header>
        <ErrorSummary
          attempt={form.attempt}
          errors={Object.entries(form.errors).map(([fieldId, message]) => ({ fieldId, message: message ?? '' }))}
        />
        <View
          draft={form.draft}
          errors={form.errors}
          change={form.change}
          profile={profile}
          looking={lookingSettings}
          onLooking={setLooking}
          onStep={(key) => void form.back(getStepIndex(key))}
        />
        <Actions form={form} />
      </Panel>
      <ConfirmDialog
        open={form.confirming}
        title={t(messages.publishTitle)}
        confirmLabel={t(messages.publishConfirm)}
        loading={form.busy === 'publish'}
        onConfirm={() => form.publish()}
        onCancel={form.cancel}
      >
        <Publishing form={form} />
      </ConfirmDialog>
      <ConfirmDialog
        open={form.hiding}
        title={t(messages.unpublishTitle)}
        confirmLabel={t(messages.unpublish)}
        loading={form.busy === 'hide'}
        onConfirm={() => form.hide()}
        onCancel={form.cancel}
      >
        {t(messages.unpublishExplanation)}
      </ConfirmDialog>
    </div>
  );
}

/** Explanation of publishing without a field that matching needs, and the label of the button to add it. */
const MISSING_FIELD_MESSAGES: Record<MatchNeed, { explanation: Message; action: Message }> = {
  languages: { explanation: messages.publishWithoutLanguage, action: messages.addLanguage },
  hours: { explanation: messages.publishWithoutAvailability, action: messages.setAvailability },
};

/** Explains what publishing does. When the profile can't be matched yet, links to what's missing. */
function Publishing({ form }: { form: Onboarding }) {
  const t = useTranslator();
  const missingField = findMissingMatchField(form.draft);
  if (!missingField) {
    return <>{t(messages.publishExplanation)}</>;
  }
  const getLead = () => {
    form.cancel();
    void form.back(getStepIndex(MATCH_NEEDS[missingField]));
  };
  return (
    <div className="stack">
      <p>{t(MISSING_FIELD_MESSAGES[missingField].explanation)}</p>
      <Button variant="secondary" size="sm" className="self-start" disabled={form.busy !== null} onClick={getLead}>
        {t(MISSING_FIELD_MESSAGES[missingField].action)}
      </Button>
    </div>
  );
}

function Notices({ form }: { form: Onboarding }) {
  const t = useTranslator();
  return (
    <>
      {form.published && (
        <Notice
          tone="gold"
          title={t(messages.publishedTitle)}
          action={
            <span className="cluster">
              <ButtonLink size="sm" variant="secondary" to={paths.editProfile}>
                {t(messages.editWhilePublished)}
              </ButtonLink>
              <Button size="sm" variant="ghost" disabled={form.busy !== null} onClick={form.askToHide}>
                {t(messages.unpublish)}
              </Button>
            </span>
          }
        >
          {t(messages.publishedExplanation)}
        </Notice>
      )}
      {form.other && (
        <Notice
          tone="cyan"
          title={t(messages.unsavedDraftTitle)}
          action={
            <span className="cluster">
              <Button size="sm" variant="secondary" onClick={form.takeOther}>
                {t(messages.applyDraft)}
              </Button>
              <Button size="sm" variant="ghost" onClick={form.dropOther}>
                {t(messages.discardDraft)}
              </Button>
            </span>
          }
        >
          {t(messages.unsavedDraftExplanation)}
        </Notice>
      )}
    </>
  );
}

function Actions({ form }: { form: Onboarding }) {
  const t = useTranslator();
  const isLast = form.step === ONBOARDING_STEPS.length - 1;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6">
      {form.step > 0 ? (
        <Button variant="ghost" icon="arrow-left" disabled={form.busy !== null} onClick={() => form.back()}>
          {t(messages.previousStep)}
        </Button>
      ) : (
        <span />
      )}
      {isLast ? (
        <Button
          size="lg"
          icon="rocket"
          disabled={!form.draft.allow_contact || form.busy !== null}
          onClick={form.askToPublish}
        >
          {t(messages.publish)}
        </Button>
      ) : (
        <span className="ms-auto flex items-center gap-2">
          {form.later && (
            <Button variant="ghost" className="px-3" disabled={form.busy !== null} onClick={form.later}>
              {t(messages.hoursLater)}
            </Button>
          )}
          <Button
            size="lg"
            iconEnd="arrow-right"
            loading={form.busy === 'save'}
            loadingLabel={t(messages.saving)}
            onClick={() => form.next()}
          >
            {t(messages.nextStep)}
          </Button>
        </span>
      )}
    </div>
  );
}
