import { useState } from 'react';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { NoShowPicker, PlayedQuestion, RatingField } from '../../../web/session-feedback-fields.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import { useAction } from '../../../web/use-action.ts';
import { useSessionFeedback } from '../../../web/use-session-feedback.ts';
import type { SessionQuestion as Question } from '../session-feedback/session-feedback.schema.ts';
import * as messages from '../squads.messages.ts';
import { formatSessionTime } from './session-times.ts';

type Props = {
  question: Question;
  /** The heading level, which depends on where the question is placed. */
  level?: 'h2' | 'h3';
};

/**
 * Asks after a session whether it took place, who was a no-show, and how it went. Other members can't see individual
 * answers.
 */
export function SessionQuestion({ question, level: Heading = 'h3' }: Props) {
  const t = useTranslator();
  const { said, session_id: id } = question;
  const reader = useReader();
  const [open, setOpen] = useState(said === null);
  const heading = `how-was-${id}`;
  if (!open) {
    return (
      <section aria-labelledby={heading} className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Heading id={heading} className="text-base">
            {t(messages.feedbackGivenTitle)}
          </Heading>
          <Button size="sm" variant="ghost" icon="edit" onClick={() => setOpen(true)}>
            {t(messages.changeFeedback)}
          </Button>
        </div>
        <p className="text-sm text-muted">
          <RichMessage
            message={messages.feedbackDeadline}
            values={{ session: formatSessionTime(t, question, reader), until: () => <Moment at={question.until} /> }}
          />
        </p>
      </section>
    );
  }
  return (
    <section aria-labelledby={heading} className="stack">
      <div>
        <Heading id={heading} className="text-base">
          {t(messages.feedbackQuestion)}
        </Heading>
        <p className="text-sm text-muted">{formatSessionTime(t, question, reader)}</p>
      </div>
      <QuestionForm question={question} onSaved={() => setOpen(false)} />
    </section>
  );
}

function QuestionForm({ question, onSaved }: { question: Question; onSaved: () => void }) {
  const t = useTranslator();
  const { said, session_id: id, others, reported } = question;
  const draft = useSessionFeedback(said, reported);
  const { run } = useAction();
  const save = async () => {
    const json = draft.complete();
    if (!json) return;
    const { feedback } = browserApi().api.sessions[':id'];
    if (await run(() => feedback.$put({ param: { id }, json }), t(messages.feedbackToast))) onSaved();
  };
  const hint = others.length > 1 ? t(messages.noShowHint) : undefined;
  return (
    <Form className="stack" onSubmit={save}>
      <PlayedQuestion
        draft={draft}
        name={`played-${id}`}
        question={t(messages.didItHappen)}
        no={t(messages.didNotHappen)}
      />
      {others.length > 0 && <NoShowPicker draft={draft} others={others} hint={hint} />}
      <RatingField draft={draft} label={t(messages.rateSession)} />
      <Button type="submit" className="self-start">
        {t(messages.saveFeedback)}
      </Button>
    </Form>
  );
}
