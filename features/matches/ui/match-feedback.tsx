import { type FormEvent, useState } from 'react';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { NoShowPicker, PlayedQuestion, RatingField } from '../../../web/session-feedback-fields.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
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
  const [busy, setBusy] = useState(false);
  if (!match.feedback_open) return null;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const json = draft.complete();
    if (!json) return;
    setBusy(true);
    try {
      const { message } = await unwrap(
        browserApi().api.matches[':id'].feedback.$post({ param: { id: match.id }, json }),
      );
      showToast({ title: message, tone: 'success' });
      setOpen(false);
    } catch (error) {
      showToast({
        title: "Couldn't save this",
        description: error instanceof ApiError ? error.message : 'Please try again.',
        tone: 'error',
      });
    }
    setBusy(false);
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
      <Button type="submit" className="self-start" loading={busy}>
        Save
      </Button>
    </Form>
  );
}
