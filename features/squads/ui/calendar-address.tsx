import { useId } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { getButtonClass } from '../../../web/ui/button-style.ts';
import { CopyButton } from '../../../web/ui/copy-button.tsx';
import { useAction } from '../../../web/use-action.ts';

type Props = {
  /** The squad whose sessions the calendar shows; all of the reader's squads when omitted. */
  squadId?: string;
  path: string | null;
};

/** Lets the reader create, view, renew and turn off a secret address for calendar subscriptions. */
export function CalendarAddress({ squadId, path }: Props) {
  const heading = useId();
  const { busy, run } = useAction();
  const { api } = browserApi();
  const renew = () =>
    squadId
      ? unwrap(api.squads[':id']['calendar-address'].$put({ param: { id: squadId } }))
      : unwrap(api['squad-calendar'].$put());
  const revoke = () =>
    squadId
      ? unwrap(api.squads[':id']['calendar-address'].$delete({ param: { id: squadId } }))
      : unwrap(api['squad-calendar'].$delete());
  return (
    <section className="stack" aria-labelledby={heading}>
      <h3 id={heading} className="text-base">
        Add to your calendar
      </h3>
      {path === null ? (
        <>
          <p className="text-sm text-mist">
            Get a private link for your calendar app. Sessions are added, moved and removed there automatically.
          </p>
          <div>
            <Button variant="secondary" icon="link" onClick={() => run(renew, 'Your calendar link is ready')}>
              Create calendar link
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="rounded-control border border-line p-3 font-mono text-sm break-all">
            {window.location.origin}
            {path}
          </p>
          <p className="text-sm text-mist">
            Anyone with this link can see the sessions. Creating a new link turns this one off.
          </p>
          <div className="cluster">
            <a
              className={getButtonClass({ variant: 'secondary', size: 'sm' })}
              href={`webcal://${window.location.host}${path}`}
            >
              Open in calendar
            </a>
            <CopyButton text={`${window.location.origin}${path}`} label="Copy link" />
            <Button
              size="sm"
              variant="ghost"
              icon="refresh"
              disabled={busy}
              onClick={() => run(renew, 'The old link no longer works')}
            >
              Create new link
            </Button>
            <Button
              size="sm"
              variant="ghost"
              icon="close"
              disabled={busy}
              onClick={() => run(revoke, 'The calendar link is off')}
            >
              Turn off
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
