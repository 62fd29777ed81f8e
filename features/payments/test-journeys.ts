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
 * @param opened returns the context, once the test has opened it
 */
export function createJourneys(opened: () => MoneyContext) {
  /** Returns a fresh token, because a journey's clock runs for days. */
  async function tokenOf({ userId }: Person): Promise<string> {
    const { deps } = opened();
    const user = (await findUser(deps.db, userId))!;
    const session = await deps.db.transaction((tx) =>
      startSession(tx, deps, userId, { method: 'password', visit: UNKNOWN_VISIT }),
    );
    return writeAccessToken(deps, user, session);
  }

  async function call(who: Person | undefined, method: string, path: string, body?: unknown) {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' };
    if (who) headers.Authorization = `Bearer ${await tokenOf(who)}`;
    const response = await opened().app.request(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  }
  const good = async (...args: Parameters<typeof call>) => {
    const answer = await call(...args);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const sessionOf = (orderId: string) =>
    Object.values(opened().sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;

  /** Buys and pays without processing any effect of the payment yet. @returns the id of the order */
  async function pay(who: Person, priceId: string, more: object = {}): Promise<string> {
    const mode = priceId.endsWith('MONTHLY') ? 'subscription' : 'payment';
    const { orderId } = await good(who, 'POST', '/functions/v1/checkout-session', {
      priceId,
      userId: who.userId,
      mode,
      ...more,
    });
    opened().sandbox.engine.pay(sessionOf(orderId), findCard('4242424242424242')!);
    return orderId;
  }
  async function buy(...args: Parameters<typeof pay>): Promise<string> {
    const orderId = await pay(...args);
    await opened().quiesce();
    return orderId;
  }
  const order = (who: Person, id: string) => good(who, 'GET', `/api/orders/${id}`);

  return { tokenOf, call, good, sessionOf, pay, buy, order };
}
