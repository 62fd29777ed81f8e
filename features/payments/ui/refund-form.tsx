import { useState } from 'react';
import { formatDollars } from '../../../messages/amounts.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { OrderView } from '../money.schema.ts';
import * as messages from '../payments.messages.ts';

/** Says how much can be refunded and what that means for the order. */
function formatHint(t: Translator, { kind, refundableCents }: OrderView, isFullRefund: boolean): string {
  const amount = formatDollars(t, refundableCents);
  if (kind === 'subscription') return t(messages.refundHintPlan, { amount });
  return isFullRefund ? t(messages.refundHintFull, { amount }) : t(messages.refundHintPartial, { amount });
}

/** Lets an admin refund an order in full or in part. */
export function RefundForm({ order }: { order: OrderView }) {
  const t = useTranslator();
  const { refundableCents } = order;
  const [amount, setAmount] = useState((refundableCents / 100).toFixed(2));
  const [reason, setReason] = useState('');
  const [isConfirming, setConfirming] = useState(false);
  const { run } = useAction();
  const cents = Math.round(Number(amount) * 100);
  const isValid = Number.isInteger(cents) && cents > 0 && cents <= refundableCents;
  const isFullRefund = cents === refundableCents;
  const refund = async () => {
    const json = { cents, refundableCents, reason };
    await run(
      () => browserApi().api.admin.orders[':id'].refund.$post({ param: { id: order.id }, json }),
      t(messages.refundToast),
    );
    setConfirming(false);
  };
  return (
    <div className="page pb-8">
      <Panel as="section" className="stack" aria-labelledby="refund">
        <h2 id="refund" className="text-xl">
          {t(messages.refundTitle)}
        </h2>
        <Field
          label={t(messages.refundAmount)}
          hint={formatHint(t, order, isFullRefund)}
          error={isValid ? false : t(messages.refundAmountInvalid, { amount: formatDollars(t, refundableCents) })}
        >
          <TextInput inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} />
        </Field>
        <Field label={t(messages.refundReason)}>
          <TextInput maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Button className="self-start" disabled={!isValid || reason.trim() === ''} onClick={() => setConfirming(true)}>
          {t(messages.refund)}
        </Button>
        <ConfirmDialog
          open={isConfirming}
          title={
            isValid
              ? t(messages.refundConfirmAmount, { amount: formatDollars(t, cents) })
              : t(messages.refundConfirmTitle)
          }
          confirmLabel={t(messages.refund)}
          tone="danger"
          onConfirm={refund}
          onCancel={() => setConfirming(false)}
        >
          {t(messages.refundExplanation)}
        </ConfirmDialog>
      </Panel>
    </div>
  );
}
