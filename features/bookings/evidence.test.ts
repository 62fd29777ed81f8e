import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCard } from '../../integrations/stripe/sandbox-cards.ts';
import { createHostileFiles } from '../../pictures/test-hostile-files.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { startCheckout } from '../payments/checkout.commands.ts';
import { type MoneyContext, openMoneyContext } from '../payments/test-money.ts';
import { makeSeller } from './bookings.factory.ts';
import { findBookingOfOrder } from './bookings.queries.ts';

let context: MoneyContext;
beforeAll(async () => {
  context = await openMoneyContext(new Date().toISOString());
});
afterAll(() => context.close());

const withToken = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

async function attach(token: string, bookingId: string, picture: Uint8Array, note = '') {
  const form = new FormData();
  form.set('picture', new File([new Uint8Array(picture)], 'score.png', { type: 'image/png' }));
  form.set('note', note);
  form.set('gameNo', '1');
  const response = await context.app.request(`/api/bookings/${bookingId}/evidence`, {
    ...withToken(token),
    method: 'POST',
    body: form,
  });
  return { status: response.status, body: await response.json() };
}

async function createHire() {
  const [buyer, seller] = [await makeUser(context.deps), await makeSeller(context.deps)];
  const purchase = { priceId: 'PRICE_7G_LOCK', userId: buyer.userId, mode: 'payment' as const, useCredit: false };
  const { orderId } = await startCheckout(context.deps, buyer, { ...purchase, playerId: seller.userId, role: 'PG' });
  const session = Object.values(context.sandbox.state.sessions).find((one) => one.client_reference_id === orderId)!;
  context.sandbox.engine.pay(session, findCard('4242424242424242')!);
  for (const event of [...context.sandbox.waiting]) await context.sandbox.deliver(event);
  const { id } = (await findBookingOfOrder(context.deps.db, orderId))!;
  return { buyer, seller, id };
}

test('re-encodes evidence pictures and shows them only to the two sides and admins', async () => {
  const { buyer, seller, id } = await createHire();
  const [stranger, admin] = [await makeUser(context.deps), await makeAdmin(context.deps)];
  const largePicture = sharp({ create: { width: 3_000, height: 20, channels: 3, background: '#ff8a3d' } });
  const picture = await largePicture
    .withExif({ IFD0: { Copyright: 'where I live' } })
    .png()
    .toBuffer();
  const upload = await attach(buyer.accessToken, id, picture, 'Box score');
  expect(upload.status).toBe(200);
  expect((await attach(stranger.accessToken, id, picture)).status).toBe(404);
  expect((await attach(admin.accessToken, id, picture)).status).toBe(403);
  const text = await attach(seller.accessToken, id, new TextEncoder().encode('<svg onload="x">'));
  expect(text).toMatchObject({ status: 422, body: { error: { field: 'picture' } } });

  for (const { kind, bytes } of await createHostileFiles()) {
    // This endpoint's body limit is 1 MB.
    const refusal = await attach(seller.accessToken, id, bytes.subarray(0, 900_000));
    expect(refusal, kind).toMatchObject({ status: 422, body: { error: { field: 'picture' } } });
  }

  const path = `/api/bookings/${id}/evidence/${upload.body.id}`;
  for (const person of [buyer, seller, admin]) {
    const response = await context.app.request(path, withToken(person.accessToken));
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 1_600 });
    expect(metadata.exif).toBeUndefined();
  }
  expect((await context.app.request(path, withToken(stranger.accessToken))).status).toBe(404);
  const bookingResponse = await context.app.request(`/api/bookings/${id}`, withToken(seller.accessToken));
  expect((await bookingResponse.json()).evidence).toMatchObject([{ gameNo: 1, by: 'buyer', note: 'Box score' }]);
});

test('gives each side ten picture slots and releases the slot of a failed upload', async () => {
  const { buyer, seller, id } = await createHire();
  const blank = { width: 40, height: 40, channels: 3, background: '#ff8a3d' } as const;
  const picture = await sharp({ create: blank }).png().toBuffer();
  const countKept = async () =>
    (await (await context.app.request(`/api/bookings/${id}`, withToken(buyer.accessToken))).json()).evidence.length;
  for (let n = 0; n < 8; n += 1) expect((await attach(seller.accessToken, id, picture)).status).toBe(200);
  const response = await attach(seller.accessToken, id, new TextEncoder().encode('no picture'));
  expect([response.status, await countKept()]).toEqual([422, 8]);
  const responses = await Promise.all(Array.from({ length: 6 }, () => attach(seller.accessToken, id, picture)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(4);
  expect(responses.find(({ status }) => status === 429)!.body.error.message).toContain('up to 10 pictures');
  expect((await attach(buyer.accessToken, id, picture, 'My side')).status).toBe(200);
  expect(await countKept()).toBe(11);
});
