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
      className={`bottom-bar ${isUnsaved ? '' : '[@media(max-height:29.99rem)]:static'} flex items-center justify-end gap-x-4 rounded-panel border border-line bg-raised py-2 ps-4 pe-2`}
    >
      <p role="status" className={isUnsaved ? 'min-w-0 flex-1 truncate text-gold text-sm' : 'sr-only'}>
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
      <span className="flex gap-2">
        {isUnsaved && (
          <Button variant="ghost" icon="undo" className="max-sm:px-3" onClick={onDiscard}>
            <span className="max-sm:sr-only">{t(messages.discardChanges)}</span>
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
