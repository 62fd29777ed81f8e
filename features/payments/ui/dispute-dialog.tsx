import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { refundTerms } from '../../../content/refund-terms.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { useAction } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import * as messages from '../payments.messages.ts';

type Props = { orderId: string; open: boolean; onClose: () => void };

/** Asks what went wrong, opens a dispute and shows its page. */
export function DisputeDialog({ orderId, open, onClose }: Props) {
  const t = useTranslator();
  const { busy, run } = useAction();
  const navigate = useNavigate();
  const [text, setText] = useDraftText(`dispute-of-${orderId}`);
  const [problem, setProblem] = useState<string>();
  const form = useId();
  const openDispute = async () => {
    if (text.trim() === '') return setProblem(t(messages.disputeReasonMissing));
    const json = { text };
    const dispute = await run(() => browserApi().api.orders[':id'].dispute.$post({ param: { id: orderId }, json }));
    if (!dispute) return;
    void navigate(paths.dispute(dispute.id));
    setText('');
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(messages.openDisputeTitle)}
      description={t(messages.openDisputeExplanation, { days: refundTerms.disputeDecisionDays })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t(messages.cancel)}
          </Button>
          <Button type="submit" form={form} variant="danger" loading={busy}>
            {t(messages.submitDispute)}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={openDispute}>
        <Field label={t(messages.disputeReason)} required error={problem ?? false}>
          <TextArea
            rows={5}
            maxLength={2000}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
      </Form>
    </Dialog>
  );
}
