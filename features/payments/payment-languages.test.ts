import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prices } from '../../content/prices.ts';
import { findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { LOCALES } from '../../messages/locales.ts';
import { runForReader } from '../../messages/reader-storage.ts';
import { getTranslator } from '../../messages/translators.ts';
import { DAY_MS } from '../../time/units.ts';
import { type CreatedUser, makeUser, openSession } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { chooseLanguage } from '../profiles/test-languages.ts';
import { startCheckout } from './checkout.commands.ts';
import { refundOrder } from './console-refunds.commands.ts';
import { findCurrentSubscription, upsertEntitlement } from './entitlements.queries.ts';
import { listOrderEvents } from './orders/orders.queries.ts';
import { createReceipt } from './receipts.commands.ts';
import { translatePayoutProblem } from './seller-payouts.commands.ts';
import { type MoneyContext, openMoneyContext } from './test-money.ts';
import { createPaidOrder, readHistory, readMessages } from './test-orders.ts';

let context: MoneyContext;
let admin: CreatedUser;
let buyer: CreatedUser;
beforeAll(async () => {
  context = await openMoneyContext(undefined, { LANGUAGES: LOCALES.join(',') });
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());
beforeEach(async () => {
  buyer = await makeUser(context.deps);
  await chooseLanguage(context.deps, buyer, 'fr');
});

const readLatest = async () => (await readMessages(context.deps, buyer.userId)).at(-1)!;
const createRequest = (priceId: keyof typeof prices, useCredit = false) => ({
  priceId,
  userId: buyer.userId,
  mode: prices[priceId].mode,
  useCredit,
});

describe('payment in another language', () => {
  it('notifies the buyer of a renewal in their language', async () => {
    const { deps, sandbox } = context;
    const { orderId } = await startCheckout(deps, buyer, createRequest('PRICE_PRO_MONTHLY'));
    const session = Object.values(sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
    sandbox.engine.pay(session, findCard('4242424242424242')!);
    await context.quiesce();
    const { subscriptionId } = (await findCurrentSubscription(deps.db, buyer.userId))!;
    sandbox.engine.endPeriod(sandbox.state.subscriptions[subscriptionId]!);
    await context.quiesce();
    expect(await readLatest()).toMatchObject({
      title: 'Ton abonnement Pro a été renouvelé',
      lines: [
        expect.stringMatching(
          /^On a débité 9,99\u00a0\$ sur ta carte \(Visa •••• 4242\) pour la période du 1 avril 2026 au /,
        ),
      ],
    });
  });

  it("notifies the buyer of a refund in their language, not the admin's, and stores the history in both", async () => {
    const { deps } = context;
    const { id, amountCents } = await createPaidOrder(deps, buyer.userId, 'PRICE_FOUNDERS_6MO', { intent: 'pi_fr' });
    const refund = { cents: amountCents, refundableCents: amountCents, reason: 'As agreed.' };
    await runForReader(getTranslator('de'), () => refundOrder(deps, admin, id, refund));
    const messages = await readMessages(deps, buyer.userId);
    expect(messages).toContainEqual(expect.objectContaining({ title: 'Ton remboursement est en route' }));
    expect(messages.map(({ title }) => title).join(' ')).not.toMatch(/refund|Thanks|Erstattung/);
    expect(await readHistory(deps, id)).toContain('Our staff approved a refund of $99. As agreed.');
    expect((await listOrderEvents(deps.db, id, 'fr')).map(({ line }) => line)).toContain(
      'Notre équipe a accordé un remboursement de 99\u00a0$. As agreed.',
    );
  });

  it("opens the payment page in the buyer's language", async () => {
    const { deps, sandbox, now } = context;
    await upsertEntitlement(deps.db, {
      userId: buyer.userId,
      foundersExpiresAt: new Date(now().getTime() + 100 * DAY_MS),
      founderNumber: null,
      priorityMatching: true,
      hireCreditCount: 1,
      hireCreditCapUsd: 100,
      updatedAt: now(),
    });
    const { orderId } = await startCheckout(deps, buyer, createRequest('PRICE_7G_ELITE', true));
    const session = Object.values(sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
    expect(session.line).toBe('7-Game Elite (100\u00a0$ sur ton crédit de recrutement)');
  });

  it("translates our own payout problems but not the payment provider's", () => {
    const french = getTranslator('fr');
    expect(translatePayoutProblem(french, 'The bank returned the payout.')).toBe('La banque a rejeté le versement.');
    expect(translatePayoutProblem(french, 'No such account.')).toBe('No such account.');
  });

  it("answers in the request's language", async () => {
    const { deps } = context;
    const { id } = await createPaidOrder(deps, buyer.userId, 'PRICE_TEAM_ASSEMBLY', { intent: 'pi_view' });
    // Signs in again, because the tests before this one move the clock.
    const token = await openSession(deps, admin.userId);
    const read = async (language: string) => {
      const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': language };
      const response = await context.app.request(`/api/orders/${id}`, { headers });
      return ((await response.json()) as { people: string[] }).people;
    };
    expect([await read('en'), await read('fr')]).toEqual([
      ['a user without a profile'],
      ['un utilisateur sans profil'],
    ]);
    const receipt = await runForReader(getTranslator('fr'), () => createReceipt(deps, buyer, id));
    expect(Buffer.from(receipt).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
