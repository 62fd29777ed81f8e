import { useState } from 'react';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { DeadlineMessage, Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { ScoreRing } from '../../../web/ui/score-ring.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { SessionView } from '../session-feedback/session-feedback.schema.ts';
import * as messages from '../squads.messages.ts';
import type { SubstituteQuestion } from '../substitutes/substitutes.schema.ts';
import { answerSubstituteRequest } from './answer-substitute.ts';
import { useNow } from './use-now.ts';

type Props = { session: SessionView; question: SubstituteQuestion };

/** Shows a substitute the session's needs, why they were chosen, and their answer. */
export function SubstituteRequestPanel({ session, question }: Props) {
  const t = useTranslator();
  const now = useNow();
  if (question.state === 'over') {
    return (
      <Notice
        tone="gold"
        title={t(messages.notSubbingInTitle)}
        action={
          <ButtonLink to={paths.matches} size="sm" variant="secondary">
            {t(messages.yourMatches)}
          </ButtonLink>
        }
      >
        {question.said}
      </Notice>
    );
  }
  const { state, seat, score, reasons } = question;
  const isOver = state === 'in' && Date.parse(session.ends_at) <= now;
  return (
    <Panel as="section" tone="orange" aria-labelledby="substitute-request" className="stack">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {score !== null && <ScoreRing score={score} size="sm" />}
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="substitute-request" className="text-lg">
            {isOver
              ? t(messages.subbedInTitle)
              : state === 'in'
                ? t(messages.subbingInTitle)
                : t(messages.subRequestTitle)}
          </h2>
          <p className="text-muted">
            {seat && <span>{t(state === 'in' ? messages.youPlay : messages.youWouldPlay, { position: seat })} </span>}
            <span>{t(messages.playersIn, { count: session.players.length, needed: question.needed })}</span>
          </p>
        </div>
      </div>
      {reasons.length > 0 && (
        <ul className="grid gap-2 text-sm" aria-label={t(messages.subReasons)}>
          {reasons.map((line) => (
            <li key={line} className="flex gap-3">
              <span aria-hidden="true" className="mt-[0.6em] size-1.5 flex-none rounded-chip bg-orange" />
              {line}
            </li>
          ))}
        </ul>
      )}
      <p key={state} className="text-sm text-muted">
        {state === 'in' ? (
          <span>{t(isOver ? messages.subTermsPlayed : messages.subTermsIn)}</span>
        ) : (
          <DeadlineMessage
            message={messages.subTermsAsked}
            values={{ until: () => <Moment at={question.until} /> }}
            until={question.until}
          />
        )}
      </p>
      <Answers session={session} question={question} />
    </Panel>
  );
}

/** The buttons keep their positions, so the undo button appears where the user just clicked. */
function Answers({ session, question }: Props) {
  const t = useTranslator();
  const { busy, run } = useAction();
  const now = useNow();
  const [isLeaving, setIsLeaving] = useState(false);
  const { state, version } = question;
  const isIn = state === 'in';
  const { id } = session;
  const operation = browserApi().api.sessions[':id']['stand-in'];
  const answer = (action: 'accept' | 'decline') => run(() => answerSubstituteRequest(t, id, version, action));
  const isHere = session.players.some((one) => one.is_you && one.here_at !== null);
  const canCheckIn = isIn && Date.parse(question.check_in_from) <= now && now < Date.parse(session.ends_at);
  const checkIn = () =>
    run(() => operation['check-in'].$put({ param: { id }, json: { version } }), t(messages.subCheckedInToast));
  const leave = async () => {
    await run(() => operation.leave.$post({ param: { id }, json: { version } }), t(messages.subLeftToast));
    setIsLeaving(false);
  };
  if (isIn && !question.you_may_leave && !canCheckIn) return null;
  return (
    <>
      {canCheckIn && (
        <Button icon="check" disabled={isHere || busy} onClick={() => checkIn()}>
          {isHere ? t(messages.youreHere) : t(messages.imHere)}
        </Button>
      )}
      {(!isIn || question.you_may_leave) && (
        <div className="grid grid-cols-2 gap-2 sm:max-w-md">
          <Button icon="check" aria-pressed={isIn} disabled={isIn || busy} onClick={() => answer('accept')}>
            {isIn ? t(messages.youreIn) : t(messages.accept)}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={() => (isIn ? setIsLeaving(true) : answer('decline'))}>
            {isIn ? t(messages.cantCome) : t(messages.decline)}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isLeaving}
        title={t(messages.leaveSubTitle)}
        confirmLabel={t(messages.cantCome)}
        tone="danger"
        onConfirm={() => leave()}
        onCancel={() => setIsLeaving(false)}
      >
        {t(messages.leaveSubExplanation)}
      </ConfirmDialog>
    </>
  );
}
