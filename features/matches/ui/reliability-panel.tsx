import { useState } from 'react';
import type { Message } from '../../../messages/message.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import type { Tone } from '../../../web/ui/tone.ts';
import { useAction } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import { LIMITS } from '../../moderation/ban-reasons.schema.ts';
import type { Evidence, Reliability } from '../match-feedback/match-feedback.schema.ts';
import * as messages from '../matches.messages.ts';

const OUTCOMES: Record<Evidence['outcome'], { label: Message; tone: Tone }> = {
  came: { label: messages.outcomeCame, tone: 'green' },
  missed: { label: messages.outcomeMissed, tone: 'red' },
  set_aside: { label: messages.outcomeDismissed, tone: 'neutral' },
};
const APPEALS: Record<NonNullable<Evidence['appeal']>['status'], Message> = {
  open: messages.appealOpen,
  granted: messages.appealGranted,
  rejected: messages.appealRejected,
};

/**
 * Shows the viewer's reliability as others reported it, with every match and session behind the score and a way to
 * contest no-shows.
 */
export function ReliabilityPanel({ reliability }: { reliability: Reliability }) {
  const t = useTranslator();
  const { score, evidence } = reliability;
  return (
    <Panel as="section" aria-labelledby="reliability" className="stack">
      <h2 id="reliability" className="text-lg">
        {t(messages.reliabilityTitle)}
      </h2>
      {score === null ? (
        <p className="text-muted">{t(messages.reliabilityUnknown)}</p>
      ) : (
        <>
          <Progress label={t(messages.reliabilityScore, { score })} value={score} />
          <p className="text-sm text-muted">{t(messages.reliabilityHint)}</p>
        </>
      )}
      {evidence.length > 0 && (
        <ul className="stack" aria-label={t(messages.sessionsThatCount)}>
          {evidence.map((one) => (
            <li key={one.cause} className="stack border-line border-t pt-3">
              <EvidenceLine evidence={one} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function EvidenceLine({ evidence }: { evidence: Evidence }) {
  const t = useTranslator();
  const { label, tone } = OUTCOMES[evidence.outcome];
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <strong>
          <PlayedSession evidence={evidence} />
        </strong>
        <Badge tone={tone}>{t(label)}</Badge>
      </p>
      <p className="text-sm text-muted">
        {t(messages.reportCount, { others: evidence.reports, saidAbsent: evidence.said_absent })}
      </p>
      {evidence.appeal && (
        <p className="text-sm">
          <span>{t(APPEALS[evidence.appeal.status])}</span>
          {evidence.appeal.answer && <span> {t(messages.appealAnswer, { answer: evidence.appeal.answer })}</span>}
        </p>
      )}
      {evidence.outcome === 'missed' && !evidence.appeal && <Contest cause={evidence.cause} />}
    </>
  );
}

/** Names the session by its squad, if it had one, and its day. */
function PlayedSession({ evidence: { squad, played_at } }: { evidence: Evidence }) {
  const day = <Moment at={played_at} as="long-day" />;
  return squad ? <RichMessage message={messages.squadAndDay} values={{ squad, time: () => day }} /> : day;
}

function Contest({ cause }: { cause: string }) {
  const t = useTranslator();
  const [message, setMessage] = useDraftText(`contest-${cause}`);
  const [open, setOpen] = useState(message !== '');
  const [problem, setProblem] = useState<string>();
  const { run } = useAction();
  if (!open) {
    return (
      <Button size="sm" variant="secondary" className="self-start" onClick={() => setOpen(true)}>
        {t(messages.contest)}
      </Button>
    );
  }
  const send = async () => {
    setProblem(undefined);
    const post = () => browserApi().api.reliability.appeals.$post({ json: { cause, message } });
    if (await run(post, (sent) => sent.message, setProblem)) setMessage('');
  };
  return (
    <Form className="stack" onSubmit={send}>
      <Field label={t(messages.contestMessage)} required error={problem}>
        <TextArea
          // The button that opened this form is gone, so move focus here.
          autoFocus
          rows={3}
          maxLength={LIMITS.appeal}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </Field>
      <Button type="submit" size="sm" className="self-start">
        {t(messages.contestSend)}
      </Button>
    </Form>
  );
}
