import type { ComponentType } from 'react';
import type { Tag } from '../../../messages/message.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ErrorSummary } from '../../../web/ui/error-summary.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import type { StepKey } from '../onboarding-steps.schema.ts';
import * as messages from '../profiles.messages.ts';
import type { StepProps } from './step-props.ts';
import type { ProfileSections } from './use-profile-sections.ts';

const spokenTag: Tag = (text) => <VisuallyHidden>{text}</VisuallyHidden>;

type Props = {
  section: StepKey;
  title: string;
  lead: string;
  form: ProfileSections;
  view: ComponentType<StepProps>;
  looking: Pick<StepProps, 'looking' | 'onLooking'>;
};

/** One section of a profile, with its unsaved changes and the button that saves it. */
export function ProfileSection({ section, title, lead, form, view: View, looking }: Props) {
  const t = useTranslator();
  const errors = form.errorsIn(section);
  const isUnsaved = form.unsaved(section);
  return (
    <Panel as="section" padding="lg" className="stack-lg" aria-labelledby={`section-${section}`}>
      <header>
        <div className="cluster">
          <h2 id={`section-${section}`} tabIndex={-1} className="text-xl scroll-mt-24">
            {title}
          </h2>
          {isUnsaved && <Badge tone="gold">{t(messages.unsavedBadge)}</Badge>}
        </div>
        <p className="mt-1 text-mist">{lead}</p>
      </header>
      <ErrorSummary
        attempt={form.attempt}
        errors={Object.entries(errors).map(([fieldId, message]) => ({ fieldId, message: message ?? '' }))}
      />
      <View
        // Remount after a save, because the last section shows counts from the saved profile.
        key={section === 'publish' ? form.profile.updated_at : section}
        draft={form.draft}
        errors={errors}
        change={form.change}
        profile={form.profile}
        whole
        {...looking}
      />
      <div className="cluster border-t border-line pt-6">
        <Button aria-disabled={!isUnsaved} loadingLabel={t(messages.saving)} onClick={() => form.save(section)}>
          <RichMessage message={messages.saveSection} values={{ title, spoken: spokenTag }} />
        </Button>
        {isUnsaved && (
          <Button variant="ghost" onClick={() => form.discard(section)}>
            <RichMessage message={messages.discardSection} values={{ title, spoken: spokenTag }} />
          </Button>
        )}
      </div>
    </Panel>
  );
}
