import { useState } from 'react';
import type { Message } from '../../messages/message.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { TextArea } from './text-area.tsx';
import * as messages from './ui.messages.ts';

type Props<Reason extends string> = {
  open: boolean;
  title: string;
  description: string;
  confirmLabel: string;
  reasons: readonly { value: Reason; label: Message }[];
  /** The reason that's preselected. */
  reason: Reason;
  hint: string;
  maxLength: number;
  /** The typed text. The parent component stores it across reloads. */
  details: string;
  onDetails: (details: string) => void;
  /** Sends the reason and shows the result. @returns whether to close the dialog */
  onSend: (reason: Reason, details: string) => Promise<boolean>;
  onClose: () => void;
};

/** Asks for one of several reasons and optional details; typed text survives a failed submit. */
export function ReasonDialog<Reason extends string>(props: Props<Reason>) {
  const t = useTranslator();
  const { open, title, description, confirmLabel, reasons, hint, maxLength, details, onDetails, onSend, onClose } =
    props;
  const [reason, setReason] = useState(props.reason);
  const send = async () => {
    if (await onSend(reason, details.trim())) onClose();
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
            {t(messages.cancel)}
          </Button>
          <Button variant="danger" loadingLabel={t(messages.sending)} onClick={send}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Field label={t(messages.reason)}>
          <Select
            options={reasons.map(({ value, label }) => ({ value, label: t(label) }))}
            value={reason}
            onChange={(event) => setReason(event.target.value as Reason)}
          />
        </Field>
        <Field label={t(messages.reasonDetails)} optional hint={hint}>
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
