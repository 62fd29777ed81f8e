import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import type { DeskRequest } from '../../support/support.schema.ts';
import { LIMITS } from '../../support/support-topics.schema.ts';

/** Notes about a request that only admins see. */
export function DeskNotes({ request, onDone }: { request: DeskRequest; onDone: () => Promise<void> }) {
  const { id, notes } = request;
  const [text, setText] = useDraftText(`support-note-${id}`);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    setProblem(text.trim() === '' ? 'Enter a note.' : undefined);
    if (text.trim() === '') return;
    const note = { id: crypto.randomUUID(), text };
    const post = () => browserApi().api.admin.support[':id'].notes.$post({ param: { id }, json: note });
    if (!(await attempt(post, 'Note saved', setProblem))) return;
    setText('');
    await onDone();
  };
  return (
    <section className="stack" aria-labelledby="desk-notes">
      <h3 id="desk-notes" className="text-base">
        Internal notes
      </h3>
      {notes.length > 0 && (
        <ul className="stack gap-2">
          {notes.map((note) => (
            <li key={note.id} className="grid gap-1">
              <p className="text-sm text-muted">
                <span>{note.written_by?.name ?? 'An admin'}</span> <Moment at={note.created_at} />
              </p>
              <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
            </li>
          ))}
        </ul>
      )}
      <Form onSubmit={save} className="stack">
        <Field label="Note" hint="Only admins see it." error={problem}>
          <TextArea
            rows={2}
            maxLength={LIMITS.text}
            value={text}
            onChange={(event) => {
              setProblem(undefined);
              setText(event.target.value);
            }}
          />
        </Field>
        <Button type="submit" variant="secondary" size="sm" className="self-start">
          Save note
        </Button>
      </Form>
    </section>
  );
}
