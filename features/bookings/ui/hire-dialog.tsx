import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { formatPrice, prices } from '../../../content/prices.ts';
import * as dealsMessages from '../../../content/protocol/content-protocol.messages.ts';
import { refundTerms } from '../../../content/refund-terms.ts';
import { formatDollars } from '../../../messages/amounts.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useLeaveState } from '../../../web/use-leave-state.ts';
import { formatFeeLine } from '../../payments/orders/fees.rules.ts';
import * as messages from '../bookings.messages.ts';
import type { OfferCard } from '../bookings.schema.ts';

type Purchase = { priceId: string; playerId: string; role: string; useCredit: boolean };
type Props = {
  offer: OfferCard | undefined;
  /** A paid hire of this tier that has no player yet, if any. */
  paidOrder: string | undefined;
  /** The viewer's hire credits, if known. */
  held: { hire_credit_count: number; hire_credit_cap_usd: number } | undefined;
  /** Redirects to the payment page. @returns false when that failed */
  pay: (purchase: Purchase, signIn: () => void) => Promise<boolean>;
  /** Note about the terms that the buyer accepts by paying. */
  terms: ReactNode;
  onClose: () => void;
};

/** Lets the buyer pick the role and confirm. The buyer then pays for the hire or uses an order that's already paid. */
export function HireDialog({ offer, paidOrder, held, pay, terms, onClose }: Props) {
  const t = useTranslator();
  const [role, setRole] = useState<string>();
  const [useCredit, setUseCredit] = useState(true);
  const [busy, setBusy] = useLeaveState(false);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  if (!offer) return null;
  const playedRole = role && offer.roles.includes(role) ? role : offer.roles[0]!;
  const hasCredit = !paidOrder && (held?.hire_credit_count ?? 0) > 0;
  const confirm = async () => {
    setBusy(true);
    if (!paidOrder) {
      const purchase = {
        priceId: offer.priceId,
        playerId: offer.userId,
        role: playedRole,
        useCredit: hasCredit && useCredit,
      };
      const isLeaving = await pay(purchase, () => void navigate(paths.authReturningTo(pathname + search)));
      if (!isLeaving) setBusy(false);
      return;
    }
    const choice = { param: { id: paidOrder }, json: { playerId: offer.userId, role: playedRole } };
    const booking = await attempt(() => browserApi().api.hire.orders[':id'].player.$post(choice));
    if (booking) await navigate(paths.booking(booking.bookingId));
    else setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(messages.hireDialogTitle, { name: offer.displayName })}
      description={t(messages.hireDialogTerms, {
        price: formatPrice(t, offer.priceId),
        hours: refundTerms.hireAcceptHours,
      })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t(messages.cancel)}
          </Button>
          <Button loading={busy} loadingLabel={t(messages.paymentLoading)} onClick={() => confirm()}>
            {paidOrder ? t(messages.bookWithPaidOrder) : t(messages.continueToPayment)}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Field label={t(messages.hireRole)} group>
          <RadioCards
            name="role"
            columns={3}
            value={playedRole}
            onChange={setRole}
            options={offer.roles.map((one) => ({ value: one, label: one }))}
          />
        </Field>
        {hasCredit && (
          <Checkbox
            label={t(messages.useHireCredit, { amount: formatDollars(t, held!.hire_credit_cap_usd * 100) })}
            checked={useCredit}
            onChange={(event) => setUseCredit(event.target.checked)}
          />
        )}
        <p className="text-sm text-muted">
          {formatFeeLine(t, prices[offer.priceId].cents, offer.feePoints)} {t(dealsMessages.heldFunds)}
        </p>
        {!paidOrder && <p className="text-sm text-muted">{terms}</p>}
      </div>
    </Dialog>
  );
}
