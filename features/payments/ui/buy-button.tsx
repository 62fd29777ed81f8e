import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { useLeaveState } from '../../../web/use-leave-state.ts';
import * as messages from '../payments.messages.ts';
import { goToCheckout, type Purchase } from './start-checkout.ts';
import { PurchaseQuestion, usePurchaseConfirmation } from './use-purchase-confirmation.tsx';

type Props = {
  purchase: Purchase;
  children: ReactNode;
  variant?: 'primary' | 'secondary';
  disabled?: boolean;
  block?: boolean;
};

/** Starts a purchase. Shows loading until the payment page opens, and becomes idle again if that fails. */
export function BuyButton({ purchase, children, variant = 'primary', disabled, block }: Props) {
  const t = useTranslator();
  const [busy, setBusy] = useLeaveState(false);
  const { confirm, question } = usePurchaseConfirmation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const startCheckout = async () => {
    setBusy(true);
    const signIn = () => void navigate(paths.authReturningTo(pathname + search));
    const isLeaving = await goToCheckout(t, purchase, { signIn, confirm });
    if (!isLeaving) setBusy(false);
  };
  return (
    <>
      <Button
        variant={variant}
        loading={busy}
        loadingLabel={t(messages.buttonLoading)}
        disabled={disabled ?? false}
        block={block ?? false}
        onClick={() => startCheckout()}
      >
        {children}
      </Button>
      <PurchaseQuestion question={question} />
    </>
  );
}
