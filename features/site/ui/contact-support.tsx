import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import * as messages from '../site.messages.ts';

/** The next step for readers who didn't find their question in the list. */
export function ContactSupport() {
  const t = useTranslator();
  return (
    <div className="panel panel-md panel-seam mt-8 flex flex-wrap items-center justify-between gap-4">
      <p className="font-semibold">{t(messages.questionNotFound)}</p>
      <ButtonLink to={paths.help} variant="secondary" icon="help">
        {t(messages.askSupport)}
      </ButtonLink>
    </div>
  );
}
