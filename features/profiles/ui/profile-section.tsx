import { type ComponentType, useEffect, useRef } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { ErrorSummary } from '../../../web/ui/error-summary.tsx';
import type { StepKey } from '../onboarding-steps.schema.ts';
import { summarizeSection } from '../profile-summaries.wording.ts';
import * as messages from '../profiles.messages.ts';
import type { StepProps } from './step-props.ts';
import { focusWhenOpened, type OpenSections } from './use-open-sections.ts';
import type { ProfileSections } from './use-profile-sections.ts';

type Props = {
  section: StepKey;
  title: string;
  lead: string;
  form: ProfileSections;
  sections: OpenSections;
  view: ComponentType<StepProps>;
  looking: Pick<StepProps, 'looking' | 'onLooking'>;
};

/** One section of a profile. Closed, it sums up what's filled in. */
export function ProfileSection({ section, title, lead, form, sections, view: View, looking }: Props) {
  const t = useTranslator();
  const errors = form.listErrorsIn(section);
  const isOpen = sections.isOpen(section);
  // Closed sections aren't rendered until they're opened once.
  const wasOpened = useRef(false);
  wasOpened.current ||= isOpen;
  const body = useRef<HTMLDivElement>(null);
  const { attempt } = form;
  const hasProblem = form.firstProblem === section;
  useEffect(() => {
    if (attempt === 0 || !hasProblem) return;
    return focusWhenOpened(() => body.current?.querySelector<HTMLElement>('.error-summary'));
  }, [attempt, hasProblem]);
  return (
    <section aria-labelledby={`section-${section}`}>
      <details
        className="fold"
        open={isOpen}
        // The browser also opens a section when the reader searches the page for text in it.
        onToggle={(event) => sections.toggle(section, event.currentTarget.open)}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
        <summary
          onClick={(event) => {
            event.preventDefault();
            sections.toggle(section, !isOpen);
          }}
        >
          <span className="min-w-0">
            <span className="cluster">
              <h2 id={`section-${section}`} tabIndex={-1} className="scroll-mt-24 text-lg">
                {title}
              </h2>
              {form.unsaved(section) && <Badge tone="gold">{t(messages.unsavedBadge)}</Badge>}
            </span>
            {!isOpen && (
              <span className="block truncate font-normal text-muted text-sm">
                {summarizeSection(t, section, form.draft)}
              </span>
            )}
          </span>
        </summary>
        <div ref={body} className="fold-body stack-lg">
          <p className="text-muted">{lead}</p>
          {hasProblem && (
            <ErrorSummary
              attempt={form.attempt}
              errors={Object.entries(errors).map(([fieldId, message]) => ({ fieldId, message: message ?? '' }))}
            />
          )}
          {wasOpened.current && (
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
          )}
        </div>
      </details>
    </section>
  );
}
