import { Fragment } from 'react';
import { Link } from 'react-router';
import { COMMA } from '../../../messages/lists.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import type { StepKey } from '../onboarding-steps.schema.ts';
import * as messages from '../profiles.messages.ts';

type Section = { key: StepKey; title: string };
type Props = { sections: readonly Section[]; onSave: () => Promise<void>; onDiscard: () => void };

/** The sticky bar that lists the unsaved sections and has the button that saves them. */
export function SaveBar({ sections, onSave, onDiscard }: Props) {
  const t = useTranslator();
  const isUnsaved = sections.length > 0;
  return (
    <div
      // On a short screen, the bar isn't sticky while there's nothing to save.
      className={`${isUnsaved ? '' : '[@media(max-height:29.99rem)]:static'} sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-panel border border-line bg-raised py-2 ps-4 pe-2 lg:bottom-4`}
    >
      <p role="status" className={isUnsaved ? 'min-w-0 flex-1 basis-48 text-gold text-sm' : 'sr-only'}>
        {isUnsaved && (
          <span>
            <RichMessage
              message={messages.notSavedYet}
              values={{ sections: () => <SectionLinks sections={sections} /> }}
            />
          </span>
        )}
      </p>
      {!isUnsaved && <p className="min-w-0 flex-1 text-muted text-sm">{t(messages.allSaved)}</p>}
      <span className="cluster">
        {isUnsaved && (
          <Button variant="ghost" onClick={onDiscard}>
            {t(messages.discardChanges)}
          </Button>
        )}
        <Button aria-disabled={!isUnsaved} loadingLabel={t(messages.saving)} onClick={onSave}>
          {t(messages.saveProfile)}
        </Button>
      </span>
    </div>
  );
}

function SectionLinks({ sections }: { sections: readonly Section[] }) {
  return (
    <span>
      {sections.map(({ key, title }, index) => (
        <Fragment key={key}>
          {index > 0 && <span>{COMMA}</span>}
          <Link to={`#section-${key}`}>{title}</Link>
        </Fragment>
      ))}
    </span>
  );
}
