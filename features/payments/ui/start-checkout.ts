import { browserApi, toErrorMessage, UserFacingError, unwrap } from '../../../web/api-client.ts';
import { getAuthClient } from '../../../web/auth-session.ts';
import { showToast } from '../../../web/ui/toast-store.ts';

export type Purchase = {
  priceId: string;
  playerId?: string;
  role?: string;
  coachId?: string;
  startsAt?: string;
  useCredit?: boolean;
};

const FAILED = 'Failed to create checkout session. Please try again.';

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
export async function goToCheckout(purchase: Purchase, signIn: () => void): Promise<boolean> {
  const buyer = await readUserId().catch(() => undefined);
  if (!buyer) {
    showToast({
      title: 'Authentication Required',
      description: 'Please log in to make a purchase.',
      tone: 'error',
      action: { label: 'Log in', onClick: signIn },
    });
    return false;
  }
  const mode = purchase.priceId.endsWith('_MONTHLY') ? ('subscription' as const) : ('payment' as const);
  try {
    const json = { ...purchase, userId: buyer, mode };
    const { url } = await unwrap(browserApi().functions.v1['checkout-session'].$post({ json }));
    if (!url) throw new UserFacingError('No checkout URL returned');
    window.location.assign(url);
    return true;
  } catch (error) {
    showToast({ title: 'Checkout Error', description: toErrorMessage(error, FAILED), tone: 'error' });
    return false;
  }
}
