import { useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { toast } from '../../../web/ui/toast-store.ts';
import { DEFAULT_REPORT, FLAG_REASON_LABELS, FLAG_REASONS, LIMITS } from '../../moderation/ban-reasons.schema.ts';
import { sentenceOf } from './failure.ts';

const REASONS = FLAG_REASONS.map((value) => ({ value, label: FLAG_REASON_LABELS[value]! }));

/** Asks why, and puts the listing into the moderators' queue. */
export function ReportDialog({
  listing,
  open,
  onClose,
}: {
  listing: { id: string; title: string };
  open: boolean;
  onClose: () => void;
}) {
  const [reason, setReason] = useState<(typeof FLAG_REASONS)[number]>(DEFAULT_REPORT.reason);
  const [details, setDetails] = useState('');
  const [sending, setSending] = useState(false);

  const send = async () => {
    setSending(true);
    const json = { listing_id: listing.id, reason, details: details.trim() || DEFAULT_REPORT.details };
    try {
      const { message } = await unwrap(browserApi().api.lfg.reports.$post({ json }));
      toast({ title: message, tone: 'success' });
      onClose();
    } catch (error) {
      toast({ title: sentenceOf(error, 'Failed to report'), tone: 'error' });
    } finally {
      setSending(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Report"
      description={listing.title}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" loading={sending} loadingLabel="Sending…" onClick={() => void send()}>
            Report listing
          </Button>
        </>
      }
    >
      <div className="stack">
        <Field label="Reason">
          <Select
            options={REASONS}
            value={reason}
            onChange={(event) => setReason(event.target.value as typeof reason)}
          />
        </Field>
        <Field label="Details" optional hint="A moderator reads this. The owner never learns who reported.">
          <TextArea
            rows={3}
            maxLength={LIMITS.details}
            value={details}
            onChange={(event) => setDetails(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}
