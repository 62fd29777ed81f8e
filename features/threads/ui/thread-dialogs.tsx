import { useState } from 'react';
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
import { MESSAGE_MAX, MessageText, type ThreadMessage } from '../threads.schema.ts';

type Props = { threadId: string; message: ThreadMessage; onDone: () => void; onClose: () => void };

const at = (threadId: string, { seq }: ThreadMessage) => ({ param: { id: threadId, seq: String(seq) } });

/** Edits the user's own message. Typed text is kept until it's saved. */
export function EditMessage({ threadId, message, onDone, onClose }: Props) {
  const [text, setText] = useDraftText(`message-${threadId}-${message.seq}`, message.text);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    const read = MessageText.safeParse(text);
    if (!read.success) return setProblem(read.error.issues[0]?.message);
    const patch = () =>
      browserApi().api.threads[':id'].messages[':seq'].$patch({ ...at(threadId, message), json: { text } });
    if (!(await attempt(patch, undefined, setProblem))) return;
    setText(message.text);
    onDone();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit message"
      description="You can edit for 15 minutes after sending. The others will see that you edited it."
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={save}>Save</Button>
        </>
      }
    >
      <Field label="Message" required error={problem}>
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

/** Asks for confirmation before deleting a message, because its text can't be restored. */
export function RemoveMessage({ threadId, message, onDone, onClose }: Props) {
  const remove = async () => {
    const post = () => browserApi().api.threads[':id'].messages[':seq'].$delete(at(threadId, message));
    if (!(await attempt(post, undefined, 'Couldn’t delete the message'))) return;
    onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title="Delete this message?"
      confirmLabel="Delete"
      tone="danger"
      onConfirm={remove}
      onCancel={onClose}
    >
      Everyone will see that a message was here, but not what it said.
    </ConfirmDialog>
  );
}

/** Reports a message or its author to the moderators. */
export function ReportMessage({ threadId, message, about, onClose }: Props & { about: 'message' | 'player' }) {
  const { api } = browserApi();
  return (
    <ReportToModerators
      terms={REPORT_TERMS}
      about={about === 'message' ? `message-${threadId}-${message.seq}` : `player-${message.author!.id}`}
      open
      noun={about}
      description={about === 'message' ? message.text || 'A deleted message' : message.author!.display_name}
      onReport={(json) =>
        unwrap(
          about === 'message'
            ? api.threads[':id'].messages[':seq'].report.$post({ ...at(threadId, message), json })
            : api.profiles[':id'].reports.$post({ param: { id: message.author!.id }, json }),
        )
      }
      onClose={onClose}
    />
  );
}
