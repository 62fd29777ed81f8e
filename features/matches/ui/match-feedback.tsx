import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { NoShowPicker, PlayedQuestion, RatingField } from '../../../web/session-feedback-fields.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useSessionFeedback } from '../../../web/use-session-feedback.ts';
import type { Match } from '../matches.schema.ts';

/**
 * Feedback after the first session: whether it took place, how it was, and who was missing. Other members don't see who
 * said what.
 */
export function MatchFeedback({ match }: { match: Match }) {
  const before = match.my_feedback;
  const [open, setOpen] = useState(before === null);
  const draft = useSessionFeedback(before);
  if (!match.feedback_open) return null;

  const save = async () => {
    const json = draft.complete();
    if (!json) return;
    const { feedback } = browserApi().api.matches[':id'];
    const post = () => feedback.$post({ param: { id: match.id }, json });
    if (await attempt(post, ({ message }) => message, "Couldn't save this")) setOpen(false);
  };

  const heading = `feedback-${match.id}`;
  if (!open) {
    return (
      <section aria-labelledby={heading} className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={heading} className="text-base">
          You told us how it was
        </h3>
        <Button size="sm" variant="ghost" icon="edit" onClick={() => setOpen(true)}>
          Change
        </Button>
      </section>
    );
  }
  return (
    <Form className="stack" aria-labelledby={heading} onSubmit={save}>
      <h3 id={heading} className="text-base">
        How was it?
      </h3>
      <PlayedQuestion draft={draft} name={`played-${match.id}`} question="Did you play?" no="No, it didn't happen" />
      <RatingField draft={draft} label="Rate the squad out of five" />
      <NoShowPicker
        draft={draft}
        others={match.members.filter((member) => !member.is_you)}
        hint="It only counts if others say the same."
      />
      <Button type="submit" className="self-start">
        Save
      </Button>
    </Form>
  );
}
