import { useState } from 'react';
import { paths } from '../../../content/paths.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Countdown, Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { ScoreRing } from '../../../web/ui/score-ring.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { SessionView } from '../session-feedback/session-feedback.schema.ts';
import type { SubstituteQuestion } from '../substitutes/substitutes.schema.ts';
import { answerSubstituteRequest } from './answer-substitute.ts';
import { useNow } from './use-now.ts';

type Props = { session: SessionView; question: SubstituteQuestion };

/** Shows a substitute what this session needs, why they were chosen, and their answer. */
export function SubstituteRequestPanel({ session, question }: Props) {
  const now = useNow();
  if (question.state === 'over') {
    return (
      <Notice
        tone="gold"
        title="You’re not subbing in"
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
    <Panel as="section" tone="court" aria-labelledby="substitute-request" className="stack">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {score !== null && <ScoreRing score={score} size="sm" />}
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="substitute-request" className="text-lg">
            {played ? 'You subbed in' : state === 'in' ? 'You’re subbing in' : 'Can you sub in?'}
          </h2>
          <p className="text-mist">
            {seat && <span>{state === 'in' ? `You play ${seat}. ` : `You’d play ${seat}. `}</span>}
            <span>{countLine(session, question)}</span>
          </p>
        </div>
      </div>
      {reasons.length > 0 && (
        <ul className="grid gap-2 text-sm" aria-label="Why we picked you">
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
          `${played ? 'It was' : 'It is'} just for this one session. You can message each other until some hours after its end.`
        ) : (
          <>
            It’s just for this one session. Answer <Countdown until={question.until} />, until{' '}
            <Moment at={question.until} />. After that, we’ll invite someone else.
          </>
        )}
      </p>
      <Answers session={session} question={question} />
    </Panel>
  );
}

const countLine = ({ players }: SessionView, { needed }: SubstituteQuestion) =>
  `${players.length} of ${needed} are in.`;

/** The buttons keep their places, so the undo appears where the user just clicked. */
function Answers({ session, question }: Props) {
  const { busy, run } = useAction();
  const now = useNow();
  const [leaving, setLeaving] = useState(false);
  const { state, version } = question;
  const isIn = state === 'in';
  const { id } = session;
  const operation = browserApi().api.sessions[':id']['stand-in'];
  const answer = (action: 'accept' | 'decline') => run(() => answerSubstituteRequest(id, version, action));
  const here = session.players.some((one) => one.is_you && one.here_at !== null);
  const checkingIn = isIn && Date.parse(question.check_in_from) <= now && now < Date.parse(session.ends_at);
  const checkIn = () =>
    run(() => operation['check-in'].$put({ param: { id }, json: { version } }), 'You’re checked in');
  const leave = async () => {
    await run(() => operation.leave.$post({ param: { id }, json: { version } }), 'You’re out');
    setLeaving(false);
  };
  if (isIn && !question.you_may_leave && !checkingIn) return null;
  return (
    <>
      {checkingIn && (
        <Button icon="check" disabled={here || busy} onClick={() => checkIn()}>
          {here ? 'You’re here' : 'I’m here'}
        </Button>
      )}
      {(!isIn || question.you_may_leave) && (
        <div className="grid grid-cols-2 gap-2 sm:max-w-md">
          <Button icon="check" aria-pressed={isIn} disabled={isIn || busy} onClick={() => answer('accept')}>
            {isIn ? "You're in" : 'Accept'}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={() => (isIn ? setLeaving(true) : answer('decline'))}>
            {isIn ? 'I can’t come' : 'Decline'}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={leaving}
        title="Withdraw from this session?"
        confirmLabel="I can’t come"
        tone="danger"
        onConfirm={() => leave()}
        onCancel={() => setLeaving(false)}
      >
        We’ll notify the others and invite someone else. You won’t be invited to this session again.
      </ConfirmDialog>
    </>
  );
}
