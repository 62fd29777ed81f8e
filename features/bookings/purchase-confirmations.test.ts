import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { legalVersions } from '../../content/legal/legal-versions.ts';
import { findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { english } from '../../messages/lazy-text.ts';
import { startCheckout } from '../payments/checkout.commands.ts';
import { readOrder } from '../payments/money.commands.ts';
import { listReceiptParts } from '../payments/receipts.commands.ts';
import { startOnboarding } from '../payments/sellers.commands.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { createPaidOrder, readOrderNow, verifyTestSeller } from '../payments/test-orders.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { saveOwnOffer } from './hire-offers.commands.ts';

let context: MoneyContext;
beforeAll(async () => {
  context = await openMoneyContext('2026-12-02T12:00:00Z');
});
afterAll(() => context.close());

const buy = (userId: string, more: object = {}) =>
  startCheckout(
    context.deps,
    { userId },
    { priceId: 'PRICE_7G_ROLE', userId, mode: 'payment', useCredit: false, ...more },
  );
const forgetTerms = (userId: string) =>
  context.deps.db.execute(sql`delete from auth.terms_acceptances where user_id = ${userId}`);
const CURRENT = { terms: legalVersions.terms, refunds: legalVersions.refunds };

describe('checkout', () => {
  it("refuses buyers who haven't confirmed their age, if the client can ask them", async () => {
    const { userId } = await makePlayer(context.deps, {}, { adult: false });
    const refusal = { code: 'unconfirmed', field: 'adult', status: 403 };
    await expect(buy(userId, { asksBuyer: true })).rejects.toMatchObject(refusal);
    await expect(buy(userId, { useCredit: true })).rejects.toMatchObject(refusal);
  });

  it('lets buyers confirm their age by paying on a page that says so', async () => {
    const { deps, sandbox } = context;
    const { userId } = await makePlayer(deps, {}, { adult: false });
    await forgetTerms(userId);
    const readConfirmations = async () =>
      (
        await deps.db.execute(
          sql`select adult_confirmed_at is not null as adult, t.terms, t.refunds
                from auth.users left join auth.terms_acceptances t on t.user_id = id where id = ${userId}`,
        )
      ).rows;
    const { orderId } = await buy(userId, { priceId: 'PRICE_FOUNDERS_6MO' });
    expect(await readConfirmations()).toEqual([{ adult: false, terms: null, refunds: null }]);
    const session = Object.values(sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
    expect(session.notice).toContain(
      "By paying, you accept the Terms and the Refund Policy. You confirm that you're 18",
    );
    sandbox.engine.pay(session, findCard('4242424242424242')!);
    await context.quiesce();
    expect(await readConfirmations()).toEqual([{ adult: true, ...CURRENT }]);
    expect(await buy(userId, { asksBuyer: true })).toHaveProperty('url');
  });

  it("asks for the terms again when the buyer hasn't accepted the current version", async () => {
    const { userId } = await makePlayer(context.deps);
    await forgetTerms(userId);
    const ask = (more: object = {}) => buy(userId, { asksBuyer: true, ...more });
    await expect(ask()).rejects.toMatchObject({ code: 'unconfirmed', field: 'accepts' });
    const outdated = { ...CURRENT, terms: CURRENT.terms - 1 };
    await expect(ask({ accepts: outdated })).rejects.toMatchObject({ code: 'conflict', field: 'accepts' });
    expect(await ask({ accepts: CURRENT })).toHaveProperty('url');
    expect(await ask({ priceId: 'PRICE_7G_ELITE' })).toHaveProperty('url');
  });

  it('records the accepted versions of the terms for the buyer and on the order', async () => {
    const { userId } = await makePlayer(context.deps);
    const { orderId } = await buy(userId);
    expect(await readOrderNow(context.deps, orderId)).toMatchObject({
      termsVersion: CURRENT.terms,
      refundsVersion: CURRENT.refunds,
    });
    const { rows } = await context.deps.db.execute(
      sql`select place, terms, refunds from auth.terms_acceptances where user_id = ${userId} order by accepted_at, place desc`,
    );
    expect(rows).toEqual([
      { place: 'sign_up', terms: CURRENT.terms, refunds: null },
      { place: 'checkout', ...CURRENT },
    ]);
  });
});

describe('selling', () => {
  const OFFER = { roles: ['PG'], priceId: 'PRICE_7G_ROLE', hours: [], note: '', active: true } as Parameters<
    typeof saveOwnOffer
  >[2];

  it('requires age confirmation before payouts', async () => {
    const seller = await makePlayer(context.deps, {}, { adult: false });
    await expect(startOnboarding(context.deps, seller, 'US')).rejects.toMatchObject({
      code: 'unconfirmed',
      field: 'adult',
    });
  });

  it('requires age confirmation before a verified seller can publish an offer', async () => {
    const seller = await makePlayer(context.deps, {}, { adult: false });
    await verifyTestSeller(context.deps, seller.userId);
    await expect(saveOwnOffer(context.deps, seller, OFFER)).rejects.toMatchObject({ code: 'unconfirmed' });
    await saveOwnOffer(context.deps, seller, { ...OFFER, active: false });
  });
});

describe('a receipt', () => {
  const readRows = async (userId: string, id: string) => {
    const order = await readOrder(context.deps, { userId }, id);
    const parts = await listReceiptParts(english, context.deps, { userId }, order);
    return Object.fromEntries(parts.flatMap((part) => (part.is === 'row' ? [[part.label, part.value]] : [])));
  };

  it('shows buyer, seller, period and the versions of the terms', async () => {
    const buyer = await makePlayer(context.deps, { display_name: 'Nova Buyer' });
    const { id } = await createPaidOrder(context.deps, buyer.userId, 'PRICE_FOUNDERS_6MO');
    await context.deps.db.execute(sql`update orders set terms_version = 2, refunds_version = 1 where id = ${id}`);
    expect(await readRows(buyer.userId, id)).toMatchObject({
      Buyer: 'Nova Buyer',
      Seller: 'Planet Crew',
      Period: '2026-12-02 to 2027-06-02',
      Terms: 'Version 2, Refund Policy version 1',
    });
  });

  it('says that the order is older than the recorded versions', async () => {
    const buyer = await makePlayer(context.deps);
    const { id } = await createPaidOrder(context.deps, buyer.userId, 'PRICE_7G_ROLE');
    expect(await readRows(buyer.userId, id)).toMatchObject({ Terms: 'From before versions were recorded' });
  });

  it("shows the operator's details", async () => {
    const buyer = await makePlayer(context.deps);
    const { id } = await createPaidOrder(context.deps, buyer.userId, 'PRICE_7G_ROLE');
    const order = await readOrder(context.deps, buyer, id);
    const deps = { ...context.deps, env: { ...context.deps.env, OPERATOR_DETAILS: 'Orbit LLC, 1 Court Way' } };
    expect(await listReceiptParts(english, deps, buyer, order)).toContainEqual({
      is: 'text',
      text: 'Orbit LLC, 1 Court Way',
    });
  });
});
