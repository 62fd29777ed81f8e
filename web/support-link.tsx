import type { PageAddress } from '../content/paths.ts';
import { useTranslator } from '../messages/use-translator.tsx';
import { ButtonLink } from './ui/button-link.tsx';
import * as messages from './web.messages.ts';

/**
 * Links to the support form.
 * @param to one of the addresses of `paths.helpAbout` or `paths.helpFrom`, which contain the context
 */
export function SupportLink({ to, className = '' }: { to: PageAddress; className?: string }) {
  const t = useTranslator();
  return (
    <ButtonLink variant="ghost" icon="help" to={to} className={className}>
      {t(messages.contactSupport)}
    </ButtonLink>
  );
}
