import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { legalVersions } from '../../../content/legal/legal-versions.ts';
import { createTranslator } from '../../../messages/translator.ts';
import { dismissToast, readToasts } from '../../../web/ui/toast-store.ts';
import { goToCheckout } from './start-checkout.ts';

const session = vi.hoisted(() => ({ user: { id: '7' } as { id: string } | null }));
vi.mock('../../../web/auth-session.ts', () => ({
  getAuthClient: async () => ({
    getSession: async () => ({ data: { session: session.user && { user: session.user } } }),
  }),
  getAccessToken: async () => 'token',
  forgetSession: async () => {},
}));

const assign = vi.fn();
const request = vi.fn<(url: string, body: unknown) => void>();
let respond: () => Response | Promise<Response>;

beforeEach(() => {
  session.user = { id: '7' };
  vi.stubGlobal('window', { location: { origin: 'http://context.test', assign } });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    request(String(url), JSON.parse(String(init.body)));
    return respond();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  for (const { id } of readToasts()) dismissToast(id);
});

const listToasts = () => readToasts().map(({ title, description }) => [title, description]);
const confirm = vi.fn<(missing: { adult: boolean }) => Promise<boolean>>();
const buy = (priceId = 'PRICE_FOUNDERS_6MO') =>
  goToCheckout(createTranslator(), { priceId }, { signIn: () => {}, confirm });

describe('goToCheckout', () => {
  test('sends price, buyer and mode, and opens the payment page', async () => {
    respond = () => Response.json({ url: 'https://pay.test/1' });
    expect(await buy()).toBe(true);
    expect(request).toHaveBeenCalledWith('http://context.test/functions/v1/checkout-session', {
      priceId: 'PRICE_FOUNDERS_6MO',
      userId: '7',
      mode: 'payment',
      asksBuyer: true,
    });
    expect(assign).toHaveBeenCalledWith('https://pay.test/1');
    expect(listToasts()).toEqual([]);
  });

  test.each(['adult', 'accepts'])('asks the buyer for the missing confirmation (%s) and tries again', async (field) => {
    const refusal = () => Response.json({ error: { code: 'unconfirmed', message: 'First.', field } }, { status: 403 });
    respond = () => (request.mock.calls.length === 1 ? refusal() : Response.json({ url: 'https://pay.test/1' }));
    confirm.mockResolvedValue(true);
    expect(await buy()).toBe(true);
    expect(confirm).toHaveBeenCalledWith({ adult: field === 'adult' });
    const { terms, refunds } = legalVersions;
    expect(request.mock.lastCall?.[1]).toMatchObject({ priceId: 'PRICE_FOUNDERS_6MO', accepts: { terms, refunds } });
  });

  test('stays on the page without a message when the buyer goes back', async () => {
    respond = () =>
      Response.json({ error: { code: 'unconfirmed', message: 'First.', field: 'adult' } }, { status: 403 });
    confirm.mockResolvedValue(false);
    expect(await buy()).toBe(false);
    expect(listToasts()).toEqual([]);
    expect(request).toHaveBeenCalledTimes(1);
  });

  test('requires sign-in before requesting a payment page', async () => {
    session.user = null;
    expect(await buy()).toBe(false);
    expect(listToasts()).toEqual([['Authentication Required', 'Please log in to make a purchase.']]);
    expect(request).not.toHaveBeenCalled();
  });

  test.each([
    ['gives a reason', { error: { code: 'conflict', message: 'All seats are taken.' } }, 'All seats are taken.'],
    ['gives no reason', {}, 'Failed to create checkout session. Please try again.'],
  ])('shows a Checkout Error and allows a retry when the server %s', async (_what, body, sentence) => {
    respond = () => Response.json(body, { status: 500 });
    expect(await buy()).toBe(false);
    expect(listToasts()).toEqual([['Checkout Error', sentence]]);
    expect(assign).not.toHaveBeenCalled();
  });

  test('shows a Checkout Error when the response has no checkout URL', async () => {
    respond = () => Response.json({});
    expect(await buy()).toBe(false);
    expect(listToasts()).toEqual([['Checkout Error', 'No checkout URL returned']]);
  });

  test('shows a Checkout Error about the connection when the request fails', async () => {
    respond = () => Promise.reject(new TypeError('failed to fetch'));
    expect(await buy()).toBe(false);
    expect(listToasts()).toEqual([['Checkout Error', expect.stringMatching(/connection/)]]);
  });
});
