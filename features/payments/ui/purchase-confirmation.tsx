import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import * as messages from '../payments.messages.ts';
import { AdultBox } from './adult-box.tsx';
import { CheckoutTerms } from './checkout-terms.tsx';
import { confirmAdult } from './confirm-adult.ts';

type Props = {
  /** Whether the buyer hasn't confirmed yet that they're 18 or have a parent or guardian who agrees. */
  needsAdult: boolean;
  onAnswer: (isConfirmed: boolean) => void;
};

/**
 * Asks for missing confirmations (age, terms) before a buyer's first payment, or their first one after the terms
 * changed.
 */
export default function PurchaseConfirmation({ needsAdult, onAnswer }: Props) {
  const t = useTranslator();
  const [isAdult, setAdult] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const confirm = async () => {
    setMissing(needsAdult && !isAdult);
    if (needsAdult && !isAdult) return;
    if (!needsAdult || (await confirmAdult())) onAnswer(true);
  };
  return (
    <ConfirmDialog
      open
      title={t(messages.beforePayingTitle)}
      confirmLabel={t(messages.acceptAndContinue)}
      onConfirm={confirm}
      onCancel={() => onAnswer(false)}
    >
      <div className="stack">
        {needsAdult && (
          <AdultBox
            label={t(messages.adultBuyer)}
            checked={isAdult}
            onChange={setAdult}
            isMissing={isMissing && !isAdult}
          />
        )}
        <p>
          <CheckoutTerms />
        </p>
      </div>
    </ConfirmDialog>
  );
}
