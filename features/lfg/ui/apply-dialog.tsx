import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import * as messages from '../lfg.messages.ts';
import { ALREADY_APPLIED_FIELD, listFreeSeats } from '../lfg.rules.ts';
import type { Listing } from '../lfg.schema.ts';
import { LIMITS } from '../listing-form.schema.ts';

type Props = { listing: Listing; open: boolean; onClose: () => void; onApplied: () => void };

/** Asks for a position and a short message, both optional, and sends the application. */
export function ApplyDialog({ listing, open, onClose, onApplied }: Props) {
  const t = useTranslator();
  const [message, setMessage] = useDraftText(`application-${listing.id}`);
  const [position, setPosition] = useState('');
  const [problem, setProblem] = useState<string>();
  const seats = listFreeSeats(listing.needed_positions, listing.filled_positions);

  const send = async () => {
    setProblem(undefined);
    const json = { message, ...(position ? { position: position as (typeof seats)[number] } : {}) };
    const post = () => browserApi().api.lfg.listings[':id'].apply.$post({ param: { id: listing.id }, json });
    let wasClosedMeanwhile = false;
    const isSent = await attempt(post, t(messages.applicationSentToast), (reason, error) => {
      wasClosedMeanwhile = error instanceof ApiError && error.field === ALREADY_APPLIED_FIELD;
      if (wasClosedMeanwhile) return showToast({ title: reason, tone: 'error' });
      setProblem(reason);
      showToast({ title: t(messages.applyFailed), description: reason, tone: 'error' });
    });
    if (isSent) setMessage('');
    if (!isSent && !wasClosedMeanwhile) return;
    onApplied();
    onClose();
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(messages.applyTitle)}
      description={listing.title}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t(messages.cancel)}
          </Button>
          <Button loadingLabel={t(messages.sendingApplication)} onClick={send}>
            {t(messages.sendApplication)}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Field label={t(messages.applyPosition)} hint={t(messages.applyPositionHint)}>
          <Select
            options={seats}
            placeholder={t(messages.bestPosition)}
            value={position}
            onChange={(event) => setPosition(event.target.value)}
          />
        </Field>
        <Field label={t(messages.applyMessage)} optional error={problem}>
          <TextArea
            rows={3}
            maxLength={LIMITS.message}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            placeholder={t(messages.applyMessagePlaceholder)}
          />
        </Field>
      </div>
    </Dialog>
  );
}
