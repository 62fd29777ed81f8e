import { useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { TextArea } from './text-area.tsx';

type Props<Reason extends string> = {
  open: boolean;
  title: string;
  description: string;
  confirmLabel: string;
  reasons: readonly { value: Reason; label: string }[];
  /** Chosen at first. */
  reason: Reason;
  hint: string;
  maxLength: number;
  /** What is typed: its owner keeps it, also over a reload. */
  details: string;
  onDetails: (details: string) => void;
  /** Shows its own outcome. @returns whether it worked, and the dialog can close */
  onSend: (reason: Reason, details: string) => Promise<boolean>;
  onClose: () => void;
};

/** Asks for one of some reasons and, if wanted, for more words; nothing typed is lost when sending fails. */
export function ReasonDialog<Reason extends string>(props: Props<Reason>) {
  const { open, title, description, confirmLabel, reasons, hint, maxLength, details, onDetails, onSend, onClose } =
    props;
  const [reason, setReason] = useState(props.reason);
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    const done = await onSend(reason, details.trim());
    setSending(false);
    if (done) onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" loading={sending} loadingLabel="Sending…" onClick={() => send()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Field label="Reason">
          <Select options={reasons} value={reason} onChange={(event) => setReason(event.target.value as Reason)} />
        </Field>
        <Field label="Details" optional hint={hint}>
          <TextArea
            rows={3}
            maxLength={maxLength}
            value={details}
            onChange={(event) => onDetails(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}
