import { expect } from 'vitest';
import { findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { findUser } from '../accounts/accounts.queries.ts';
import { startSession, writeAccessToken } from '../accounts/sessions/sessions.commands.ts';
import { UNKNOWN_VISIT } from '../accounts/sessions/visits.commands.ts';
import type { MoneyContext } from './test-money.ts';

export type Person = { userId: string };

/**
 * Creates the API actions of buyers and sellers for journeys where the test controls the clock and the payment
 * provider.
 * @param getContext returns the context, once the test has opened it
 */
export function createJourneys(getContext: () => MoneyContext) {
  /** Returns a fresh token, because a journey's clock runs for days. */
  async function getToken({ userId }: Person): Promise<string> {
    const { deps } = getContext();
    const user = (await findUser(deps.db, userId))!;
    const session = await deps.db.transaction((tx) =>
      startSession(tx, deps, userId, { method: 'password', visit: UNKNOWN_VISIT }),
    );
    return writeAccessToken(deps, user, session);
  }

  async function call(person: Person | undefined, method: string, path: string, body?: unknown) {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' };
    if (person) headers.Authorization = `Bearer ${await getToken(person)}`;
    const response = await getContext().app.request(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  }
  const callSuccessfully = async (...args: Parameters<typeof call>) => {
    const response = await call(...args);
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return response.body;
  };
  const getSession = (orderId: string) =>
    Object.values(getContext().sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;

  /** Buys and pays without processing any effect of the payment yet. @returns the id of the order */
  async function pay(person: Person, priceId: string, more: object = {}): Promise<string> {
    const mode = priceId.endsWith('MONTHLY') ? 'subscription' : 'payment';
    const { orderId } = await callSuccessfully(person, 'POST', '/functions/v1/checkout-session', {
      priceId,
      userId: person.userId,
      mode,
      ...more,
    });
    getContext().sandbox.engine.pay(getSession(orderId), findCard('4242424242424242')!);
    return orderId;
  }
  async function buy(...args: Parameters<typeof pay>): Promise<string> {
    const orderId = await pay(...args);
    await getContext().quiesce();
    return orderId;
  }
  const order = (person: Person, id: string) => callSuccessfully(person, 'GET', `/api/orders/${id}`);

  return { tokenOf: getToken, call, good: callSuccessfully, sessionOf: getSession, pay, buy, order };
}
