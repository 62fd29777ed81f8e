import { useState } from 'react';
import { paths } from '../../../content/paths.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Countdown, Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { ScoreRing } from '../../../web/ui/score-ring.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { SessionView } from '../session-feedback/session-feedback.schema.ts';
import type { StandInQuestion } from '../substitutes/substitutes.schema.ts';
import { answerSubstituteRequest } from './answer-substitute.ts';
import { useNow } from './use-now.ts';

type Props = { session: SessionView; question: StandInQuestion };

/** What a substitute is asked about this session, why they were chosen, and their answer. */
export function SubstituteRequestPanel({ session, question }: Props) {
  const now = useNow();
  if (question.state === 'over') {
    return (
      <Notice
        tone="gold"
        title="This is over for you"
        action={
          <ButtonLink to={paths.matches} size="sm" variant="secondary">
            Your matches
          </ButtonLink>
        }
      >
        {question.said}
      </Notice>
    );
  }
  const { state, seat, score, reasons } = question;
  const played = state === 'in' && Date.parse(session.ends_at) <= now;
  return (
    <Panel as="section" tone="court" aria-labelledby="stand-in" className="stack">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {score !== null && <ScoreRing score={score} size="sm" />}
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="stand-in" className="text-lg">
            {played ? 'You stood in' : state === 'in' ? 'You stand in' : 'Can you stand in?'}
          </h2>
          <p className="text-mist">
            {seat && <span>{state === 'in' ? `You play ${seat}. ` : `You would play ${seat}. `}</span>}
            <span>{countLine(session, question)}</span>
          </p>
        </div>
      </div>
      {reasons.length > 0 && (
        <ul className="grid gap-2 text-sm" aria-label="Why you">
          {reasons.map((line) => (
            <li key={line} className="flex gap-3">
              <span aria-hidden="true" className="mt-[0.6em] size-1.5 flex-none rounded-chip bg-court" />
              {line}
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-mist">
        {state === 'in' ? (
          `${played ? 'It was' : 'It is'} this one session: you can write to each other until some hours after its end.`
        ) : (
          <>
            It is this one session. Answer <Countdown until={question.until} />, until <Moment at={question.until} />:
            then somebody else is asked.
          </>
        )}
      </p>
      <Answers session={session} question={question} />
    </Panel>
  );
}

const countLine = ({ players }: SessionView, { needed }: StandInQuestion) => `${players.length} of ${needed} are in.`;

/** The buttons keep their places, so the one just pressed and its undo stay put. */
function Answers({ session, question }: Props) {
  const { busy, run } = useAction();
  const now = useNow();
  const [leaving, setLeaving] = useState(false);
  const { state, version } = question;
  const isIn = state === 'in';
  const { id } = session;
  const operation = browserApi().api.sessions[':id']['stand-in'];
  const answer = (action: 'accept' | 'decline') => run(action, () => answerSubstituteRequest(id, version, action));
  const here = session.players.some((one) => one.is_you && one.here_at !== null);
  const checkingIn = isIn && Date.parse(question.check_in_from) <= now && now < Date.parse(session.ends_at);
  const checkIn = () =>
    run('here', () => unwrap(operation['check-in'].$put({ param: { id }, json: { version } })), 'You are checked in');
  const leave = async () => {
    await run('leave', () => unwrap(operation.leave.$post({ param: { id }, json: { version } })), 'You are out');
    setLeaving(false);
  };
  if (isIn && !question.you_may_leave && !checkingIn) return null;
  return (
    <>
      {checkingIn && (
        <Button icon="check" disabled={here || busy !== undefined} loading={busy === 'here'} onClick={() => checkIn()}>
          {here ? 'You are here' : 'I am here'}
        </Button>
      )}
      {(!isIn || question.you_may_leave) && (
        <div className="grid grid-cols-2 gap-2 sm:max-w-md">
          <Button
            icon="check"
            aria-pressed={isIn}
            disabled={isIn || busy !== undefined}
            loading={busy === 'accept'}
            onClick={() => answer('accept')}
          >
            {isIn ? 'You are in' : 'Accept'}
          </Button>
          <Button
            variant="secondary"
            disabled={busy !== undefined}
            loading={busy === 'decline'}
            onClick={() => (isIn ? setLeaving(true) : answer('decline'))}
          >
            {isIn ? 'I can’t come' : 'Decline'}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={leaving}
        title="Take your yes back?"
        confirmLabel="I can’t come"
        tone="danger"
        loading={busy === 'leave'}
        onConfirm={() => leave()}
        onCancel={() => setLeaving(false)}
      >
        The others are told, and somebody else is asked. You are not asked for this session again.
      </ConfirmDialog>
    </>
  );
}
