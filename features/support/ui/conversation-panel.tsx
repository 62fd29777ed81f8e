import { useState } from 'react';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import * as shared from '../../../web/ui/ui.messages.ts';
import { attempt } from '../../../web/use-action.ts';
import { useDraft } from '../../../web/use-draft.ts';
import * as messages from '../support.messages.ts';
import type { Conversation } from '../support.schema.ts';
import { LIMITS, type RequestState } from '../support-topics.schema.ts';
import { MessagesList } from './messages-list.tsx';

const HINTS: Record<RequestState, Message> = {
  open: messages.openHint,
  waiting: messages.waitingHint,
  answered: messages.answeredHint,
  closed: messages.closedHint,
};

/** The requests that the panel sends. Users, and visitors with the key from our email, use different endpoints. */
export type ConversationActions = {
  reply: (message: { id: string; text: string }) => Promise<unknown>;
  solve: () => Promise<unknown>;
  refresh: () => Promise<unknown>;
};

type Props = { conversation: Conversation; actions: ConversationActions };

const EMPTY = { id: '', text: '' };

/** A request's messages, where the requester can write back or mark the request as solved. */
export function ConversationPanel({ conversation, actions }: Props) {
  const t = useTranslator();
  const [draft, setDraft] = useDraft(`draft:support-${conversation.id}`, EMPTY);
  const [problem, setProblem] = useState<string>();
  const { state } = conversation;
  const items = conversation.messages.map(({ author, ...message }) => ({
    ...message,
    isTeam: author === 'team',
    name: t(author === 'team' ? messages.team : messages.you),
  }));
  const send = async () => {
    setProblem(draft.text.trim() === '' ? t(messages.textMissing) : undefined);
    if (draft.text.trim() === '') return;
    const message = { ...draft, id: draft.id || crypto.randomUUID() };
    setDraft(message);
    if (!(await attempt(() => actions.reply(message), t(messages.replySent), setProblem))) return;
    setDraft(EMPTY);
    await actions.refresh().catch(() => {});
  };
  const solve = async () => {
    if (await attempt(actions.solve, t(messages.solvedToast), t(messages.solvedFailed)))
      await actions.refresh().catch(() => {});
  };
  return (
    <div className="stack-lg">
      <MessagesList items={items} />
      <p role="status">{t(HINTS[state])}</p>
      <Form onSubmit={send} className="stack">
        <Field label={t(messages.replyLabel)} error={problem}>
          <TextArea
            rows={4}
            maxLength={LIMITS.text}
            value={draft.text}
            onChange={(event) => {
              setProblem(undefined);
              setDraft({ id: '', text: event.target.value });
            }}
          />
        </Field>
        <div className="cluster">
          <Button type="submit" icon="post" loadingLabel={t(shared.sending)}>
            {t(messages.replySend)}
          </Button>
          {state !== 'closed' && (
            <Button type="button" variant="secondary" icon="check" onClick={solve}>
              {t(messages.markSolved)}
            </Button>
          )}
        </div>
      </Form>
    </div>
  );
}
