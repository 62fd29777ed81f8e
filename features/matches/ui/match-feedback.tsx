import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { NoShowPicker, PlayedQuestion, RatingField } from '../../../web/session-feedback-fields.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useSessionFeedback } from '../../../web/use-session-feedback.ts';
import * as messages from '../matches.messages.ts';
import type { Match } from '../matches.schema.ts';

/**
 * Feedback after the first session: whether it took place, how it was, and who was a no-show. Other members don't see
 * who said what.
 */
export function MatchFeedback({ match }: { match: Match }) {
  const t = useTranslator();
  const before = match.my_feedback;
  const [open, setOpen] = useState(before === null);
  const draft = useSessionFeedback(before);
  if (!match.feedback_open) return null;

  const save = async () => {
    const json = draft.complete();
    if (!json) return;
    const { feedback } = browserApi().api.matches[':id'];
    const post = () => feedback.$post({ param: { id: match.id }, json });
    if (await attempt(post, ({ message }) => message, t(messages.feedbackError))) setOpen(false);
  };

  const heading = `feedback-${match.id}`;
  if (!open) {
    return (
      <section aria-labelledby={heading} className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={heading} className="text-base">
          {t(messages.feedbackGiven)}
        </h3>
        <Button size="sm" variant="ghost" icon="edit" onClick={() => setOpen(true)}>
          {t(messages.feedbackChange)}
        </Button>
      </section>
    );
  }
  return (
    <Form className="stack" aria-labelledby={heading} onSubmit={save}>
      <h3 id={heading} className="text-base">
        {t(messages.feedbackTitle)}
      </h3>
      <PlayedQuestion
        draft={draft}
        name={`played-${match.id}`}
        question={t(messages.feedbackPlayed)}
        no={t(messages.feedbackNotPlayed)}
      />
      <RatingField draft={draft} label={t(messages.feedbackRating)} />
      <NoShowPicker
        draft={draft}
        others={match.members.filter((member) => !member.is_you)}
        hint={t(messages.feedbackNoShowHint)}
      />
      <Button type="submit" className="self-start">
        {t(messages.feedbackSave)}
      </Button>
    </Form>
  );
}
