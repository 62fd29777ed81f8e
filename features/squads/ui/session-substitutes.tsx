import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ContactList } from '../../../web/ui/contact-list.tsx';
import { Countdown } from '../../../web/ui/moment.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { SquadSession } from '../sessions/squad-sessions.schema.ts';
import { SUBSTITUTE_TEXTS } from '../substitutes/substitutes.rules.ts';

type Props = { squadId: string; session: SquadSession };

/**
 * Shows who was asked to sub in and when their invitation expires, contacts for confirmed substitutes, and the
 * captain's actions.
 */
export function SessionSubstitutes({ squadId, session }: Props) {
  const { stand_ins: subs, search } = session;
  const { run } = useAction();
  const param = { id: squadId, session_id: session.id };
  const json = { version: session.version };
  const operation = browserApi().api.squads[':id'].sessions[':session_id']['stand-ins'];
  const ask = () => run(() => operation.$post({ param, json }), 'We’re inviting the best fit');
  const stop = () => run(() => operation.stop.$post({ param, json }), 'We’ve stopped looking for subs');
  const asked = subs.filter(({ state }) => state === 'asked');
  const reachable = subs.filter(({ contacts }) => contacts.length > 0);
  const short = session.open && search.missing > 0 && session.answers.every(({ answer }) => answer !== null);
  const idle = search.state === 'off' && !search.you_may_ask;
  if (subs.length === 0 && idle && !short) return null;
  return (
    <div className="grid gap-2 text-sm">
      {asked.map((one) => (
        <p key={one.id}>
          <strong>{one.display_name}</strong>
          <span>{` is invited to sub in${one.seat ? ` as ${one.seat}` : ''}. Time to answer: `}</span>
          {one.until && <Countdown until={one.until} />}
          <span>. After that, we’ll invite the next player.</span>
        </p>
      ))}
      {search.state === 'asking' && asked.length < search.offered && (
        <p className="text-mist">Looking for a sub who fits and is free at this time…</p>
      )}
      {search.state === 'nobody' && (
        <p className="text-mist">
          No one who’s looking fits this time and spot. We’ll check again every 15 minutes. You can also invite someone
          by name or link, or move the session.
        </p>
      )}
      {search.state === 'enough' && <p className="text-mist">{SUBSTITUTE_TEXTS.enoughAsked}</p>}
      {idle && short && (
        <p className="text-mist">
          Too few players are in. While there’s time, the captain can ask for a sub, or you can move the session.
        </p>
      )}
      {reachable.map((one) => (
        <ContactList key={one.id} name={one.display_name} contacts={one.contacts} />
      ))}
      {(search.you_may_ask || search.you_may_stop) && (
        <div className="cluster">
          {search.you_may_ask && (
            <Button size="sm" variant="secondary" icon="search" onClick={() => ask()}>
              Ask for a sub
            </Button>
          )}
          {search.you_may_stop && (
            <Button size="sm" variant="ghost" icon="close" onClick={() => stop()}>
              Stop looking
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
