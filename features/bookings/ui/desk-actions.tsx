import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { useAction } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import { type DeskCall, NOTES_MAX } from '../phone-calls/phone-calls.schema.ts';

const api = () => browserApi().api.admin.calls[':id'];

/** The actions that an admin can take on a call, and their notes. */
export function DeskActions({ call }: { call: DeskCall }) {
  const { user } = useAuth();
  const { run } = useAction();
  const [notes, setNotes] = useDraftText(`call-notes-${call.id}`, call.notes);
  const [asking, setAsking] = useState(false);
  const param = { id: call.id };
  const isAssignedToMe = call.status === 'taken' && (!call.takenBy || call.takenBy.id === user?.id);
  const close = (outcome: 'done' | 'missed') => () =>
    run(() => api().close.$post({ param, json: { outcome, notes } }), 'Call closed');
  return (
    <div className="stack">
      {(isAssignedToMe || call.status === 'done' || call.status === 'missed') && (
        <Field label="Notes" optional hint="For the next caller. The member gets these with their data if they ask.">
          <TextArea rows={4} maxLength={NOTES_MAX} value={notes} onChange={(event) => setNotes(event.target.value)} />
        </Field>
      )}
      <div className="cluster">
        {call.status === 'booked' && (
          <Button icon="phone" onClick={() => run(() => api().take.$post({ param }), 'You took this call')}>
            Take the call
          </Button>
        )}
        {isAssignedToMe && (
          <>
            <Button onClick={close('done')}>We talked</Button>
            <Button variant="secondary" onClick={close('missed')}>
              No one answered
            </Button>
          </>
        )}
        {notes !== call.notes && (
          <Button
            variant="secondary"
            onClick={() => run(() => api().notes.$put({ param, json: { notes } }), 'Notes saved')}
          >
            Save notes
          </Button>
        )}
        {call.status === 'taken' && (
          <Button
            variant="ghost"
            onClick={() => run(() => api().release.$post({ param }), 'The call is waiting again')}
          >
            Put it back
          </Button>
        )}
        {(call.status === 'booked' || call.status === 'taken') && (
          <Button variant="ghost" onClick={() => setAsking(true)}>
            Cancel call
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title="Cancel this call?"
        confirmLabel="Cancel call"
        cancelLabel="Keep call"
        tone="danger"
        onConfirm={() => run(() => api().cancel.$post({ param }), 'Call canceled').then(() => setAsking(false))}
        onCancel={() => setAsking(false)}
      >
        {call.name} will be notified that the concierge can't make it, and can pick another time.
      </ConfirmDialog>
    </div>
  );
}
