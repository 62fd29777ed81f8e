import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { Message } from '../../../messages/message.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import type { TimePreferences } from '../../../time/reader-times.ts';
import { queueAnswer, useQueuedAnswer } from '../../../web/answer-queue.ts';
import { browserApi } from '../../../web/api-client.ts';
import { QueuedAnswerLine } from '../../../web/queued-answer-line.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Icon, type IconName } from '../../../web/ui/icon.tsx';
import { DeadlineMessage } from '../../../web/ui/moment.tsx';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import { useAction } from '../../../web/use-action.ts';
import type { SessionAnswer, SquadSession } from '../sessions/squad-sessions.schema.ts';
import * as messages from '../squads.messages.ts';
import { answerSession } from './answer-session.ts';
import { SessionSubstitutes } from './session-substitutes.tsx';
import { SessionTimeDialog } from './session-time-dialog.tsx';
import { formatSessionTime } from './session-times.ts';
import { useNow } from './use-now.ts';

type Props = { squadId: string; session: SquadSession; size: number; others: number };
type Face = SquadSession['answers'][number] & { isSubstitute?: boolean };

const CHOICES: readonly { answer: SessionAnswer; label: Message }[] = [
  { answer: 'yes', label: messages.answerYes },
  { answer: 'maybe', label: messages.answerMaybe },
  { answer: 'no', label: messages.answerNo },
];

/** One session of the squad: time, attendance and the reader's answer. Members who are allowed to can move it. */
export function SessionCard({ squadId, session, size, others }: Props) {
  const t = useTranslator();
  const reader = useReader();
  const { busy, run } = useAction();
  const now = useNow();
  const [openDialog, setOpenDialog] = useState<'move' | 'cancel'>();
  const { id, version } = session;
  const areAnswersClosed = Date.parse(session.answers_until) <= now;
  const isCheckInOpen = Date.parse(session.check_in_from) <= now && now < Date.parse(session.ends_at);
  const isHere = session.answers.some((one) => one.is_you && one.here_at !== null);
  const time = formatSessionTime(t, session, reader);
  const operation = browserApi().api.squads[':id'].sessions[':session_id'];
  const param = { id: squadId, session_id: id };
  const queued = useQueuedAnswer('session', id);
  const ownAnswer = queued?.answer ?? session.my_answer;
  const answer = async (word: SessionAnswer) => {
    if (await queueAnswer({ kind: 'session', id, squadId, version, answer: word })) return;
    await run(() => answerSession(t, { squadId, sessionId: id, version }, word));
  };
  const checkIn = () => run(() => operation['check-in'].$put({ param, json: { version } }), t(messages.checkedInToast));
  const cancel = async () => {
    await run(() => operation['call-off'].$post({ param, json: { version } }), t(messages.canceledToast));
    setOpenDialog(undefined);
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
        <p className="text-sm text-muted">{t(messages.canceledHint)}</p>
      ) : (
        <>
          <Faces session={session} now={now} label={t(messages.attendanceList, { time })} />
          <p className="text-sm text-muted">
            <span>{formatAnswerCount(t, session)}</span>
            {session.at_once && session.state === 'proposed' && !areAnswersClosed && (
              <span>
                {' '}
                <DeadlineMessage message={messages.answerDeadline} until={session.answers_until} />
              </span>
            )}
          </p>
          {session.my_answer !== 'no' && session.overlaps.length > 0 && (
            <Overlaps overlaps={session.overlaps} reader={reader} />
          )}
          <SessionSubstitutes squadId={squadId} session={session} />
          {isCheckInOpen && (
            <Button
              icon="check"
              variant={session.my_answer === 'no' ? 'secondary' : 'primary'}
              aria-disabled={isHere || busy}
              onClick={() => checkIn()}
            >
              {isHere ? t(messages.youreHere) : t(messages.imHere)}
            </Button>
          )}
          {session.open && !areAnswersClosed && (
            <fieldset className="grid grid-cols-3 gap-2" aria-labelledby={heading}>
              {CHOICES.map(({ answer: word, label }) => (
                <Button
                  key={word}
                  className="px-2 whitespace-nowrap max-sm:text-sm"
                  variant={ownAnswer === word ? 'primary' : 'secondary'}
                  aria-pressed={ownAnswer === word}
                  aria-disabled={busy}
                  onClick={() => answer(word)}
                >
                  {t(label)}
                </Button>
              ))}
            </fieldset>
          )}
          <QueuedAnswerLine queued={queued} about={time} />
        </>
      )}
      {session.you_may_change && !areAnswersClosed && (
        <div className="cluster">
          <Button size="sm" variant="ghost" icon="clock" onClick={() => setOpenDialog('move')}>
            {t(messages.move)}
          </Button>
          <Button size="sm" variant="ghost" icon="close" onClick={() => setOpenDialog('cancel')}>
            {t(messages.cancelSession)}
          </Button>
        </div>
      )}
      {openDialog === 'move' && (
        <SessionTimeDialog
          title={t(messages.moveTitle)}
          description={t(messages.moveExplanation)}
          at={session}
          action={t(messages.moveConfirm)}
          onChosen={(json, showProblem) =>
            run(() => operation.$patch({ param, json: { ...json, version } }), undefined, showProblem)
          }
          onClose={() => setOpenDialog(undefined)}
        />
      )}
      <ConfirmDialog
        open={openDialog === 'cancel'}
        title={t(messages.cancelTitle)}
        confirmLabel={t(messages.cancelSession)}
        tone="danger"
        onConfirm={() => cancel()}
        onCancel={() => setOpenDialog(undefined)}
      >
        {t(messages.cancelExplanation, { time, others })}
      </ConfirmDialog>
    </li>
  );
}

type OverlapsProps = { overlaps: SquadSession['overlaps']; reader: TimePreferences };

/** Warns about overlapping sessions, because confirming both would leave one squad a player short. */
function Overlaps({ overlaps, reader }: OverlapsProps) {
  const t = useTranslator();
  const renderOverlap = (one: SquadSession['overlaps'][number], index: number) => (
    <Fragment key={one.path}>
      {index > 0 && <span>{'; '}</span>}
      <span>
        <RichMessage
          message={messages.overlap}
          values={{
            name: one.name,
            time: formatSessionTime(t, one, reader),
            link: (children) => <Link to={one.path}>{children}</Link>,
          }}
        />
      </span>
    </Fragment>
  );
  return (
    <p className="flex gap-2 text-sm">
      <Icon name="warning" size={16} className="mt-0.5 shrink-0 text-gold" />
      <span>
        <RichMessage message={messages.overlaps} values={{ bookings: () => overlaps.map(renderOverlap) }} />
      </span>
    </p>
  );
}

function State({ session, size }: { session: SquadSession; size: number }) {
  const t = useTranslator();
  if (session.state === 'called_off') return <Badge tone="red">{t(messages.canceled)}</Badge>;
  const yesCount = size - session.search.missing;
  if (session.state === 'stands') {
    return (
      <Badge tone="green" icon="check">
        {t(messages.confirmed)}
      </Badge>
    );
  }
  return <Badge tone="cyan">{t(messages.countIn, { yes: yesCount, size })}</Badge>;
}

type Mark = { icon: IconName; label: string; color: string };

const MARKS: Record<SessionAnswer, Omit<Mark, 'label'> & { label: Message }> = {
  yes: { icon: 'check', label: messages.markYes, color: 'text-green' },
  maybe: { icon: 'help', label: messages.markMaybe, color: 'text-gold' },
  no: { icon: 'close', label: messages.markNo, color: 'text-red' },
};

/** Returns the mark below a player's avatar: checked in or late once check-in is open, and their answer before that. */
function getAttendanceMark(t: Translator, one: Face, session: SquadSession, now: number): Mark | undefined {
  const start = Date.parse(session.starts_at);
  if (one.here_at) {
    const lateMinutes = Math.floor((Date.parse(one.here_at) - start) / 60_000);
    return lateMinutes > 0
      ? { icon: 'check', label: t(messages.markMinutesLate, { minutes: lateMinutes }), color: 'text-gold' }
      : { icon: 'check', label: t(messages.markHere), color: 'text-green' };
  }
  if (one.answer === 'yes' && start <= now) return { icon: 'clock', label: t(messages.markLate), color: 'text-red' };
  if (one.isSubstitute) return { icon: 'check', label: t(messages.markSub), color: 'text-green' };
  if (!one.answer) return undefined;
  const { label, ...mark } = MARKS[one.answer];
  return { ...mark, label: t(label) };
}

/** Lists members, followed by substitutes for this session. */
const listFaces = ({ answers, stand_ins }: SquadSession): Face[] => [
  ...answers,
  ...stand_ins
    .filter(({ state }) => state === 'in')
    .map((one) => ({ ...one, is_you: false, answer: 'yes' as const, isSubstitute: true })),
];

function Faces({ session, now, label }: { session: SquadSession; now: number; label: string }) {
  const t = useTranslator();
  return (
    <ul className="grid max-w-md grid-cols-5 gap-x-1 gap-y-3" aria-label={label}>
      {listFaces(session).map((one) => {
        const mark = getAttendanceMark(t, one, session, now);
        return (
          <li key={one.id} className="grid min-w-0 justify-items-center gap-1 self-start text-center text-xs">
            <Avatar
              name={one.display_name}
              src={one.avatar_path}
              size={40}
              decorative
              className={one.answer === 'yes' ? '' : 'opacity-60'}
            />
            <span className="w-full truncate">{one.is_you ? t(messages.you) : one.display_name}</span>
            {mark ? (
              <span className={`inline-flex items-center gap-1 whitespace-nowrap ${mark.color}`}>
                <Icon name={mark.icon} size={12} />
                {mark.label}
              </span>
            ) : (
              <span className="text-muted">{t(messages.markNone)}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function formatAnswerCount(t: Translator, { answers, stand_ins }: SquadSession): string {
  const count = (word: SessionAnswer | null) => answers.filter(({ answer }) => answer === word).length;
  return t(messages.answerCount, {
    yes: count('yes'),
    subs: stand_ins.filter(({ state }) => state === 'in').length,
    maybe: count('maybe'),
    no: count('no'),
    unanswered: count(null),
  });
}
