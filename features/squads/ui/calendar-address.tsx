import { useId } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { getButtonClass } from '../../../web/ui/button-style.ts';
import { CopyButton } from '../../../web/ui/copy-button.tsx';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../squads.messages.ts';

type Props = {
  /** The squad whose sessions the calendar shows; all of the reader's squads when omitted. */
  squadId?: string;
  path: string | null;
};

/** Lets the reader create, view, renew and turn off a secret address for calendar subscriptions. */
export function CalendarAddress({ squadId, path }: Props) {
  const t = useTranslator();
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
        {t(messages.calendarTitle)}
      </h3>
      {path === null ? (
        <>
          <p className="text-sm text-muted">{t(messages.calendarExplanation)}</p>
          <div>
            <Button variant="secondary" icon="link" onClick={() => run(renew, t(messages.calendarReadyToast))}>
              {t(messages.createCalendarLink)}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="rounded-control border border-line p-3 font-mono text-sm break-all">
            {window.location.origin}
            {path}
          </p>
          <p className="text-sm text-muted">{t(messages.calendarLinkHint)}</p>
          <div className="cluster">
            <a
              className={getButtonClass({ variant: 'secondary', size: 'sm' })}
              href={`webcal://${window.location.host}${path}`}
            >
              {t(messages.openInCalendar)}
            </a>
            <CopyButton text={`${window.location.origin}${path}`} label={t(messages.copyCalendarLink)} />
            <Button
              size="sm"
              variant="ghost"
              icon="refresh"
              disabled={busy}
              onClick={() => run(renew, t(messages.calendarRenewedToast))}
            >
              {t(messages.renewCalendarLink)}
            </Button>
            <Button
              size="sm"
              variant="ghost"
              icon="close"
              disabled={busy}
              onClick={() => run(revoke, t(messages.calendarOffToast))}
            >
              {t(messages.turnOffCalendar)}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
