import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '../../content/paths.ts';
import { createDiscordSandbox } from '../../integrations/discord/discord.sandbox.ts';
import { type MailSandbox, startMailSandbox } from '../../integrations/mail/mail.sandbox.ts';
import { readSmsConfig, signForm } from '../../integrations/sms/sms.client.ts';
import { createSmsSandbox } from '../../integrations/sms/sms.sandbox.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { MINUTE_MS } from '../../time/units.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import type { Senders } from './channels.commands.ts';
import type { Channel } from './channels.schema.ts';
import { upsertConnection } from './connections/connections.queries.ts';
import { deliverNotifications, runDelivery } from './delivery.commands.ts';
import { changePreference, enqueueNotification } from './notifications.commands.ts';
import type { Kind, Preferences } from './notifications.schema.ts';
import { createTestDraft } from './test-drafts.ts';

const START = Date.parse('2026-03-03T17:00:00Z');
const PHONES = {
  off: '+15005550010',
  none: '+15005550011',
  takenButFailing: '+15005550012',
  failing: '+15005550013',
  stopped: '+15005550004',
};

const NOTICE = "Until then, we'll notify you through your other channels";

describe('a channel that refuses a message', () => {
  let context: TestContext;
  let mail: MailSandbox;
  let reports: { address: string; init: RequestInit }[];
  let vendors: Hono;
  const signal = new AbortController().signal;
  beforeAll(async () => {
    mail = await startMailSandbox();
    context = await openTestContext();
    context.deps.env = { ...context.deps.env, SMTP_URL: mail.url };
  });
  afterAll(async () => {
    await context.close();
    await mail.close();
  });
  beforeEach(async () => {
    context.setNow(new Date(START));
    await context.deps.db.execute(sql`truncate auth.users cascade`);
    reports = [];
    const fetch = (async (address, init) => {
      reports.push({ address: String(address), init: init! });
      return new Response();
    }) as typeof globalThis.fetch;
    vendors = new Hono()
      .route('/sandbox/discord', createDiscordSandbox())
      .route('/sandbox/sms', createSmsSandbox({ fetch }));
    context.deps.fetch = (async (url, init) => vendors.request(String(url), init)) as typeof globalThis.fetch;
  });

  let cause = 0;
  const enqueue = (player: Player, kind: Kind = 'match_proposed', more: object = {}) =>
    context.deps.db.transaction((tx) =>
      enqueueNotification(
        tx,
        context.deps,
        createTestDraft({
          userId: player.userId,
          kind,
          title: 'A squad for you',
          lines: ['Tonight.'],
          link: { label: 'See the match', path: '/protocol/matches' },
          dedupeKey: `closed-test:${++cause}`,
          ...more,
        }),
      ),
    );
  /** Runs delivery twice, because work that one run requests happens in the next. */
  const run = async () => {
    for (let runs = 0; runs < 2; runs++) await deliverNotifications(context.deps, signal);
  };
  const advanceMinutes = (minutes: number) =>
    context.setNow(new Date(context.deps.now().getTime() + minutes * MINUTE_MS));
  const connect = (player: Player, username: string) => {
    const id = BigInt(`0x${Buffer.from(username).toString('hex')}`).toString();
    return upsertConnection(
      context.deps.db,
      player.userId,
      { channel: 'discord', address: id, name: username },
      context.deps.now(),
    );
  };
  /** Creates a player who gets match notifications on Discord only. */
  const makeDiscordPlayer = async (username: string) => {
    const player = await makePlayer(context.deps, { preferred_contact: 'discord' });
    await connect(player, username);
    return player;
  };
  const makePhonePlayer = (phone: string) => makePlayer(context.deps, { preferred_contact: 'phone', phone });
  const listSent = async (address: string) => {
    const response = await vendors.request(address);
    return ((await response.json()) as { messages: { content: string; body: string }[] }).messages;
  };
  const listMails = async (player: Player) => {
    const response = await mail.app.request(`/messages.json?to=${encodeURIComponent(player.email)}`);
    const { messages } = (await response.json()) as { messages: { subject: string; text: string }[] };
    return messages;
  };
  const listSubjects = async (player: Player) => (await listMails(player)).map(({ subject }) => subject).sort();
  /**
   * Returns the text of all emails. Messages due together, such as a message and the notice that explains why it was
   * emailed, arrive as one email.
   */
  const readMailTexts = async (player: Player) => (await listMails(player)).map(({ text }) => text).join();
  const count = (text: string, ...sentences: string[]) => sentences.map((one) => text.split(one).length - 1);
  const listDeliveries = async () => {
    const { rows } = await context.deps.db.execute<{ channel: Channel; status: string }>(sql`
      select d.channel, d.status from notification_deliveries d join notification_outbox o on o.id = d.outbox_id
       where o.kind <> 'reach' order by d.channel, d.status`);
    return rows.map(({ channel, status }) => `${channel} ${status}`);
  };
  const call = async <T>(player: Player, method: string, path: string) => {
    const headers = { Authorization: `Bearer ${player.accessToken}`, 'Content-Type': 'application/json' };
    return (await (await context.app.request(`/api/notifications${path}`, { method, headers })).json()) as T;
  };
  const listClosed = async (player: Player) => (await call<Preferences>(player, 'GET', '/preferences')).closed;

  it('is marked, shown in the inbox and settings, and replaced by the next channel', async () => {
    const player = await makeDiscordPlayer('stranger');
    await enqueue(player);
    await run();
    expect(await listDeliveries()).toEqual(['discord failed', 'email sent']);
    // Non-urgent email is collected first, so wait for that to end.
    advanceMinutes(11);
    await run();
    expect(count(await readMailTexts(player), 'Tonight.', NOTICE)).toEqual([1, 1]);
    type Inbox = { items: { title: string; lines: string[]; address: string }[] };
    const { items } = await call<Inbox>(player, 'GET', '');
    const notice = items.find(({ title }) => title.startsWith('Discord'));
    expect(notice).toMatchObject({
      title: 'Discord messages no longer reach you',
      address: paths.notificationSettings,
    });
    expect(notice!.lines[0]).toContain('Connect Discord again');
    expect(await listClosed(player)).toEqual([
      { channel: 'discord', sentence: notice!.lines[0], since: '2026-03-03T17:00:00.000Z' },
    ]);
    expect(await call(player, 'GET', '/connections/discord')).toMatchObject({
      connected: true,
      problem: notice!.lines[0],
    });
  });

  it("isn't tried again and is mentioned once, until the user reopens it", async () => {
    const player = await makeDiscordPlayer('closed-dms');
    const countFailed = async () => (await listDeliveries()).filter((one) => one === 'discord failed').length;
    for (let burst = 0; burst < 3; burst++) await enqueue(player);
    await run();
    // Several senders may have started at the same time, so there can be more than one failure.
    const failedBefore = await countFailed();
    advanceMinutes(20);
    await enqueue(player);
    await run();
    expect(await countFailed()).toBe(failedBefore);
    // All four were delivered by email, some of them combined.
    expect(count(await readMailTexts(player), 'Tonight.', NOTICE)).toEqual([4, 1]);
    const { closed: closedChannels } = await call<Preferences>(player, 'POST', '/channels/discord/reopen');
    expect(closedChannels).toEqual([]);
    advanceMinutes(20);
    await enqueue(player);
    await run();
    expect(await countFailed()).toBe(failedBefore + 1);
  });

  it('reopens when the user connects another account', async () => {
    const player = await makeDiscordPlayer('stranger');
    await enqueue(player);
    await run();
    await connect(player, 'hooper');
    expect(await listClosed(player)).toEqual([]);
    await enqueue(player);
    await run();
    expect(await listSent('/sandbox/discord/messages.json?to=hooper')).toHaveLength(1);
  });

  it("doesn't resend a message that another channel is already sending", async () => {
    const player = await makePlayer(context.deps);
    await connect(player, 'stranger');
    await enqueue(player);
    await run();
    expect(await listDeliveries()).toEqual(['discord failed', 'email sent']);
    expect((await listSubjects(player)).filter((one) => one === 'A squad for you')).toHaveLength(1);
  });

  it("isn't replaced by a channel that's turned off for the kind, or without consent", async () => {
    const player = await makeDiscordPlayer('stranger');
    const actor = { userId: player.userId } as Parameters<typeof changePreference>[1];
    await changePreference(context.deps, actor, { kind: 'match_proposed', channel: 'email', enabled: false });
    await enqueue(player);
    await run();
    expect(await listDeliveries()).toEqual(['discord failed']);
    expect(await listSubjects(player)).toEqual(['Discord messages no longer reach you']);
  });

  it("isn't replaced by another channel for codes and tests", async () => {
    const player = await makePhonePlayer(PHONES.stopped);
    await enqueue(player, 'security', { secret: true, channels: ['sms'], recipient: { phone: PHONES.stopped } });
    await enqueue(player, 'test', { channels: ['sms'], recipient: { phone: PHONES.stopped } });
    await run();
    expect(await listDeliveries()).toEqual(['sms failed', 'sms failed']);
  });

  it('reopens a suppressed mailbox when a security email gets through', async () => {
    const player = await makePlayer(context.deps, { email: 'refused@example.org' });
    await connect(player, 'hooper');
    await enqueue(player, 'payment');
    await run();
    expect(await listDeliveries()).toEqual(['discord sent', 'email failed']);
    const listChatMessages = () => listSent('/sandbox/discord/messages.json?to=hooper');
    expect((await listChatMessages()).map(({ content }) => content.split('\n')[0]).sort()).toEqual([
      '**A squad for you**',
      '**Email messages no longer reach you**',
    ]);
    await enqueue(player, 'payment');
    await run();
    expect(await listChatMessages()).toHaveLength(3);
    const senders: Senders = { email: async () => ({ outcome: 'sent', id: 'x' }) };
    await enqueue(player, 'security', { channels: ['email'] });
    await runDelivery(context.deps, senders, signal);
    expect(await listClosed(player)).toEqual([]);
  });

  it("isn't called until the delay its vendor asked for is over", async () => {
    const player = await makeDiscordPlayer('hooper');
    await enqueue(player);
    const discord: Senders = { discord: async () => ({ outcome: 'retry', error: 'busy', afterMs: 10 * MINUTE_MS }) };
    await runDelivery(context.deps, discord, signal);
    advanceMinutes(9);
    await run();
    expect(await listDeliveries()).toEqual(['discord waiting']);
    advanceMinutes(1);
    await run();
    expect(await listDeliveries()).toEqual(['discord sent']);
  });

  describe('text message delivery', () => {
    const listTexts = (phone: string) => listSent(`/sandbox/sms/messages.json?to=${encodeURIComponent(phone)}`);
    const followReport = async () => {
      await expect.poll(() => reports.length).toBeGreaterThan(0);
      const [{ address, init }] = reports as [(typeof reports)[number]];
      const { pathname, search } = new URL(address);
      return context.app.request(pathname + search, init);
    };

    it('checks the status before resending when an error came after acceptance', async () => {
      const player = await makePhonePlayer(PHONES.takenButFailing);
      await enqueue(player);
      await run();
      expect(await listDeliveries()).toEqual(['sms waiting']);
      advanceMinutes(1);
      await run();
      expect(await listDeliveries()).toEqual(['sms sent']);
      expect(await listTexts(PHONES.takenButFailing)).toHaveLength(1);
    });

    it('resends when an error came before acceptance', async () => {
      const player = await makePhonePlayer(PHONES.failing);
      await enqueue(player);
      await run();
      advanceMinutes(1);
      const realFetch = context.deps.fetch;
      let sentCount = 0;
      context.deps.fetch = (async (url, init) => {
        if (init?.method !== 'POST') return realFetch(url, init);
        sentCount += 1;
        return Response.json({ sid: `SM${'0'.repeat(32)}` }, { status: 201 });
      }) as typeof fetch;
      await run();
      expect(await listDeliveries()).toEqual(['sms sent']);
      expect(sentCount).toBe(1);
    });

    it('checks the status of messages that a node sent before it stopped', async () => {
      const player = await makePhonePlayer('+12125550100');
      await enqueue(player);
      const { SMTP_URL: _, ...env } = context.deps.env;
      context.deps.env = env as typeof context.deps.env;
      const crash: Senders = {
        sms: async () => {
          throw new Error('the node stopped here');
        },
      };
      await expect(runDelivery(context.deps, crash, signal)).rejects.toThrow('the node stopped here');
      advanceMinutes(11);
      await run();
      context.deps.env = { ...env, SMTP_URL: mail.url };
      expect(await listDeliveries()).toEqual(['sms sent']);
      expect(await listTexts('+12125550100')).toHaveLength(1);
    });

    it('uses another channel after a late failure report and marks an invalid number', async () => {
      const player = await makePhonePlayer(PHONES.none);
      await enqueue(player);
      await run();
      expect(await listDeliveries()).toEqual(['sms sent']);
      expect((await followReport()).status).toBe(200);
      await run();
      expect(await listDeliveries()).toEqual(['email sent', 'sms failed']);
      expect((await listClosed(player)).map(({ channel }) => channel)).toEqual(['sms']);
      expect((await followReport()).status).toBe(200);
      await run();
      expect(await listDeliveries()).toEqual(['email sent', 'sms failed']);
    });

    it('uses another channel when the phone is off, and keeps the number', async () => {
      const player = await makePhonePlayer(PHONES.off);
      await enqueue(player);
      await run();
      expect((await followReport()).status).toBe(200);
      await run();
      expect(await listDeliveries()).toEqual(['email sent', 'sms failed']);
      expect(await listClosed(player)).toEqual([]);
    });

    it('accepts only signed status reports', async () => {
      const player = await makePhonePlayer(PHONES.off);
      await enqueue(player);
      await run();
      await expect.poll(() => reports.length).toBe(1);
      const { address } = reports[0]!;
      const { pathname, search } = new URL(address);
      const form = new URLSearchParams({ MessageStatus: 'undelivered' });
      const send = (signature: string) =>
        context.app.request(pathname + search, {
          method: 'POST',
          headers: { 'X-Twilio-Signature': signature },
          body: form,
        });
      expect((await send('bm9uZQ==')).status).toBe(403);
      expect(await listDeliveries()).toEqual(['sms sent']);
      const { authToken } = readSmsConfig(context.deps.env) ?? {};
      expect((await send(signForm(authToken!, address, form))).status).toBe(200);
      expect(await listDeliveries()).toContain('sms failed');
    });
  });
});
