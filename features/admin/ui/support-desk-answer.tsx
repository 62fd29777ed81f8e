import { useState } from 'react';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useDraft } from '../../../web/use-draft.ts';
import type { DeskAnswer, DeskRequest } from '../../support/support.schema.ts';
import { LIMITS } from '../../support/support-topics.schema.ts';

type Draft = { id: string; text: string; state: DeskAnswer['state'] };
const EMPTY: Draft = { id: '', text: '', state: 'answered' };

const NEXT_STATES = [
  { value: 'answered', label: 'Answered' },
  { value: 'waiting', label: 'Waiting for their reply' },
  { value: 'closed', label: 'Closed' },
];

/** Answers a request. The person gets it by email and in their inbox. */
export function DeskAnswerForm({ request, onDone }: { request: DeskRequest; onDone: () => Promise<void> }) {
  const [draft, setDraft] = useDraft(`draft:support-answer-${request.id}`, EMPTY);
  const [problem, setProblem] = useState<string>();
  const { id, version } = request;
  const send = async () => {
    setProblem(draft.text.trim() === '' ? 'Enter an answer.' : undefined);
    if (draft.text.trim() === '') return;
    const answer = { ...draft, id: draft.id || crypto.randomUUID(), version };
    setDraft({ ...draft, id: answer.id });
    const post = () => unwrap(browserApi().api.admin.support[':id'].answers.$post({ param: { id }, json: answer }));
    const sent = await attempt(post, 'Answer sent', (message, error) => {
      setProblem(message);
      // The requester sent another message. Show it, so that the admin can read it before sending again.
      if (error instanceof ApiError && error.status === 409) void onDone();
    });
    if (!sent) return;
    setDraft(EMPTY);
    await onDone();
  };
  return (
    <Form onSubmit={send} className="stack">
      <Field label="Answer" hint="They get it by email and in their inbox." error={problem}>
        <TextArea
          rows={5}
          maxLength={LIMITS.text}
          value={draft.text}
          onChange={(event) => {
            setProblem(undefined);
            setDraft({ ...draft, id: '', text: event.target.value });
          }}
        />
      </Field>
      <Field label="Then it's" group>
        <RadioCards
          name={`next-${id}`}
          columns={3}
          options={NEXT_STATES}
          value={draft.state}
          onChange={(state) => setDraft({ ...draft, state: state as DeskAnswer['state'] })}
        />
      </Field>
      <Button type="submit" icon="post" className="self-start">
        Reply
      </Button>
    </Form>
  );
}
