import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { useAuth } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../matches.messages.ts';

type Props = {
  /** The kind of group that the link leads to. */
  noun: 'party' | 'squad';
  /** The link's own page, to which visitors return after signing in. */
  here: string;
  /** Joins and shows the result. */
  join: () => Promise<unknown>;
  /** Called when joining failed, because the page may be out of date. */
  onLate: () => void;
};

/** The button that joins a group by its link; visitors sign in first. */
export function JoinByLink({ noun, here, join, onLate }: Props) {
  const t = useTranslator();
  const { user, isLoading } = useAuth();
  if (!user && !isLoading) {
    return (
      <div className="stack">
        <p className="text-muted">{t(messages.signInToJoinHint)}</p>
        <ButtonLink to={paths.authReturningTo(here)} icon="user" className="self-start">
          {t(messages.signInToJoin)}
        </ButtonLink>
      </div>
    );
  }
  const press = () =>
    attempt(join, undefined, (description) => {
      showToast({ title: t(messages.joinByLinkError, { group: noun }), description, tone: 'error' });
      onLate();
    });
  return (
    <Button icon="users" disabled={isLoading} className="self-start" onClick={press}>
      {t(messages.joinByLink, { group: noun })}
    </Button>
  );
}
