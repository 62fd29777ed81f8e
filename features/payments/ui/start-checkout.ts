import type { Translator } from '../../../messages/translator.ts';
import { browserApi, toErrorMessage, UserFacingError, unwrap } from '../../../web/api-client.ts';
import { getAuthClient } from '../../../web/auth-session.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as messages from '../payments.messages.ts';

export type Purchase = {
  priceId: string;
  playerId?: string;
  role?: string;
  coachId?: string;
  startsAt?: string;
  useCredit?: boolean;
};

/** Reads the signed-in user from the session, because a click may come before the page knows who's signed in. */
async function readUserId(): Promise<string | undefined> {
  const { data } = await (await getAuthClient()).getSession();
  return data.session?.user.id;
}

/**
 * Opens the payment page of a purchase.
 * @param signIn takes a visitor to the sign-in page, if they want to
 * @returns false when it failed and the button may be pressed again
 */
export async function goToCheckout(t: Translator, purchase: Purchase, signIn: () => void): Promise<boolean> {
  const buyer = await readUserId().catch(() => undefined);
  if (!buyer) {
    showToast({
      title: t(messages.signInRequired),
      description: t(messages.signInRequiredHint),
      tone: 'error',
      action: { label: t(messages.logIn), onClick: signIn },
    });
    return false;
  }
  const mode = purchase.priceId.endsWith('_MONTHLY') ? ('subscription' as const) : ('payment' as const);
  try {
    const json = { ...purchase, userId: buyer, mode };
    const { url } = await unwrap(browserApi().functions.v1['checkout-session'].$post({ json }));
    if (!url) throw new UserFacingError(t(messages.checkoutUrlMissing));
    window.location.assign(url);
    return true;
  } catch (error) {
    const description = toErrorMessage(error, t(messages.checkoutFailed));
    showToast({ title: t(messages.checkoutError), description, tone: 'error' });
    return false;
  }
}
