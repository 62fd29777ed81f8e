import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import * as shared from '../../../web/ui/ui.messages.ts';
import { useDraft } from '../../../web/use-draft.ts';
import * as messages from '../support.messages.ts';
import { guessTopic } from '../support.rules.ts';
import { LIMITS, TOPIC_LABELS, TOPICS, type Topic } from '../support-topics.schema.ts';
import type { HelpContext } from './help-context.ts';
import './support.css';

/** Loaded on demand, because most people only see the form. */
const MessageSent = lazy(() => import('./message-sent.tsx'));
const AttachedContext = lazy(async () => ({ default: (await import('./attached-context.tsx')).AttachedContext }));

const NO_CONTEXT: HelpContext = { about: null, page: null, error_reference: null };

type Values = { id: string; topic: Topic | ''; text: string; email: string; copy: boolean };
const EMPTY: Values = { id: '', topic: '', text: '', email: '', copy: false };

type FieldName = 'topic' | 'text' | 'email';
type Problems = Partial<Record<FieldName | 'form', string>>;

function findProblems(values: Values, isMember: boolean): Partial<Record<FieldName, Message>> {
  return {
    ...(values.topic === '' ? { topic: messages.topicMissing } : {}),
    ...(values.text.trim() === '' ? { text: messages.textMissing } : {}),
    ...(isMember || values.email.trim() !== '' ? {} : { email: messages.emailMissing }),
  };
}

/** The support form. Visitors leave an email address; the text survives a reload and signing in. */
export function ContactForm() {
  const t = useTranslator();
  const { user } = useAuth();
  const [values, setValues] = useDraft('draft:support', EMPTY);
  const [context, setContext] = useState(NO_CONTEXT);
  const [problems, setProblems] = useState<Problems>({});
  const [sent, setSent] = useState<{ id: string; isMember: boolean }>();
  const heading = useRef<HTMLHeadingElement>(null);
  const wasSent = useRef(false);
  useEffect(() => {
    // The focused "Write another message" button is gone, so move the focus.
    if (wasSent.current && !sent) heading.current?.focus();
    wasSent.current = sent !== undefined;
  }, [sent]);
  const { search } = useLocation();
  // Read in the browser, because the page's HTML is the same for every address.
  useEffect(() => {
    if (search === '') return;
    void import('./help-context.ts').then(({ readHelpContext }) =>
      setContext(readHelpContext(new URLSearchParams(search))),
    );
  }, [search]);
  const topic = values.topic || guessTopic(context.about?.kind, context.error_reference !== null);

  const set = (change: Partial<Values>) => {
    // The edited text is a new message, so drop the id of the one that may have been sent already.
    setValues({ ...values, id: '', ...change });
    setProblems({});
  };
  const send = async () => {
    const isMember = user !== null;
    const found = Object.entries(findProblems({ ...values, topic }, isMember));
    setProblems(Object.fromEntries(found.map(([field, message]) => [field, t(message)])));
    if (found.length > 0) return;
    const id = values.id || crypto.randomUUID();
    setValues({ ...values, id });
    const request = { id, topic: topic as Topic, text: values.text, ...context };
    const { support } = browserApi().api;
    const post = () =>
      isMember
        ? unwrap(support.requests.$post({ json: { ...request, copy: values.copy } }))
        : unwrap(support.visitors.$post({ json: { ...request, email: values.email } }));
    const { attempt } = await import('../../../web/use-action.ts');
    const done = await attempt(post, undefined, (message, error) => {
      const field = error instanceof ApiError ? error.field : undefined;
      setProblems({ [field === 'topic' || field === 'text' || field === 'email' ? field : 'form']: message });
    });
    if (!done) return;
    setValues(EMPTY);
    setContext(NO_CONTEXT);
    setSent({ id, isMember });
  };

  if (sent) {
    return (
      <Suspense>
        <MessageSent {...sent} onAnother={() => setSent(undefined)} />
      </Suspense>
    );
  }
  return (
    <Panel as="section" aria-labelledby="contact">
      <Form onSubmit={send} className="stack">
        <h2 ref={heading} id="contact" className="text-xl" tabIndex={-1}>
          {t(messages.formTitle)}
        </h2>
        <Field label={t(messages.formTopic)} required error={problems.topic}>
          <Select
            options={TOPICS.map((value) => ({ value, label: t(TOPIC_LABELS[value]) }))}
            placeholder={t(messages.formTopicPlaceholder)}
            value={topic}
            onChange={(event) => set({ topic: event.target.value as Topic | '' })}
          />
        </Field>
        <Field label={t(messages.formText)} required hint={t(messages.formTextHint)} error={problems.text}>
          <TextArea
            rows={5}
            maxLength={LIMITS.text}
            value={values.text}
            onChange={(event) => set({ text: event.target.value })}
          />
        </Field>
        <div className="support-visitor">
          <Field label={t(messages.formEmail)} required hint={t(messages.formEmailHint)} error={problems.email}>
            <TextInput
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={LIMITS.email}
              value={values.email}
              onChange={(event) => set({ email: event.target.value })}
            />
          </Field>
        </div>
        <div className="support-member">
          <Checkbox
            label={t(messages.formCopy)}
            checked={values.copy}
            onChange={(event) => set({ copy: event.target.checked })}
          />
        </div>
        {context !== NO_CONTEXT && (
          <Suspense>
            <AttachedContext context={context} onRemove={() => setContext(NO_CONTEXT)} />
          </Suspense>
        )}
        {problems.form && (
          <p className="field-error" role="alert">
            <Icon name="warning" size={16} />
            <span>{problems.form}</span>
          </p>
        )}
        <Button type="submit" icon="post" className="sm:self-start" loadingLabel={t(shared.sending)}>
          {t(messages.formSend)}
        </Button>
      </Form>
    </Panel>
  );
}
