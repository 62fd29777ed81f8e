import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ContactList } from '../../../web/ui/contact-list.tsx';
import { DeadlineMessage } from '../../../web/ui/moment.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { SquadSession } from '../sessions/squad-sessions.schema.ts';
import * as messages from '../squads.messages.ts';
import { MAX_INVITED } from '../substitutes/substitutes.rules.ts';
import { isAskingQueue } from './live-refill.tsx';
import { useNow } from './use-now.ts';

type Props = {
  squadId: string;
  session: SquadSession;
  /** Whether the session is being played, so it can't be moved anymore. */
  live?: boolean;
};

/**
 * Shows the players invited to sub in with their deadlines, contacts for confirmed substitutes, and the captain's
 * actions.
 */
export function SessionSubstitutes({ squadId, session, live = false }: Props) {
  const t = useTranslator();
  const { stand_ins: subs, search } = session;
  const { run } = useAction();
  const now = useNow(live ? 1_000 : undefined);
  const param = { id: squadId, session_id: session.id };
  const json = { version: session.version };
  const operation = browserApi().api.squads[':id'].sessions[':session_id']['stand-ins'];
  const ask = () => run(() => operation.$post({ param, json }), t(messages.searchStartedToast));
  const stop = () => run(() => operation.stop.$post({ param, json }), t(messages.searchStoppedToast));
  const invitedSubs = subs.filter(({ state }) => state === 'asked');
  // The "Live now" section already lists everyone's gamertag.
  const reachable = live ? [] : subs.filter(({ contacts }) => contacts.length > 0);
  const isShortOfPlayers = session.open && search.missing > 0 && session.answers.every(({ answer }) => answer !== null);
  const isIdle = search.state === 'off' && !search.you_may_ask;
  if (subs.length === 0 && isIdle && !isShortOfPlayers) return null;
  return (
    <div className="grid gap-2 text-sm">
      {invitedSubs.map((one) => (
        <p key={one.id}>
          <DeadlineMessage
            message={messages.subInvited}
            values={{
              name: one.display_name,
              position: one.seat ?? 'none',
              player: (children) => <strong>{children}</strong>,
            }}
            until={one.until ?? session.starts_at}
          />
        </p>
      ))}
      {search.state === 'asking' && invitedSubs.length < search.offered && !isAskingQueue(session, now) && (
        <p className="text-muted">{t(messages.searchingSub)}</p>
      )}
      {search.state === 'nobody' && (
        <p className="text-muted">{t(live ? messages.noSubFitsLive : messages.noSubFits)}</p>
      )}
      {search.state === 'enough' && <p className="text-muted">{t(messages.enoughSubsInvited, { max: MAX_INVITED })}</p>}
      {isIdle && isShortOfPlayers && <p className="text-muted">{t(messages.tooFewPlayers)}</p>}
      {reachable.map((one) => (
        <ContactList key={one.id} name={one.display_name} contacts={one.contacts} />
      ))}
      {(search.you_may_ask || search.you_may_stop) && (
        <div className="cluster">
          {search.you_may_ask && (
            <Button size="sm" variant="secondary" icon="search" onClick={() => ask()}>
              {t(messages.askForSub)}
            </Button>
          )}
          {search.you_may_stop && (
            <Button size="sm" variant="ghost" icon="close" onClick={() => stop()}>
              {t(messages.stopSearch)}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
