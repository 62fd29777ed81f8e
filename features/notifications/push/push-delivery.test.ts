import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { toActor } from '../../accounts/accounts.factory.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { openSenders } from '../channels.commands.ts';
import { runDelivery as deliverBy, deliverNotifications, deliverUrgent } from '../delivery.commands.ts';
import {
  changePreference,
  changeSettings,
  DELIVER_URGENT_JOB,
  enqueueNotification,
} from '../notifications.commands.ts';
import type { DismissingPush, NewNotification } from '../notifications.schema.ts';
import { createTestDraft } from '../test-drafts.ts';
import { findReachableByPush } from './push.commands.ts';
import { listDevices } from './push.queries.ts';
import { dismissPush } from './push-dismissal.commands.ts';
import { openBrowsers } from './test-browser.ts';

const NOON = Date.parse('2026-03-03T17:00:00Z');
/** 10:30 PM in New York, and 45 minutes later, when quiet hours have begun. */
const EVENING = Date.parse('2026-03-04T03:30:00Z');
const NIGHT = Date.parse('2026-03-04T04:15:00Z');
const signal = new AbortController().signal;

describe('a push notification', () => {
  let context: TestContext;
  let browsers: ReturnType<typeof openBrowsers>;
  let cause = 0;
  beforeAll(async () => {
    context = await openTestContext();
    browsers = openBrowsers(context);
  });
  beforeEach(() => {
    context.setNow(new Date(NOON));
    context.sent.length = 0;
    browsers.asked.length = 0;
  });
  afterAll(() => context.close());

  const createPerson = (more: object = {}) => makePlayer(context.deps, { timezone: 'America/New_York', ...more });
  const sendNotification = (player: Player, more: Partial<NewNotification> = {}) =>
    context.deps.db.transaction((tx) =>
      enqueueNotification(
        tx,
        context.deps,
        createTestDraft({
          userId: player.userId,
          kind: 'match_mutual',
          title: 'Nova accepted, your squad is on',
          lines: ['Nova, Ray and Kim wait for you.'],
          link: { label: 'See the match', path: '/protocol/matches' },
          dedupeKey: `push:${++cause}`,
          ...more,
        }),
      ),
    );
  const check = (player: Player, seconds: number, more: Partial<NewNotification> = {}) =>
    sendNotification(player, {
      kind: 'queue',
      title: 'Match found. {seconds} s left',
      lines: ['Ready up to play.'],
      deadline: new Date(context.deps.now().getTime() + seconds * 1_000),
      topic: 'check:1',
      pushActions: [
        { action: 'ready', title: 'Ready', url: '/api/queue/checks/1/answer-by-token', body: { token: 't' } },
      ],
      ...more,
    });
  const deliver = () => deliverNotifications(context.deps, signal);
  const wait = (seconds: number) => context.setNow(new Date(context.deps.now().getTime() + seconds * 1_000));
  const listStates = async (player: Player) =>
    (
      await context.deps.database.pool.query<{ channel: string; status: string }>(
        `select d.channel, d.status from notification_deliveries d join notification_outbox o on o.id = d.outbox_id
          where o.user_id = $1 order by o.created_at, d.channel`,
        [player.userId],
      )
    ).rows.map(({ channel, status }) => `${channel} ${status}`);

  it("reaches every device once and doesn't name anyone", async () => {
    const player = await createPerson();
    const [one, two] = [await browsers.turnOn(player), await browsers.turnOn(player)];
    await sendNotification(player);
    await deliver();
    await deliver();
    for (const { subscription } of [one, two]) {
      const [push, ...more] = await browsers.sentTo(subscription);
      expect(push).toMatchObject({ urgency: 'normal', ttl: 86_400, topic: null });
      expect(push!.payload).toMatchObject({
        title: 'Everyone accepted',
        path: '/protocol/matches',
        urgent: false,
        over: null,
        actions: [],
      });
      expect(JSON.stringify(push)).not.toMatch(/Nova|Ray|Kim/);
      expect(more).toEqual([]);
    }
    expect((await browsers.call(player, 'GET', '')).body.devices.map((device) => device.last_sent_at)).toEqual([
      new Date(NOON).toISOString(),
      new Date(NOON).toISOString(),
    ]);
  });

  const createDismissal = (player: Player, topic = 'check:1'): DismissingPush => ({
    ...{ userId: player.userId, deadline: new Date(context.deps.now().getTime() + 30_000), topic },
    write: () => ({
      kind: 'queue',
      title: 'You already answered',
      lines: ['Elsewhere.'],
      channels: ['push'],
      dedupeKey: crypto.randomUUID(),
    }),
  });
  const close = (push: DismissingPush, by?: { answeredByPush: boolean }) =>
    context.deps.db.transaction((tx) => dismissPush(tx, context.deps, push, by));

  it('is dismissed on the other devices once the question is answered', async () => {
    const player = await createPerson();
    const devices = [await browsers.turnOn(player), await browsers.turnOn(player)];
    await check(player, 30);
    await deliver();
    await close(createDismissal(player), { answeredByPush: true });
    await close(createDismissal(player, 'check:other'));
    await deliver();
    // The newer push replaces the older one at the push service too.
    for (const { subscription } of devices) {
      const pushes = await browsers.sentTo(subscription);
      expect(pushes.map(({ payload }) => [payload.tag, payload.closes, payload.urgent])).toEqual([
        ['check:1', true, false],
      ]);
    }
  });

  it("isn't dismissed when the answer came from the only device", async () => {
    const player = await createPerson();
    const { subscription } = await browsers.turnOn(player);
    const listDismissals = async () => (await browsers.sentTo(subscription)).map(({ payload }) => payload.closes);
    await check(player, 30);
    await deliver();
    await close(createDismissal(player), { answeredByPush: true });
    await deliver();
    expect(await listDismissals()).toEqual([false]);
    await close(createDismissal(player));
    await deliver();
    expect(await listDismissals()).toEqual([true]);
  });

  it("isn't sent when the question is answered first", async () => {
    const player = await createPerson();
    const { subscription } = await browsers.turnOn(player);
    await check(player, 30);
    await deliverBy(context.deps, {}, signal);
    await close(createDismissal(player));
    await deliver();
    expect(await browsers.sentTo(subscription)).toEqual([]);
  });

  it('is sent in addition to the preferred channel, unless its kind is turned off', async () => {
    const player = await createPerson({ preferred_contact: 'phone' });
    const { subscription } = await browsers.turnOn(player);
    await sendNotification(player);
    await deliver();
    expect(await browsers.sentTo(subscription)).toHaveLength(1);
    await changePreference(context.deps, toActor(player), {
      kind: 'match_mutual',
      channel: 'push',
      enabled: false,
    });
    await sendNotification(player);
    await deliver();
    expect(await browsers.sentTo(subscription)).toHaveLength(1);
  });

  it('is sent as urgent and expires at its deadline, if it has one', async () => {
    const player = await createPerson();
    const { subscription } = await browsers.turnOn(player);
    await check(player, 90);
    expect(context.sent.map(({ name }) => name)).toEqual(['first-look', DELIVER_URGENT_JOB]);
    await sendNotification(player);
    wait(10.5);
    await deliverUrgent(context.deps, signal);
    const [push, ...more] = await browsers.sentTo(subscription);
    expect(push).toMatchObject({ urgency: 'high', ttl: 79, topic: expect.stringMatching(/^[\w-]{32}$/) });
    expect(push!.payload).toMatchObject({
      title: 'Match found. 79 s left',
      body: 'Ready up to play.',
      tag: 'check:1',
      urgent: true,
      over: NOON + 90_000,
      actions: [{ action: 'ready', body: { token: 't' } }],
    });
    // The urgent run doesn't send non-urgent messages.
    expect(more).toEqual([]);
    expect(await listStates(player)).toEqual(['push sent']);
    // The answer token is wiped, and the inbox never had it.
    await deliver();
    const { rows } = await context.deps.database.pool.query(
      `select push_actions, lines from notification_outbox where user_id = $1 and urgent`,
      [player.userId],
    );
    expect(rows).toEqual([{ push_actions: [], lines: [] }]);
  });

  it("isn't delayed by a hanging mail server when it has a deadline", async () => {
    const player = await createPerson();
    const { subscription } = await browsers.turnOn(player);
    await sendNotification(player, { channels: ['email'] });
    const hangingSend = Promise.withResolvers<void>();
    const sendStarted = Promise.withResolvers<void>();
    const sendEmail = async () => {
      sendStarted.resolve();
      await hangingSend.promise;
      return { outcome: 'sent' as const, id: 'late' };
    };
    // The regular run's other senders may still be looking for messages, and could send this one too.
    const { senders, close } = openSenders(context.deps);
    const run = deliverBy(context.deps, { ...senders, email: sendEmail }, signal);
    await sendStarted.promise;
    await check(player, 90);
    await deliverUrgent(context.deps, signal);
    await vi.waitFor(async () => expect(await listStates(player)).toEqual(['email sending', 'push sent']));
    expect(await browsers.sentTo(subscription)).toHaveLength(1);
    hangingSend.resolve();
    await run;
    close();
    expect(await listStates(player)).toEqual(['email sent', 'push sent']);
  });

  it("isn't sent once it has expired, no matter how late it's processed", async () => {
    const player = await createPerson();
    const { subscription } = await browsers.turnOn(player);
    await check(player, 90);
    wait(90);
    await deliver();
    expect(await browsers.sentTo(subscription)).toEqual([]);
    expect(await listStates(player)).toEqual([]);
    const other = await createPerson();
    const busy = await browsers.turnOn(other, { fate: 'busy' });
    await check(other, 90);
    await deliver();
    expect(await listStates(other)).toEqual(['push waiting']);
    wait(91);
    browsers.asked.length = 0;
    await deliver();
    expect(await listStates(other)).toEqual(['push skipped']);
    expect([browsers.asked, await browsers.sentTo(busy.subscription)]).toEqual([[], []]);
  });

  it('replaces earlier pushes on the same topic in transit', async () => {
    const player = await createPerson();
    const { subscription } = await browsers.turnOn(player);
    await check(player, 90);
    await deliver();
    await check(player, 30, { lines: ['One of you is new.'] });
    await deliver();
    expect((await browsers.sentTo(subscription)).map(({ payload }) => payload.body)).toEqual(['One of you is new.']);
  });

  it('removes a device whose address is gone and uses another channel when none is left', async () => {
    const player = await createPerson();
    const [goneDevice, activeDevice] = [await browsers.turnOn(player), await browsers.turnOn(player)];
    await browsers.forget(goneDevice.subscription);
    await sendNotification(player, { channels: ['push'] });
    await deliver();
    expect(await browsers.sentTo(activeDevice.subscription)).toHaveLength(1);
    expect((await listDevices(context.deps.db, player.userId)).map(({ endpoint }) => endpoint)).toEqual([
      activeDevice.subscription.endpoint,
    ]);
    const other = await createPerson();
    await browsers.turnOn(other, { fate: 'gone' });
    for (const channel of ['email', 'discord'] as const) {
      await changePreference(context.deps, toActor(other), {
        kind: 'match_mutual',
        channel,
        enabled: false,
      });
    }
    await sendNotification(other);
    await deliver();
    expect(await listDevices(context.deps.db, other.userId)).toEqual([]);
    // Nothing failed, so the channel's health isn't affected.
    const { rows } = await context.deps.database.pool.query(`select 1 from notifications where user_id = $1`, [
      other.userId,
    ]);
    expect([await listStates(other), rows]).toEqual([['push skipped'], []]);
  });

  it('waits as long as a push service asks, then retries only the remaining devices', async () => {
    const player = await createPerson();
    const [free, busy] = [await browsers.turnOn(player), await browsers.turnOn(player, { fate: 'busy' })];
    await check(player, 90);
    await deliver();
    expect(await browsers.sentTo(free.subscription)).toHaveLength(1);
    expect(await listStates(player)).toEqual(['push waiting']);
    const retryJob = context.sent.find(({ startAfter }) => startAfter);
    // The push service asked us to wait 20 s, which is longer than our own delay of 3 s.
    expect(retryJob).toMatchObject({ name: DELIVER_URGENT_JOB, startAfter: new Date(NOON + 20_000) });
    wait(19);
    browsers.asked.length = 0;
    await deliverUrgent(context.deps, signal);
    expect(browsers.asked).toEqual([]);
    wait(1);
    await deliverUrgent(context.deps, signal);
    expect(browsers.asked.map((url) => new URL(url).pathname)).toEqual([new URL(busy.subscription.endpoint).pathname]);
    expect(await browsers.sentTo(free.subscription)).toHaveLength(1);
  });

  it('waits until morning unless the user allowed this kind at night', async () => {
    context.setNow(new Date(EVENING));
    const player = await createPerson();
    const { subscription } = await browsers.turnOn(player);
    const isReachable = async () =>
      (await findReachableByPush(context.deps, [player.userId], 'queue')).has(player.userId);
    const sendAndCount = async () => {
      await check(player, 90, { topic: `check:${++cause}` });
      await deliver();
      return (await browsers.sentTo(subscription)).length;
    };
    expect([await isReachable(), await sendAndCount()]).toEqual([true, 1]);
    context.setNow(new Date(NIGHT));
    expect([await isReachable(), await sendAndCount()]).toEqual([false, 1]);
    // Turning on this kind explicitly also allows it during quiet hours.
    await browsers.call(player, 'POST', '/devices', { subscription, kinds: ['queue'] });
    expect([await isReachable(), await sendAndCount()]).toEqual([true, 2]);
    // Other kinds still respect quiet hours until the user turns them on too.
    await sendNotification(player, { channels: ['push'] });
    await deliver();
    expect(await browsers.sentTo(subscription)).toHaveLength(2);
    await changeSettings(context.deps, toActor(player), { urgentInQuiet: true });
    await sendNotification(player, { channels: ['push'] });
    await deliver();
    expect(await browsers.sentTo(subscription)).toHaveLength(3);
  });

  it('skips users who signed out, gave no consent or turned off the kind', async () => {
    const people = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ] as const;
    const [activePlayer, out, silentPlayer, kindsWithoutEmail, withoutDevice] = people;
    for (const one of people) if (one !== withoutDevice) await browsers.turnOn(one);
    const { pool } = context.deps.database;
    await pool.query(`update auth.sessions set not_after = $1 where user_id = $2`, [new Date(NOON - 1), out.userId]);
    await pool.query(`update protocol_profiles set consent_comms = false where id = $1`, [silentPlayer.userId]);
    await changePreference(context.deps, toActor(kindsWithoutEmail), {
      kind: 'queue',
      channel: 'push',
      enabled: false,
    });
    const ids = people.map(({ userId }) => userId);
    expect(await findReachableByPush(context.deps, ids, 'queue')).toEqual(new Set([activePlayer.userId]));
    browsers.asked.length = 0;
    for (const one of people) await check(one, 90);
    await deliver();
    expect(browsers.asked).toHaveLength(1);
  });

  it('is sent immediately as a test, even at night, and refused without a device', async () => {
    context.setNow(new Date(NIGHT));
    const player = await createPerson();
    expect((await browsers.call(player, 'POST', '/test')).status).toBe(409);
    const { subscription } = await browsers.turnOn(player);
    expect((await browsers.call(player, 'POST', '/test')).body).toEqual({ devices: 1 });
    await deliver();
    expect((await browsers.sentTo(subscription)).map(({ payload }) => payload.title)).toEqual(['Test message']);
  });

  it.each([
    ['three actions', { pushActions: ['a', 'b', 'c'].map((action) => ({ action, title: action })) }],
    ['an action on another site', { pushActions: [{ action: 'a', title: 'A', url: 'https://elsewhere.example/' }] }],
    ['an action on another host', { pushActions: [{ action: 'a', title: 'A', url: '//elsewhere.example/' }] }],
    ['actions without a deadline', { deadline: undefined }],
    ['a deadline without text', { lines: [] }],
    ['actions that are too long', { pushActions: [{ action: 'a', title: 'A', body: { word: 'x'.repeat(2_000) } }] }],
  ])('throws an error when it has %s', async (_what, more) => {
    const player = await createPerson();
    await expect(check(player, 90, more)).rejects.toThrow();
  });
});
