import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { useAction } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import { LIMITS } from '../../moderation/ban-reasons.schema.ts';
import type { Evidence, Reliability } from '../match-feedback/match-feedback.schema.ts';

const OUTCOMES = {
  came: { label: 'You showed up', tone: 'green' },
  missed: { label: 'Counts as a no-show', tone: 'red' },
  set_aside: { label: 'Dismissed', tone: 'neutral' },
} as const;
const APPEALS = {
  open: 'A moderator will read your message.',
  granted: 'It no longer counts.',
  rejected: 'It still counts.',
};

/**
 * Shows the viewer's reliability as others reported it, with every match and session behind the score and a way to
 * contest each.
 */
export function ReliabilityPanel({ reliability }: { reliability: Reliability }) {
  const { score, evidence } = reliability;
  return (
    <Panel as="section" aria-labelledby="reliability" className="stack">
      <h2 id="reliability" className="text-lg">
        Reliability
      </h2>
      {score === null ? (
        <p className="text-mist">
          No score yet. After a match or session, those who played can say who showed up. Recent sessions count more.
          Only you and moderators see the score.
        </p>
      ) : (
        <>
          <Progress label={`You show up when you accept: ${score} of 100`} value={score} />
          <p className="text-sm text-mist">
            Recent sessions count more. When two players fit equally well, we pick the more reliable one. Only you and
            moderators see the score.
          </p>
        </>
      )}
      {evidence.length > 0 && (
        <ul className="stack" aria-label="Sessions that count">
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
  const { label, tone } = OUTCOMES[evidence.outcome];
  const others = `${evidence.reports} ${evidence.reports === 1 ? 'other' : 'others'}`;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <strong>
          {evidence.squad && <span>{`${evidence.squad}, `}</span>}
          <Moment at={evidence.played_at} as="long-day" />
        </strong>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="text-sm text-mist">
        {others} reported on it; {evidence.said_absent} said you didn’t show up.
      </p>
      {evidence.appeal && (
        <p className="text-sm">
          <span>{APPEALS[evidence.appeal.status]}</span>
          {evidence.appeal.answer && <span>{` Answer: ${evidence.appeal.answer}`}</span>}
        </p>
      )}
      {evidence.outcome === 'missed' && !evidence.appeal && <Contest cause={evidence.cause} />}
    </>
  );
}

function Contest({ cause }: { cause: string }) {
  const [message, setMessage] = useDraftText(`contest-${cause}`);
  const [open, setOpen] = useState(message !== '');
  const [problem, setProblem] = useState<string>();
  const { run } = useAction();
  if (!open) {
    return (
      <Button size="sm" variant="secondary" className="self-start" onClick={() => setOpen(true)}>
        Contest this
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
      <Field label="What happened" required error={problem}>
        <TextArea
          // The button that opened this form is gone, so focus moves here.
          autoFocus
          rows={3}
          maxLength={LIMITS.appeal}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </Field>
      <Button type="submit" size="sm" className="self-start">
        Send to a moderator
      </Button>
    </Form>
  );
}
