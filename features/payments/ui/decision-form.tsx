import { useState } from 'react';
import { formatDollars } from '../../../messages/amounts.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useAction } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import type { DisputeView } from '../money.schema.ts';
import { computeFee } from '../orders/fees.rules.ts';
import { getSellerLabel, splitRefund } from '../orders/orders.rules.ts';
import * as messages from '../payments.messages.ts';

/** Lets an admin split the held funds between seller and buyer. The buyer gets the rest. */
export function DecisionForm({ dispute }: { dispute: DisputeView }) {
  const t = useTranslator();
  const [share, setShare] = useState((dispute.heldCents / 200).toFixed(2));
  const [reason, setReason] = useDraftText(`decision-${dispute.id}`);
  const [isConfirming, setConfirming] = useState(false);
  const { run } = useAction();
  const seller = getSellerLabel(dispute.kind);
  const sellerCents = Math.round(Number(share) * 100);
  const isValid = Number.isInteger(sellerCents) && sellerCents >= 0 && sellerCents <= dispute.heldCents;
  const refundCents = dispute.heldCents - sellerCents;
  const toCard = splitRefund(refundCents, dispute.refundableCents).cash;
  const toSeller = sellerCents - (dispute.kind === 'assembly' ? 0 : computeFee(sellerCents, dispute.feePoints));
  const decide = async () => {
    const json = { sellerCents, refundCents, decision: reason };
    const isDecided = await run(
      () => browserApi().api.admin.disputes[':id'].decision.$post({ param: { id: dispute.id }, json }),
      t(messages.decidedToast),
    );
    if (isDecided) setReason('');
    setConfirming(false);
  };
  return (
    <Panel as="section" className="stack" aria-labelledby="decide">
      <h2 id="decide" className="text-xl">
        {t(messages.decisionTitle)}
      </h2>
      <Field
        label={t(messages.sellerShare, { seller })}
        hint={
          isValid
            ? t(messages.sellerShareResult, {
                seller,
                sellerAmount: formatDollars(t, toSeller),
                buyerAmount: formatDollars(t, toCard),
              })
            : undefined
        }
        error={isValid ? false : t(messages.sellerShareInvalid, { amount: formatDollars(t, dispute.heldCents) })}
      >
        <TextInput inputMode="decimal" value={share} onChange={(event) => setShare(event.target.value)} />
      </Field>
      <Field label={t(messages.decisionReason)}>
        <TextArea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Button className="self-start" disabled={!isValid || reason.trim() === ''} onClick={() => setConfirming(true)}>
        {t(messages.decide)}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t(messages.decisionConfirmTitle)}
        confirmLabel={t(messages.decide)}
        onConfirm={() => decide()}
        onCancel={() => setConfirming(false)}
      >
        {t(messages.decisionExplanation, {
          seller,
          sellerAmount: formatDollars(t, toSeller),
          buyerAmount: formatDollars(t, toCard),
        })}
      </ConfirmDialog>
    </Panel>
  );
}
