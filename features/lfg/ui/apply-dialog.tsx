import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import { listFreeSeats } from '../lfg.rules.ts';
import type { Listing } from '../lfg.schema.ts';
import { LIMITS } from '../listing-form.schema.ts';

type Props = { listing: Listing; open: boolean; onClose: () => void; onApplied: () => void };

/** Asks for a position and a short message, both optional, and sends the application. */
export function ApplyDialog({ listing, open, onClose, onApplied }: Props) {
  const [message, setMessage] = useDraftText(`application-${listing.id}`);
  const [position, setPosition] = useState('');
  const [problem, setProblem] = useState<string>();
  const seats = listFreeSeats(listing.needed_positions, listing.filled_positions);

  const send = async () => {
    setProblem(undefined);
    const json = { message, ...(position ? { position: position as (typeof seats)[number] } : {}) };
    const post = () => browserApi().api.lfg.listings[':id'].apply.$post({ param: { id: listing.id }, json });
    let late = false;
    const sent = await attempt(post, 'Application sent!', (reason) => {
      late = reason === 'Already applied';
      if (late) return showToast({ title: reason, tone: 'error' });
      setProblem(reason);
      showToast({ title: 'Failed to apply', description: reason, tone: 'error' });
    });
    if (sent) setMessage('');
    if (!sent && !late) return;
    onApplied();
    onClose();
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Apply"
      description={listing.title}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button loadingLabel="Sending…" onClick={send}>
            Send application
          </Button>
        </>
      }
    >
      <div className="stack">
        <Field label="Position" hint="If you don't choose, we'll use your own position when it's needed.">
          <Select
            options={seats}
            placeholder="Best fit for me"
            value={position}
            onChange={(event) => setPosition(event.target.value)}
          />
        </Field>
        <Field label="Message" optional error={problem}>
          <TextArea
            rows={3}
            maxLength={LIMITS.message}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            placeholder="What should they know about your game?"
          />
        </Field>
      </div>
    </Dialog>
  );
}
