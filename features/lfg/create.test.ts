import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';

let context: TestContext;
let owner: Player;
let count = 0;

beforeAll(async () => {
  context = await openTestContext();
  owner = await makePlayer(context.deps);
});
afterAll(() => context.close());

const createInput = () => {
  count += 1;
  return {
    title: `Friday run ${count}`,
    needed_positions: ['C'],
    modes: ['Rec'],
    platform: 'PS5',
    allows_crossplay: true,
    region: 'NA-East',
    availability: [{ day: 'Mon', start: '20:00', end: '23:00' }],
    notes: '',
  };
};

async function post(body: unknown, token: string | undefined = owner.accessToken) {
  const response = await context.app.request('/api/lfg/listings', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const countRows = async () =>
  (await context.deps.database.pool.query('select count(*) as n from lfg_listings')).rows[0].n as number;

/** Sends a body and expects a refusal with this message and no new row. */
async function expectRefusal(change: Record<string, unknown>, sentence: string | RegExp, token?: string) {
  const before = await countRows();
  const { status, body } = await post({ ...createInput(), ...change }, token);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  if (typeof sentence === 'string') expect(body.error.message).toBe(sentence);
  else expect(body.error.message).toMatch(sentence);
  expect(await countRows()).toBe(before);
}

describe('creating a listing', () => {
  it('stores trimmed input and the defaults for fields that were left out', async () => {
    const { status, body } = await post({ ...createInput(), title: '  Sunday league  ', notes: '   ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: 'Sunday league',
      notes: null,
      role: 'N/A',
      status: 'active',
      user_id: owner.userId,
    });
    const { rows } = await context.deps.database.pool.query(
      'select role, availability, notes, timezone from lfg_listings where id = $1',
      [body.id],
    );
    expect(rows[0]).toEqual({
      role: 'N/A',
      availability: '[{"day":"Mon","start":"20:00","end":"23:00"}]',
      notes: null,
      timezone: 'America/New_York',
    });
  });

  it('uses the time zone sent, or the one from the profile', async () => {
    expect((await post({ ...createInput(), timezone: 'Asia/Tokyo' })).body.timezone).toBe('Asia/Tokyo');
    expect((await post(createInput())).body.timezone).toBe(owner.profile.timezone);
  });

  it("uses the form's defaults: PS5, crossplay, NA-East, no slots, no boost", async () => {
    const { body } = await post({ title: 'Only what is needed', needed_positions: ['PG'], modes: ['Park/City'] });
    expect(body).toMatchObject({
      platform: 'PS5',
      allows_crossplay: true,
      region: 'NA-East',
      availability: [],
      boost_expires_at: null,
    });
  });

  it('requires a title with at least one letter or digit', async () => {
    await expectRefusal({ title: '' }, 'Title required');
    await expectRefusal({ title: '   ' }, 'Title required');
    await expectRefusal({ title: '\u200b\u200d' }, 'Title required');
    await expectRefusal({ title: '\u3164\u2800' }, 'Title required');
    await expectRefusal({ title: '🏀🏀' }, 'Use at least one letter or digit.');
    await expectRefusal({ title: 7 }, 'Title required');
    await expectRefusal({ title: undefined }, 'Title required');
  });

  it('requires at least one position and one game mode', async () => {
    await expectRefusal({ needed_positions: [] }, 'Select at least one position');
    await expectRefusal({ needed_positions: undefined }, 'Select at least one position');
    await expectRefusal({ modes: [] }, 'Select at least one game mode');
    await expectRefusal({ modes: null }, 'Select at least one game mode');
  });

  it('limits titles to 100 and notes to 500 characters, counting an emoji as one', async () => {
    await expectRefusal({ title: 'x'.repeat(101) }, 'Keep the title to 100 characters.');
    await expectRefusal({ notes: 'x'.repeat(501) }, 'Keep your notes to 500 characters.');
    const { status } = await post({ ...createInput(), title: `Rec ${'🧑🏽‍🚀'.repeat(96)}`, notes: 'y'.repeat(500) });
    expect(status).toBe(200);
  });

  it('refuses values that the form does not offer', async () => {
    await expectRefusal({ needed_positions: ['Coach'] }, 'Choose positions from PG, SG, SF, PF and C.');
    await expectRefusal({ modes: ['Chess'] }, /^Choose game modes from/);
    await expectRefusal({ platform: 'Dreamcast' }, /Choose a platform from/);
    await expectRefusal({ region: 'Mars' }, /^Choose a region from/);
    await expectRefusal({ allows_crossplay: 'yes' }, 'Choose yes or no for crossplay.');
    await expectRefusal({ boost: 1 }, 'Choose yes or no for Featured Boost.');
    await expectRefusal({ timezone: 'Moon/Crater' }, 'Choose a valid time zone.');
    await expectRefusal({ availability: 'Mon' }, 'Enter availability as a list of time slots.');
    await expectRefusal(
      { availability: [{ day: 'Someday', start: '20:00', end: '23:00' }] },
      /Choose days from Mon, Tue, Wed, Thu, Fri, Sat, Sun\./,
    );
    await expectRefusal({ availability: [{ day: 'Mon', start: '25:00', end: '23:00' }] }, 'Enter times like 20:00.');
    await expectRefusal(
      { availability: [{ day: 'Mon', start: '20:00', end: '20:00' }] },
      "The end time can't be the same as the start.",
    );
    await expectRefusal(
      { availability: new Array(43).fill({ day: 'Mon', start: '20:00', end: '23:00' }) },
      'Keep it to 42 time slots.',
    );
  });

  it('refuses HTML, NUL and lone surrogates in text', async () => {
    await expectRefusal({ title: '<b>Loud</b> run' }, "Use plain text. HTML tags aren't shown.");
    await expectRefusal({ notes: 'see <img src=x onerror=alert(1)>' }, "Use plain text. HTML tags aren't shown.");
    await expectRefusal({ notes: 'nul\u0000' }, /^The field notes contains a character we can’t store/);
    await expectRefusal({ title: '\ud83c' }, /^The field title contains a character we can’t store/);
    expect((await post({ ...createInput(), notes: 'We <3 defense, 2 > 1\nsecond line' })).status).toBe(200);
  });

  it('refuses unknown fields instead of dropping them', async () => {
    const other = await makePlayer(context.deps);
    await expectRefusal({ user_id: other.userId }, 'Unknown fields: user_id.');
    await expectRefusal(
      { status: 'closed', boost_expires_at: '2030-01-01' },
      /Unknown fields: status, boost_expires_at/,
    );
  });

  it('requires sign-in and completed onboarding', async () => {
    expect((await post(createInput(), '')).status).toBe(401);
    const rookie = await makeUser(context.deps);
    expect((await post(createInput(), rookie.accessToken)).status).toBe(403);
  });

  it('refuses a body that is not JSON or not an object', async () => {
    const response = await context.app.request('/api/lfg/listings', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${owner.accessToken}` },
      body: '{"title":',
    });
    expect(response.status).toBe(400);
    expect((await post([])).status).toBe(422);
    expect((await post('text')).status).toBe(422);
  });

  it('creates one listing on a double submit', async () => {
    const listing = { ...createInput(), title: 'Clicked twice' };
    const responses = await Promise.all([post(listing), post({ ...listing, title: 'clicked TWICE ' })]);
    expect(responses.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(responses.find((answer) => answer.status === 409)!.body.error.message).toBe(
      'You already have an active listing with this title.',
    );
  });

  it('limits an account to ten active listings', async () => {
    const busy = await makePlayer(context.deps);
    for (let n = 0; n < 10; n += 1) expect((await post(createInput(), busy.accessToken)).status).toBe(200);
    await expectRefusal({}, 'You have 10 active listings. Close one of them first.', busy.accessToken);
  });
});

describe('Featured Boost', () => {
  it('lasts seven days from creation and is free once in 30 days', async () => {
    const player = await makePlayer(context.deps);
    context.setNow('2026-03-02T12:00:00Z');
    const { body } = await post({ ...createInput(), boost: true }, player.accessToken);
    expect(body.boost_expires_at).toBe('2026-03-09T12:00:00.000Z');
    context.setNow('2026-03-31T12:00:00Z');
    await expectRefusal(
      { boost: true },
      'Your next free boost is available on 2026-04-01. Premium and Founders get unlimited boosts.',
      player.accessToken,
    );
    expect((await post(createInput(), player.accessToken)).body).toMatchObject({ boost_expires_at: null });
    context.setNow('2026-04-01T12:00:01Z');
    expect((await post({ ...createInput(), boost: true }, player.accessToken)).status).toBe(200);
    context.setNow(new Date());
  });

  it('is granted only once when boosted listings are created at the same time', async () => {
    const player = await makePlayer(context.deps);
    const responses = await Promise.all(
      [1, 2, 3].map(() => post({ ...createInput(), boost: true }, player.accessToken)),
    );
    expect(responses.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('is unlimited for Founders while their premium lasts', async () => {
    const player = await makePlayer(context.deps);
    await context.deps.database.pool.query(
      `insert into entitlements (user_id, founders_expires_at, updated_at) values ($1, now() + interval '1 day', now())`,
      [player.userId],
    );
    for (let n = 0; n < 3; n += 1)
      expect((await post({ ...createInput(), boost: true }, player.accessToken)).status).toBe(200);
  });

  it.each([
    { plan: 'premium', status: 'active', boosts: 3 },
    { plan: 'premium', status: 'canceled', boosts: 1 },
    { plan: 'pro', status: 'active', boosts: 1 },
  ])(
    'can be used $boosts times in a row with a $plan subscription that is $status',
    async ({ plan, status, boosts }) => {
      const player = await makePlayer(context.deps);
      const { rows } = await context.deps.database.pool.query(
        `insert into orders (buyer_id, kind, price_id, amount_cents, state, settled_at, created_at)
       values ($1, 'subscription', 'PRICE_PREMIUM_MONTHLY', 2499, 'paid', now(), now()) returning id`,
        [player.userId],
      );
      await context.deps.database.pool.query(
        `insert into subscriptions (subscription_id, user_id, order_id, plan, status, observed_at, created_at)
       values ($1, $2, $3, $4, $5, now(), now())`,
        [`sub_${player.userId}`, player.userId, rows[0].id, plan, status],
      );
      const responses = [];
      for (let n = 0; n < 3; n += 1) responses.push(await post({ ...createInput(), boost: true }, player.accessToken));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(boosts);
    },
  );
});
