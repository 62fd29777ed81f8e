import { legalVersions } from '../../../content/legal/legal-versions.ts';
import type { Translator } from '../../../messages/translator.ts';
import { ApiError, browserApi, toErrorMessage, UserFacingError, unwrap } from '../../../web/api-client.ts';
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
 * Asks the buyer for the missing confirmations.
 * @returns whether they gave them
 */
type Confirm = (missing: { adult: boolean }) => Promise<boolean>;
type CheckoutRequest = Purchase & { userId: string; mode: 'payment' | 'subscription' };

const CANCELED = Symbol('the buyer went back');

/** Requests the payment page. If the server needs a confirmation, asks for it and requests the page once more. */
async function requestPaymentPage(json: CheckoutRequest, confirm: Confirm): Promise<string | typeof CANCELED> {
  const request = async (more: { accepts?: { terms: number; refunds: number } } = {}) =>
    (await unwrap(browserApi().functions.v1['checkout-session'].$post({ json: { ...json, ...more, asksBuyer: true } })))
      .url;
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unconfirmed') throw error;
    if (!(await confirm({ adult: error.field === 'adult' }))) return CANCELED;
    const { terms, refunds } = legalVersions;
    return request({ accepts: { terms, refunds } });
  }
}

/**
 * Opens the payment page of a purchase.
 * @param options `signIn` takes visitors to the sign-in page if they choose to sign in; `confirm` asks the buyer for
 * missing confirmations
 * @returns false when it failed and the button may be pressed again
 */
export async function goToCheckout(
  t: Translator,
  purchase: Purchase,
  { signIn, confirm }: { signIn: () => void; confirm: Confirm },
): Promise<boolean> {
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
    const url = await requestPaymentPage({ ...purchase, userId: buyer, mode }, confirm);
    if (url === CANCELED) return false;
    if (!url) throw new UserFacingError(t(messages.checkoutUrlMissing));
    window.location.assign(url);
    return true;
  } catch (error) {
    const description = toErrorMessage(error, t(messages.checkoutFailed));
    showToast({ title: t(messages.checkoutError), description, tone: 'error' });
    return false;
  }
}
