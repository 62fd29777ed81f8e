import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { translateIssue } from '../../../messages/issue-text.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import * as messages from '../threads.messages.ts';
import { MESSAGE_MAX, MessageText } from '../threads.schema.ts';

type Props = { value: string; onChange: (text: string) => void; onSend: (text: string) => void };

/** The message input. On a keyboard, Enter sends and Shift+Enter starts a new line. */
export function MessageBox({ value, onChange, onSend }: Props) {
  const t = useTranslator();
  const [problem, setProblem] = useState<string>();
  const submitMessage = (event?: FormEvent) => {
    event?.preventDefault();
    const parsed = MessageText.safeParse(value);
    if (!parsed.success) return setProblem(translateIssue(t, parsed.error.issues[0]!.message));
    setProblem(undefined);
    onSend(parsed.data);
    onChange('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlainEnter = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    // On touch screens, Enter starts a new line.
    if (!isPlainEnter || !window.matchMedia('(hover: hover)').matches) return;
    event.preventDefault();
    submitMessage();
  };
  return (
    <Form className="grid justify-items-end gap-2 sm:flex sm:items-end" onSubmit={submitMessage}>
      <Field
        label={<span className="sr-only">{t(messages.messageField)}</span>}
        error={problem}
        className="w-full min-w-0 sm:flex-1"
      >
        <TextArea
          rows={2}
          placeholder={t(messages.messagePlaceholder)}
          value={value}
          maxLength={MESSAGE_MAX}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            onChange(event.target.value);
            setProblem(undefined);
          }}
        />
      </Field>
      <Button type="submit" icon="arrow-up">
        {t(messages.send)}
      </Button>
    </Form>
  );
}
