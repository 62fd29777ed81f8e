import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { OrderView } from '../money.schema.ts';
import { formatDollars } from '../orders/orders.rules.ts';

const describeConsequence = ({ kind }: OrderView, whole: boolean): string => {
  if (kind === 'subscription') return "Refunding the latest payment in full ends the plan. A smaller refund doesn't.";
  return whole ? 'A full refund ends the order.' : 'Planet Crew pays for a partial refund, and the order continues.';
};

/** Lets an admin refund an order in full or in part. */
export function RefundForm({ order }: { order: OrderView }) {
  const { refundableCents } = order;
  const [amount, setAmount] = useState((refundableCents / 100).toFixed(2));
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState(false);
  const { run } = useAction();
  const cents = Math.round(Number(amount) * 100);
  const valid = Number.isInteger(cents) && cents > 0 && cents <= refundableCents;
  const whole = cents === refundableCents;
  const refund = async () => {
    const json = { cents, refundableCents, reason };
    await run(
      () => browserApi().api.admin.orders[':id'].refund.$post({ param: { id: order.id }, json }),
      'The refund is on its way',
    );
    setAsking(false);
  };
  return (
    <div className="page pb-8">
      <Panel as="section" className="stack" aria-labelledby="refund">
        <h2 id="refund" className="text-xl">
          Refund
        </h2>
        <Field
          label="Amount, in dollars"
          hint={`Up to ${formatDollars(refundableCents)}. ${describeConsequence(order, whole)}`}
          error={valid ? false : `Enter an amount between $0.01 and ${formatDollars(refundableCents)}.`}
        >
          <TextInput inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} />
        </Field>
        <Field label="Reason (buyer and players see it)">
          <TextInput maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Button className="self-start" disabled={!valid || reason.trim() === ''} onClick={() => setAsking(true)}>
          Refund
        </Button>
        <ConfirmDialog
          open={asking}
          title={valid ? `Refund ${formatDollars(cents)}?` : 'Refund?'}
          confirmLabel="Refund"
          tone="danger"
          onConfirm={refund}
          onCancel={() => setAsking(false)}
        >
          We&apos;ll refund it to the buyer&apos;s card. This can&apos;t be undone.
        </ConfirmDialog>
      </Panel>
    </div>
  );
}
