import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import * as messages from '../support.messages.ts';
import { ABOUT_LABELS } from '../support-topics.schema.ts';
import type { HelpContext } from './help-context.ts';

/** Shows what is sent along with a message, and lets the person leave it out. */
export function AttachedContext({ context, onRemove }: { context: HelpContext; onRemove: () => void }) {
  const t = useTranslator();
  const { about, page, error_reference: reference } = context;
  if (!about && !page && !reference) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div className="text-sm text-muted">
        <p>{t(messages.formContext)}</p>
        <ul>
          {about && <li>{t(ABOUT_LABELS[about.kind])}</li>}
          {page && <li className="wrap-anywhere">{t(messages.formContextPage, { page })}</li>}
          {reference && <li className="wrap-anywhere">{t(messages.formContextError, { reference })}</li>}
        </ul>
      </div>
      <Button type="button" variant="ghost" size="sm" icon="close" onClick={onRemove}>
        {t(messages.formContextRemove)}
      </Button>
    </div>
  );
}
