import { useEffect, useRef, useState } from 'react';
import { paths } from '../../../content/paths.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { ErrorSummary } from '../../../web/ui/error-summary.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Stepper } from '../../../web/ui/stepper.tsx';
import { getStepIndex, ONBOARDING_STEPS } from '../onboarding-steps.schema.ts';
import { listMissingToMatch, MATCH_NEEDS } from '../profiles.rules.ts';
import type { OwnProfile } from '../profiles.schema.ts';
import { STEP_VIEWS } from './step-views.ts';
import { type Onboarding, useOnboarding } from './use-onboarding.ts';

const TITLES = ONBOARDING_STEPS.map(({ title }) => title);

/** @param shown the step from the URL */
type Props = { profile: OwnProfile; shown?: number | undefined; onPublished: () => void };

/** The six steps of a profile, from the display name to the directory. */
export function OnboardingForm({ profile, shown: asked, onPublished }: Props) {
  const form = useOnboarding(profile, { asked, onPublished });
  const [looking, setLooking] = useState(profile.looking);
  const { step } = form;
  const { key, title, lead } = ONBOARDING_STEPS[step]!;
  const View = STEP_VIEWS[key];
  const heading = useRef<HTMLHeadingElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(step);

  // A new step moves focus to its heading for sighted users and screen readers. The first step leaves focus where it
  // is.
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView();
  }, [step]);

  return (
    <div ref={top} className="stack-lg scroll-mt-24">
      <Stepper steps={TITLES} current={step} label="Steps of your profile" onSelect={(to) => void form.back(to)} />
      <Notices form={form} />
      <Panel as="section" padding="lg" className="stack-lg">
        <header>
          <h2 ref={heading} tabIndex={-1} className="text-xl">
            {title}
          </h2>
          <p className="mt-1 text-mist">{lead}</p>
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
          looking={looking}
          onLooking={setLooking}
          onStep={(key) => void form.back(getStepIndex(key))}
        />
        <Actions form={form} />
      </Panel>
      <ConfirmDialog
        open={form.confirming}
        title="Publish your profile?"
        confirmLabel="Publish Profile"
        loading={form.busy === 'publish'}
        onConfirm={() => form.publish()}
        onCancel={form.cancel}
      >
        <Publishing form={form} />
      </ConfirmDialog>
      <ConfirmDialog
        open={form.hiding}
        title="Unpublish your profile?"
        confirmLabel="Unpublish"
        loading={form.busy === 'hide'}
        onConfirm={() => form.hide()}
        onCancel={form.cancel}
      >
        You'll leave the directory, and we'll stop matching you. Your open matches and your party end, and we'll tell
        the others why. Your profile stays saved. Publish again anytime.
      </ConfirmDialog>
    </div>
  );
}

/** Explains what publishing does. When the profile can't be matched yet, links to what's missing. */
function Publishing({ form }: { form: Onboarding }) {
  const missing = listMissingToMatch(form.draft);
  if (!missing) {
    return (
      <>
        Everyone will find you in the directory, and we'll start looking for your squad. You can change or unpublish
        your profile anytime.
      </>
    );
  }
  const { step, label, lacks, why } = MATCH_NEEDS[missing];
  const lead = () => {
    form.cancel();
    void form.back(getStepIndex(step));
  };
  return (
    <div className="stack">
      <p>
        Everyone will find you in the directory, but we can't match you yet. Your profile has {lacks}, and {why}.
      </p>
      <Button variant="secondary" size="sm" className="self-start" disabled={form.busy !== null} onClick={lead}>
        {label}
      </Button>
    </div>
  );
}

function Notices({ form }: { form: Onboarding }) {
  return (
    <>
      {form.published && (
        <Notice
          tone="gold"
          title="Your profile is published"
          action={
            <span className="cluster">
              <ButtonLink size="sm" variant="secondary" to={paths.editProfile}>
                Edit while published
              </ButtonLink>
              <Button size="sm" variant="ghost" disabled={form.busy !== null} onClick={form.askToHide}>
                Unpublish
              </Button>
            </span>
          }
        >
          Saving a step unpublishes your profile until you publish it again in the last step. Players waiting for you
          wait an hour. Then your open matches and your party end.
        </Notice>
      )}
      {form.other && (
        <Notice
          tone="cyan"
          title="You have unsaved changes"
          action={
            <span className="cluster">
              <Button size="sm" variant="secondary" onClick={form.takeOther}>
                Use them
              </Button>
              <Button size="sm" variant="ghost" onClick={form.dropOther}>
                Discard
              </Button>
            </span>
          }
        >
          You typed them in this browser before your profile was saved from somewhere else.
        </Notice>
      )}
    </>
  );
}

function Actions({ form }: { form: Onboarding }) {
  const last = form.step === ONBOARDING_STEPS.length - 1;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6">
      {form.step > 0 ? (
        <Button variant="ghost" icon="arrow-left" disabled={form.busy !== null} onClick={() => form.back()}>
          Back
        </Button>
      ) : (
        <span />
      )}
      {last ? (
        <Button
          size="lg"
          icon="rocket"
          disabled={!form.draft.allow_contact || form.busy !== null}
          onClick={form.askToPublish}
        >
          Publish
        </Button>
      ) : (
        <Button
          size="lg"
          iconEnd="arrow-right"
          loading={form.busy === 'save'}
          loadingLabel="Saving"
          onClick={() => form.next()}
        >
          Next
        </Button>
      )}
    </div>
  );
}
