import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { ReaderTimes } from '../../../time/reader-times.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Icon, type IconName } from '../../../web/ui/icon.tsx';
import { Countdown } from '../../../web/ui/moment.tsx';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import { useAction } from '../../../web/use-action.ts';
import type { SessionAnswer, SquadSession } from '../sessions/squad-sessions.schema.ts';
import { answerSession } from './answer-session.ts';
import { SessionSubstitutes } from './session-substitutes.tsx';
import { SessionTimeDialog } from './session-time-dialog.tsx';
import { formatSessionTime } from './session-times.ts';
import { useNow } from './use-now.ts';

type Props = { squadId: string; session: SquadSession; size: number };
type Face = SquadSession['answers'][number] & { isSubstitute?: boolean };

const CHOICES = [
  { answer: 'yes', label: 'I’m in' },
  { answer: 'maybe', label: 'Maybe' },
  { answer: 'no', label: 'Can’t' },
] as const;

/** One session of the squad: time, attendance and the reader's answer. Members who are allowed to can move it. */
export function SessionCard({ squadId, session, size }: Props) {
  const reader = useReader();
  const { busy, run } = useAction();
  const now = useNow();
  const [asking, setAsking] = useState<'move' | 'cancel'>();
  const { id, version } = session;
  const closed = Date.parse(session.answers_until) <= now;
  const checkingIn = Date.parse(session.check_in_from) <= now && now < Date.parse(session.ends_at);
  const here = session.answers.some((one) => one.is_you && one.here_at !== null);
  const time = formatSessionTime(session, reader);
  const operation = browserApi().api.squads[':id'].sessions[':session_id'];
  const param = { id: squadId, session_id: id };
  const answer = (word: SessionAnswer) => run(() => answerSession({ squadId, sessionId: id, version }, word));
  const checkIn = () =>
    run(() => operation['check-in'].$put({ param, json: { version } }), 'You’re checked in. The others can see it.');
  const callOff = async () => {
    await run(() => operation['call-off'].$post({ param, json: { version } }), 'Session canceled');
    setAsking(undefined);
  };
  const heading = `session-${id}`;
  return (
    <li className="grid gap-3 rounded-panel border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={heading} className={`text-base ${session.state === 'called_off' ? 'line-through' : ''}`}>
          <Link to={paths.session(id)}>
            <time dateTime={session.starts_at}>{time}</time>
          </Link>
        </h3>
        <State session={session} size={size} />
      </div>
      {session.state === 'called_off' ? (
        <p className="text-sm text-mist">Propose another time if you want to play.</p>
      ) : (
        <>
          <Faces session={session} now={now} label={`Who’s coming on ${time}`} />
          <p className="text-sm text-mist">
            <span>{formatCountLine(session)}</span>
            {session.at_once && session.state === 'proposed' && !closed && (
              <span>
                {' '}
                Answer <Countdown until={session.answers_until} />. If too few players confirm, it ends automatically.
              </span>
            )}
          </p>
          {session.my_answer !== 'no' && session.overlaps.length > 0 && (
            <Overlaps overlaps={session.overlaps} reader={reader} />
          )}
          <SessionSubstitutes squadId={squadId} session={session} />
          {checkingIn && (
            <Button
              icon="check"
              variant={session.my_answer === 'no' ? 'secondary' : 'primary'}
              aria-disabled={here || busy}
              onClick={() => checkIn()}
            >
              {here ? 'You’re here' : 'I’m here'}
            </Button>
          )}
          {session.open && !closed && (
            <fieldset className="grid grid-cols-3 gap-2" aria-labelledby={heading}>
              {CHOICES.map(({ answer: word, label }) => (
                <Button
                  key={word}
                  className="px-2 whitespace-nowrap max-sm:text-sm"
                  variant={session.my_answer === word ? 'primary' : 'secondary'}
                  aria-pressed={session.my_answer === word}
                  aria-disabled={busy}
                  onClick={() => answer(word)}
                >
                  {label}
                </Button>
              ))}
            </fieldset>
          )}
        </>
      )}
      {session.you_may_change && !closed && (
        <div className="cluster">
          <Button size="sm" variant="ghost" icon="clock" onClick={() => setAsking('move')}>
            Move
          </Button>
          <Button size="sm" variant="ghost" icon="close" onClick={() => setAsking('cancel')}>
            Cancel session
          </Button>
        </div>
      )}
      {asking === 'move' && (
        <SessionTimeDialog
          title="Move the session"
          description="We’ll ask everyone again. Earlier answers don’t carry over."
          at={session}
          action="Move session"
          onChosen={(json, showProblem) =>
            run(() => operation.$patch({ param, json: { ...json, version } }), undefined, showProblem)
          }
          onClose={() => setAsking(undefined)}
        />
      )}
      <ConfirmDialog
        open={asking === 'cancel'}
        title="Cancel the session?"
        confirmLabel="Cancel session"
        tone="danger"
        onConfirm={() => callOff()}
        onCancel={() => setAsking(undefined)}
      >
        {time}. We’ll notify the others that you canceled it.
      </ConfirmDialog>
    </li>
  );
}

type OverlapsProps = { overlaps: SquadSession['overlaps']; reader: ReaderTimes };

/** Warns about overlapping sessions: confirming both would leave one squad a player short. */
function Overlaps({ overlaps, reader }: OverlapsProps) {
  return (
    <p className="flex gap-2 text-sm">
      <Icon name="warning" size={16} className="mt-0.5 shrink-0 text-gold" />
      <span>
        You’re already booked at this time:{' '}
        {overlaps.map((one, at) => (
          <Fragment key={one.path}>
            {at > 0 && <span>{'; '}</span>}
            <Link to={one.path}>{one.name}</Link>
            <span>, {formatSessionTime(one, reader)}</span>
          </Fragment>
        ))}
        .
      </span>
    </p>
  );
}

function State({ session, size }: { session: SquadSession; size: number }) {
  if (session.state === 'called_off') return <Badge tone="red">Canceled</Badge>;
  const yes = size - session.search.missing;
  if (session.state === 'stands') {
    return (
      <Badge tone="green" icon="check">
        Confirmed
      </Badge>
    );
  }
  return (
    <Badge tone="cyan">
      {yes} of {size} in
    </Badge>
  );
}

type Mark = { icon: IconName; word: string; color: string };

const MARKS: Record<SessionAnswer, Mark> = {
  yes: { icon: 'check', word: 'in', color: 'text-green' },
  maybe: { icon: 'help', word: 'maybe', color: 'text-gold' },
  no: { icon: 'close', word: 'can’t', color: 'text-red' },
};

/**
 * Returns the mark below a player's avatar: checked in or late once check-in has opened, and their answer before that.
 */
function getAttendanceMark(one: Face, session: SquadSession, now: number): Mark | undefined {
  const start = Date.parse(session.starts_at);
  if (one.here_at) {
    const late = Math.floor((Date.parse(one.here_at) - start) / 60_000);
    return {
      icon: 'check',
      word: late > 0 ? `${late} min late` : 'here',
      color: late > 0 ? 'text-gold' : 'text-green',
    };
  }
  if (one.answer === 'yes' && start <= now) return { icon: 'clock', word: 'late', color: 'text-red' };
  if (one.isSubstitute) return { icon: 'check', word: 'sub', color: 'text-green' };
  return one.answer ? MARKS[one.answer] : undefined;
}

/** Lists members, followed by substitutes for this session. */
const listFaces = ({ answers, stand_ins }: SquadSession): Face[] => [
  ...answers,
  ...stand_ins
    .filter(({ state }) => state === 'in')
    .map((one) => ({ ...one, is_you: false, answer: 'yes' as const, isSubstitute: true })),
];

function Faces({ session, now, label }: { session: SquadSession; now: number; label: string }) {
  return (
    <ul className="grid max-w-md grid-cols-5 gap-x-1 gap-y-3" aria-label={label}>
      {listFaces(session).map((one) => {
        const mark = getAttendanceMark(one, session, now);
        return (
          <li key={one.id} className="grid min-w-0 justify-items-center gap-1 self-start text-center text-xs">
            <Avatar
              name={one.display_name}
              src={one.avatar_path}
              size={40}
              decorative
              className={one.answer === 'yes' ? '' : 'opacity-60'}
            />
            <span className="w-full truncate">{one.is_you ? 'You' : one.display_name}</span>
            {mark ? (
              <span className={`inline-flex items-center gap-1 whitespace-nowrap ${mark.color}`}>
                <Icon name={mark.icon} size={12} />
                {mark.word}
              </span>
            ) : (
              <span className="text-mist">no answer</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function formatCountLine({ answers, stand_ins }: SquadSession): string {
  const count = (word: SessionAnswer | null) => answers.filter(({ answer }) => answer === word).length;
  const silent = count(null);
  const guests = stand_ins.filter(({ state }) => state === 'in').length;
  const parts = [
    `${count('yes')} in`,
    guests > 0 && (guests === 1 ? '1 sub' : `${guests} subs`),
    count('maybe') > 0 && `${count('maybe')} maybe`,
    count('no') > 0 && `${count('no')} can’t`,
    silent > 0 && `${silent} yet to answer`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
