import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { OrderView } from '../money.schema.ts';
import { formatDollars } from '../orders/orders.rules.ts';
import { MOVEMENT_OUTCOMES } from './movement-outcomes.ts';

const MOVED = { refund: 'A refund', reversal: 'A reversed payout', transfer: 'A payout' } as const;

const OUTCOMES = {
  continue: {
    label: 'Continue the order',
    title: 'Continue the order?',
    done: 'The order continues',
  },
  end: {
    label: 'End the order',
    title: 'End the order?',
    done: 'The order has ended',
  },
} as const;

/** Lets an admin decide how an order continues after money was moved at the payment provider. */
export function MovedOutside({ order }: { order: OrderView }) {
  const { run } = useAction();
  const [asking, setAsking] = useState<keyof typeof OUTCOMES>();
  const decide = (outcome: keyof typeof OUTCOMES) =>
    run(
      () => browserApi().api.admin.orders[':id'].resume.$post({ param: { id: order.id }, json: { outcome } }),
      OUTCOMES[outcome].done,
    ).then(() => setAsking(undefined));
  return (
    <div className="page pb-8">
      <Notice tone="red" title="Money was moved at the payment provider">
        <ul className="stack gap-1">
          {order.moved.map(({ kind, cents }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two movements of one kind and amount look the same
            <li key={`${kind} ${cents} ${index}`}>
              {MOVED[kind]} of {formatDollars(cents)}, made outside Planet Crew.
            </li>
          ))}
        </ul>
        <p>The order is paused. Decide whether it continues.</p>
        <div className="cluster pt-2">
          <Button variant="secondary" onClick={() => setAsking('continue')}>
            {OUTCOMES.continue.label}
          </Button>
          <Button variant="ghost" onClick={() => setAsking('end')}>
            {OUTCOMES.end.label}
          </Button>
        </div>
      </Notice>
      <ConfirmDialog
        open={asking !== undefined}
        title={OUTCOMES[asking ?? 'continue'].title}
        confirmLabel={OUTCOMES[asking ?? 'continue'].label}
        onConfirm={() => decide(asking!)}
        onCancel={() => setAsking(undefined)}
      >
        {MOVEMENT_OUTCOMES[order.kind][asking ?? 'continue']}
      </ConfirmDialog>
    </div>
  );
}
