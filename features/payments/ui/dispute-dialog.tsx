import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { refundTerms } from '../../../content/refund-terms.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { useAction } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';

type Props = { orderId: string; open: boolean; onClose: () => void };

/** Asks what went wrong, opens a dispute and goes to its page. */
export function DisputeDialog({ orderId, open, onClose }: Props) {
  const { busy, run } = useAction();
  const navigate = useNavigate();
  const [text, setText] = useDraftText(`dispute-of-${orderId}`);
  const [problem, setProblem] = useState<string>();
  const form = useId();
  const send = async () => {
    if (text.trim() === '') return setProblem('Say what happened.');
    const json = { text };
    const made = await run(() => browserApi().api.orders[':id'].dispute.$post({ param: { id: orderId }, json }));
    if (!made) return;
    void navigate(paths.dispute(made.id));
    setText('');
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Open a dispute"
      description={`The money stays on hold. An admin will hear both sides and decide within ${refundTerms.disputeDecisionDays} days. With no decision, we'll refund the disputed part to the buyer.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="danger" loading={busy}>
            Open the dispute
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={send}>
        <Field label="What happened?" required error={problem ?? false}>
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
