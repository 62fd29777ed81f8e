import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { useAction } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import * as messages from '../bookings.messages.ts';
import { type DeskCall, NOTES_MAX } from '../phone-calls/phone-calls.schema.ts';

const getApi = () => browserApi().api.admin.calls[':id'];

/** The actions that an admin can take on a call, and their notes. */
export function DeskActions({ call }: { call: DeskCall }) {
  const t = useTranslator();
  const { user } = useAuth();
  const { run } = useAction();
  const [notes, setNotes] = useDraftText(`call-notes-${call.id}`, call.notes);
  const [isConfirming, setConfirming] = useState(false);
  const param = { id: call.id };
  const isAssignedToMe = call.status === 'taken' && (!call.takenBy || call.takenBy.id === user?.id);
  const close = (outcome: 'done' | 'missed') => () =>
    run(() => getApi().close.$post({ param, json: { outcome, notes } }), t(messages.callClosedToast));
  return (
    <div className="stack">
      {(isAssignedToMe || call.status === 'done' || call.status === 'missed') && (
        <Field label={t(messages.callNotes)} optional hint={t(messages.callNotesHint)}>
          <TextArea rows={4} maxLength={NOTES_MAX} value={notes} onChange={(event) => setNotes(event.target.value)} />
        </Field>
      )}
      <div className="cluster">
        {call.status === 'booked' && (
          <Button icon="phone" onClick={() => run(() => getApi().take.$post({ param }), t(messages.callTakenToast))}>
            {t(messages.takeCall)}
          </Button>
        )}
        {isAssignedToMe && (
          <>
            <Button onClick={close('done')}>{t(messages.markTalked)}</Button>
            <Button variant="secondary" onClick={close('missed')}>
              {t(messages.markMissed)}
            </Button>
          </>
        )}
        {notes !== call.notes && (
          <Button
            variant="secondary"
            onClick={() => run(() => getApi().notes.$put({ param, json: { notes } }), t(messages.notesSavedToast))}
          >
            {t(messages.saveNotes)}
          </Button>
        )}
        {call.status === 'taken' && (
          <Button
            variant="ghost"
            onClick={() => run(() => getApi().release.$post({ param }), t(messages.callPutBackToast))}
          >
            {t(messages.putCallBack)}
          </Button>
        )}
        {(call.status === 'booked' || call.status === 'taken') && (
          <Button variant="ghost" onClick={() => setConfirming(true)}>
            {t(messages.cancelCall)}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isConfirming}
        title={t(messages.cancelCallTitle)}
        confirmLabel={t(messages.cancelCall)}
        cancelLabel={t(messages.keepCall)}
        tone="danger"
        onConfirm={() =>
          run(() => getApi().cancel.$post({ param }), t(messages.callCanceledToast)).then(() => setConfirming(false))
        }
        onCancel={() => setConfirming(false)}
      >
        {t(messages.deskCancelExplanation, { name: call.name })}
      </ConfirmDialog>
    </div>
  );
}
