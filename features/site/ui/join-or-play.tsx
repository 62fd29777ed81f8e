import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import * as messages from '../site.messages.ts';

/**
 * The main action of a public page: visitors join, players play. Both actions are in the HTML, which is the same for
 * everyone. The stylesheet shows one of them, depending on whether this browser has a session.
 */
export function JoinOrPlay({ join }: { join: { label: string; href: string } }) {
  const t = useTranslator();
  return (
    <>
      <ButtonLink to={join.href} size="lg" iconEnd="arrow-right" className="visitors-only">
        {join.label}
      </ButtonLink>
      <ButtonLink to={paths.matches} size="lg" iconEnd="arrow-right" className="members-only">
        {t(messages.playNow)}
      </ButtonLink>
    </>
  );
}
