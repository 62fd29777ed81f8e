import { type FormEvent, useState } from 'react';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { toast } from '../../../web/ui/toast-store.ts';
import type { Match } from '../matches.schema.ts';

const RATINGS = [
  { value: '5', label: '5: run it back' },
  { value: '4', label: '4: good' },
  { value: '3', label: '3: fine' },
  { value: '2', label: '2: not great' },
  { value: '1', label: '1: never again' },
];

/** After the first session: did it take place, how was it, who was missing. The others do not see who said what. */
export function MatchFeedback({ match }: { match: Match }) {
  const before = match.my_feedback;
  const [open, setOpen] = useState(before === null);
  const [played, setPlayed] = useState(before ? String(before.took_place) : '');
  const [rating, setRating] = useState(before?.rating ? String(before.rating) : '');
  const [absent, setAbsent] = useState<string[]>(before?.absent_ids ?? []);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!match.feedback_open) return null;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (played === '') return setProblem('Say whether you played.');
    setProblem(undefined);
    setBusy(true);
    const json = { took_place: played === 'true', rating: rating ? Number(rating) : null, absent_ids: absent };
    try {
      const { message } = await unwrap(
        browserApi().api.matches[':id'].feedback.$post({ param: { id: match.id }, json }),
      );
      toast({ title: message, tone: 'success' });
      setOpen(false);
    } catch (error) {
      toast({
        title: 'This was not saved',
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
      <Field label="Did you play?" group required error={problem}>
        <RadioCards
          name={`played-${match.id}`}
          columns={2}
          value={played}
          onChange={setPlayed}
          options={[
            { value: 'true', label: 'Yes, we played' },
            { value: 'false', label: 'No, it did not happen' },
          ]}
        />
      </Field>
      {played === 'true' && (
        <Field label="The squad, out of five" optional hint="Nobody sees who gave which.">
          <Select
            options={RATINGS}
            placeholder="No rating"
            value={rating}
            onChange={(event) => setRating(event.target.value)}
          />
        </Field>
      )}
      <Field label="Who was missing?" group optional hint="It counts only when others say the same.">
        <CheckChips
          value={absent}
          onChange={setAbsent}
          options={match.members
            .filter((member) => !member.is_you)
            .map((member) => ({ value: member.id, label: member.display_name }))}
        />
      </Field>
      <Button type="submit" className="self-start" loading={busy}>
        Save
      </Button>
    </Form>
  );
}
