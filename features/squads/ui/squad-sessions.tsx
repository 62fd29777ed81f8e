import { useEffect, useRef, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useTapGuard } from '../../../web/ui/use-tap-guard.ts';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../squads.messages.ts';
import type { SquadRoom } from '../squads.schema.ts';
import { SessionCard } from './session-card.tsx';
import { SessionTimeDialog } from './session-time-dialog.tsx';
import { formatSessionTime } from './session-times.ts';

/** Minutes preselected when shared availability is longer. Members can choose another time. */
const PICKED_MINUTES = 180;

type Props = { squad: SquadRoom };

/** The squad's sessions with everyone's answers, suggested times from shared availability, and a custom time. */
export function SquadSessions({ squad }: Props) {
  const t = useTranslator();
  const reader = useReader();
  const { busy, run } = useAction();
  const [choosing, setChoosing] = useState(false);
  const others = squad.members.length - 1;
  const takenStarts = new Set(squad.sessions.flatMap((one) => (one.state === 'called_off' ? [] : [one.starts_at])));
  const free = squad.next_sessions.filter(({ start }) => !takenStarts.has(start)).map(getPickedTime);
  const tapGuard = useTapGuard(squad.sessions.length);
  const list = useRef<HTMLOListElement>(null);
  // The button that proposed a time disappears, so keyboard focus moves to the list with the new session.
  const hasProposed = useRef(false);
  useEffect(() => {
    if (hasProposed.current && squad.sessions.length > 0) list.current?.focus({ preventScroll: true });
    hasProposed.current = false;
  }, [squad.sessions.length]);
  const propose = (json: { starts_at: string; minutes: number }) =>
    browserApi().api.squads[':id'].sessions.$post({ param: { id: squad.id }, json });
  return (
    <div className="contents" onClickCapture={tapGuard}>
      {squad.sessions.length > 0 && (
        <ol
          ref={list}
          tabIndex={-1}
          className="grid grid-cols-[minmax(0,1fr)] gap-3"
          aria-label={t(messages.sessionsList)}
        >
          {squad.sessions.map((session) => (
            <SessionCard key={session.id} squadId={squad.id} session={session} size={squad.size} others={others} />
          ))}
        </ol>
      )}
      {free.length > 0 && (
        <div className="stack">
          <p className="text-muted">{t(messages.pickSharedTime, { others })}</p>
          <ul className="grid gap-2" aria-label={t(messages.sharedTimesList, { others })}>
            {free.map((time) => (
              <li key={time.starts_at} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2">
                <time dateTime={time.starts_at}>{formatSessionTime(t, time, reader)}</time>
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={t(messages.proposeTime, { time: formatSessionTime(t, time, reader) })}
                  aria-disabled={busy}
                  onClick={() => {
                    hasProposed.current = true;
                    return run(
                      () => propose({ starts_at: time.starts_at, minutes: time.minutes }),
                      t(messages.askedToast, { others }),
                    );
                  }}
                >
                  {t(messages.propose)}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {free.length === 0 && squad.next_sessions.length === 0 && squad.sessions.length === 0 && (
        <p className="text-muted">{t(squad.live_match ? messages.noSharedHoursLive : messages.noSharedHours)}</p>
      )}
      <div>
        <Button variant="secondary" icon="plus" onClick={() => setChoosing(true)}>
          {t(messages.proposeAnotherTime)}
        </Button>
      </div>
      {choosing && (
        <SessionTimeDialog
          title={t(messages.proposeTitle)}
          description={t(messages.proposeExplanation, { others })}
          action={t(messages.proposeConfirm)}
          onChosen={(json, showProblem) => run(() => propose(json), undefined, showProblem)}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

function getPickedTime({ start, end }: { start: string; end: string }) {
  const minutes = Math.min(PICKED_MINUTES, (Date.parse(end) - Date.parse(start)) / 60_000);
  return { starts_at: start, ends_at: new Date(Date.parse(start) + minutes * 60_000).toISOString(), minutes };
}
