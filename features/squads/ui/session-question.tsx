import { type FormEvent, useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import { useAction } from '../../../web/use-action.ts';
import type { SessionQuestion as Question } from '../session-feedback/session-feedback.schema.ts';
import { sessionTime } from './session-words.ts';

const RATINGS = [
  { value: '5', label: '5: run it back' },
  { value: '4', label: '4: good' },
  { value: '3', label: '3: fine' },
  { value: '2', label: '2: not great' },
  { value: '1', label: '1: never again' },
];

type Props = {
  question: Question;
  /** Of its heading, where it stands on the page. */
  level?: 'h2' | 'h3';
  onChanged: () => void;
};

/** After a session: did it happen, who was missing, how was it. The others do not see who said what. */
export function SessionQuestion({ question, level: Heading = 'h3', onChanged }: Props) {
  const { said, session_id: id } = question;
  const reader = useReader();
  const [open, setOpen] = useState(said === null);
  const heading = `how-was-${id}`;
  if (!open) {
    return (
      <section aria-labelledby={heading} className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Heading id={heading} className="text-base">
            You told us how it was
          </Heading>
          <Button size="sm" variant="ghost" icon="edit" onClick={() => setOpen(true)}>
            Change
          </Button>
        </div>
        <p className="text-sm text-mist">
          {sessionTime(question, reader)}. You may change it until <Moment at={question.until} />.
        </p>
      </section>
    );
  }
  return (
    <section aria-labelledby={heading} className="stack">
      <div>
        <Heading id={heading} className="text-base">
          How was it?
        </Heading>
        <p className="text-sm text-mist">{sessionTime(question, reader)}</p>
      </div>
      <QuestionForm
        question={question}
        onSaved={() => {
          setOpen(false);
          onChanged();
        }}
      />
    </section>
  );
}

function QuestionForm({ question, onSaved }: { question: Question; onSaved: () => void }) {
  const { said, session_id: id, others } = question;
  const [played, setPlayed] = useState(said ? String(said.took_place) : '');
  const [rating, setRating] = useState(said?.rating ? String(said.rating) : '');
  const [absent, setAbsent] = useState<string[]>(said?.absent_ids ?? []);
  const [problem, setProblem] = useState<string>();
  const { busy, run } = useAction();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (played === '') return setProblem('Say whether you played.');
    setProblem(undefined);
    const json = { took_place: played === 'true', rating: rating ? Number(rating) : null, absent_ids: absent };
    const work = () => unwrap(browserApi().api.sessions[':id'].feedback.$put({ param: { id }, json }));
    if (await run('save', work, 'Thanks, noted')) onSaved();
  };
  return (
    <Form className="stack" onSubmit={save}>
      <Field label="Did it happen?" group required error={problem}>
        <RadioCards
          name={`played-${id}`}
          columns={2}
          value={played}
          onChange={setPlayed}
          options={[
            { value: 'true', label: 'Yes, we played' },
            { value: 'false', label: 'No, it did not' },
          ]}
        />
      </Field>
      {others.length > 0 && (
        <Field
          label="Who was missing?"
          group
          optional
          hint={others.length > 1 ? 'It counts only when others say the same.' : undefined}
        >
          <CheckChips
            value={absent}
            onChange={setAbsent}
            options={others.map((one) => ({ value: one.id, label: one.display_name }))}
          />
        </Field>
      )}
      {played === 'true' && (
        <Field label="The evening, out of five" optional hint="Nobody sees who gave which.">
          <Select
            options={RATINGS}
            placeholder="No rating"
            value={rating}
            onChange={(event) => setRating(event.target.value)}
          />
        </Field>
      )}
      <Button type="submit" className="self-start" loading={busy === 'save'}>
        Save
      </Button>
    </Form>
  );
}
