import { useState } from 'react';
import { formatDollars } from '../../../messages/amounts.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { OrderView } from '../money.schema.ts';
import * as messages from '../payments.messages.ts';
import { MOVEMENT_OUTCOMES } from './movement-outcomes.ts';

const OUTCOMES = {
  continue: {
    label: messages.continueOrder,
    title: messages.continueOrderTitle,
    done: messages.continueOrderToast,
  },
  end: {
    label: messages.endOrder,
    title: messages.endOrderTitle,
    done: messages.endOrderToast,
  },
} as const;

/** Lets an admin decide how an order continues after money was moved at the payment provider. */
export function MovementDecision({ order }: { order: OrderView }) {
  const t = useTranslator();
  const { run } = useAction();
  const [outcomeToConfirm, setOutcomeToConfirm] = useState<keyof typeof OUTCOMES>();
  const decide = (outcome: keyof typeof OUTCOMES) =>
    run(
      () => browserApi().api.admin.orders[':id'].resume.$post({ param: { id: order.id }, json: { outcome } }),
      t(OUTCOMES[outcome].done),
    ).then(() => setOutcomeToConfirm(undefined));
  return (
    <div className="page pb-8">
      <Notice tone="red" title={t(messages.movedTitle)}>
        <ul className="stack gap-1">
          {order.moved.map(({ kind, cents }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two movements of one kind and amount look the same
            <li key={`${kind} ${cents} ${index}`}>
              {t(messages.movedLine, { kind, amount: formatDollars(t, cents) })}
            </li>
          ))}
        </ul>
        <p>{t(messages.movedHint)}</p>
        <div className="cluster pt-2">
          <Button variant="secondary" onClick={() => setOutcomeToConfirm('continue')}>
            {t(OUTCOMES.continue.label)}
          </Button>
          <Button variant="ghost" onClick={() => setOutcomeToConfirm('end')}>
            {t(OUTCOMES.end.label)}
          </Button>
        </div>
      </Notice>
      <ConfirmDialog
        open={outcomeToConfirm !== undefined}
        title={t(OUTCOMES[outcomeToConfirm ?? 'continue'].title)}
        confirmLabel={t(OUTCOMES[outcomeToConfirm ?? 'continue'].label)}
        onConfirm={() => decide(outcomeToConfirm!)}
        onCancel={() => setOutcomeToConfirm(undefined)}
      >
        {t(MOVEMENT_OUTCOMES[order.kind][outcomeToConfirm ?? 'continue'])}
      </ConfirmDialog>
    </div>
  );
}
