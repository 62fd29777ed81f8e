import { useState } from 'react';
import { translateIssue } from '../../../messages/issue-text.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { ReportToModerators } from '../../../web/report-to-moderators.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import { REPORT_TERMS } from '../../moderation/ban-reasons.schema.ts';
import * as messages from '../threads.messages.ts';
import { MESSAGE_MAX, MessageText, type ThreadMessage } from '../threads.schema.ts';

type Props = { threadId: string; message: ThreadMessage; onDone: () => void; onClose: () => void };

const createMessageParam = (threadId: string, { seq }: ThreadMessage) => ({
  param: { id: threadId, seq: String(seq) },
});

/** Edits the user's own message. Typed text is kept until it's saved. */
export function EditMessage({ threadId, message, onDone, onClose }: Props) {
  const t = useTranslator();
  const [text, setText] = useDraftText(`message-${threadId}-${message.seq}`, message.text);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    const parsed = MessageText.safeParse(text);
    if (!parsed.success) return setProblem(translateIssue(t, parsed.error.issues[0]!.message));
    const patchMessage = () =>
      browserApi().api.threads[':id'].messages[':seq'].$patch({
        ...createMessageParam(threadId, message),
        json: { text },
      });
    if (!(await attempt(patchMessage, undefined, setProblem))) return;
    setText(message.text);
    onDone();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(messages.editTitle)}
      description={t(messages.editExplanation)}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t(messages.cancel)}
          </Button>
          <Button onClick={save}>{t(messages.save)}</Button>
        </>
      }
    >
      <Field label={t(messages.messageField)} required error={problem}>
        <TextArea
          rows={4}
          maxLength={MESSAGE_MAX}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
        />
      </Field>
    </Dialog>
  );
}

/** Asks for confirmation before deleting a message, because the author can't restore it. */
export function RemoveMessage({ threadId, message, onDone, onClose }: Props) {
  const t = useTranslator();
  const remove = async () => {
    const post = () => browserApi().api.threads[':id'].messages[':seq'].$delete(createMessageParam(threadId, message));
    if (!(await attempt(post, undefined, t(messages.deleteFailed)))) return;
    onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t(messages.deleteTitle)}
      confirmLabel={t(messages.deleteConfirm)}
      tone="danger"
      onConfirm={remove}
      onCancel={onClose}
    >
      {t(messages.deleteExplanation)}
    </ConfirmDialog>
  );
}

/** Reports a message or its author to the moderators. */
export function ReportMessage({ threadId, message, about, onClose }: Props & { about: 'message' | 'player' }) {
  const t = useTranslator();
  const { api } = browserApi();
  return (
    <ReportToModerators
      terms={REPORT_TERMS}
      about={about === 'message' ? `message-${threadId}-${message.seq}` : `player-${message.author!.id}`}
      open
      noun={about}
      description={about === 'message' ? message.text || t(messages.deletedMessage) : message.author!.display_name}
      onReport={(json) =>
        unwrap(
          about === 'message'
            ? api.threads[':id'].messages[':seq'].report.$post({ ...createMessageParam(threadId, message), json })
            : api.profiles[':id'].reports.$post({ param: { id: message.author!.id }, json }),
        )
      }
      onClose={onClose}
    />
  );
}
