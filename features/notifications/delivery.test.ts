import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailSandbox, startMailSandbox } from '../../integrations/mail/mail.sandbox.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MINUTES, MINUTE_MS } from '../../time/units.ts';
import { makeUser, toActor } from '../accounts/accounts.factory.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import type { Senders } from './channels.commands.ts';
import { CHANNELS } from './channels.schema.ts';
import { deliverNotifications, runDelivery } from './delivery.commands.ts';
import { changePreference, enqueueNotification, readInbox, readPreferences } from './notifications.commands.ts';
import { MAX_ATTEMPTS } from './notifications.rules.ts';
import type { Inbox, NewNotification } from './notifications.schema.ts';
import { createTestDraft } from './test-drafts.ts';

describe('delivery', () => {
  let context: TestContext;
  let sandbox: MailSandbox;
  const signal = new AbortController().signal;
  beforeAll(async () => {
    sandbox = await startMailSandbox();
    context = await openTestContext({ SMTP_URL: sandbox.url });
  });
  afterAll(async () => {
    await context.close();
    await sandbox.close();
  });
  beforeEach(async () => {
    context.setNow('2026-03-03T12:00:00Z');
    await context.deps.db.execute(sql`truncate auth.users cascade`);
    await context.deps.db.execute(sql`truncate notifications`);
  });

  let cause = 0;
  const enqueue = (userId: string, more: Partial<NewNotification> = {}) =>
    context.deps.db.transaction((tx) =>
      enqueueNotification(
        tx,
        context.deps,
        createTestDraft({
          userId,
          kind: 'lfg',
          title: 'Somebody applied',
          lines: ['They play <C> & "PF".'],
          link: { label: 'See the match', path: '/protocol/lfg' },
          dedupeKey: `test:${++cause}`,
          ...more,
        }),
      ),
    );
  const run = () => deliverNotifications(context.deps, signal);
  const getInbox = async (user: Parameters<typeof toActor>[0]) =>
    (JSON.parse(await readInbox(context.deps, toActor(user), {})) as Inbox).items;
  const readReceived = async (to: string) => {
    const response = await sandbox.app.request(`/messages.json?to=${encodeURIComponent(to)}`);
    const { messages } = (await response.json()) as {
      messages: { subject: string; text: string; html: string; headers: Record<string, string> }[];
    };
    return messages;
  };
  const listAttempts = async () => {
    const { rows } = await context.deps.db.execute<{ status: string; attempt: number; error: string | null }>(
      sql`select status, attempt, error from notifications order by id`,
    );
    return rows;
  };
  const listStatuses = async () => {
    const { rows } = await context.deps.db.execute<{ status: string }>(sql`select status from notification_deliveries`);
    return rows.map((row) => row.status);
  };

  it('waits for every sender when one of them fails, then throws', async () => {
    const players = [await makePlayer(context.deps), await makePlayer(context.deps)];
    for (const player of players) await enqueue(player.userId);
    let finish = () => {};
    const slowPromise = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let sends = 0;
    let isSent = false;
    const senders: Senders = {
      email: async () => {
        sends += 1;
        if (sends === 1) throw new Error('the database is away');
        await slowPromise;
        isSent = true;
        return { outcome: 'sent', id: 'x' };
      },
    };
    let isOver = false;
    const delivery = runDelivery(context.deps, senders, signal).finally(() => {
      isOver = true;
    });
    delivery.catch(() => {});
    await expect.poll(() => sends, { timeout: 15_000 }).toBe(2);
    expect(isOver).toBe(false);
    finish();
    await expect(delivery).rejects.toThrow('the database is away');
    expect(isSent).toBe(true);
  });

  it('sends a branded email with a text version and records the attempt', async () => {
    const player = await makePlayer(context.deps);
    await enqueue(player.userId);
    await run();
    const [mail] = await readReceived(player.email);
    expect(mail!.subject).toBe('Somebody applied');
    expect(mail!.text).toContain('They play <C> & "PF".');
    expect(mail!.text).toContain('http://localhost:3000/protocol/lfg');
    expect(mail!.html).toContain('They play &lt;C&gt; &amp; &quot;PF&quot;.');
    expect(mail!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(await listAttempts()).toEqual([{ status: 'sent', attempt: 1, error: null }]);
  });

  it("sends one message per cause, however often it's enqueued and however many workers run", async () => {
    const player = await makePlayer(context.deps);
    for (let attempt = 0; attempt < 3; attempt++) await enqueue(player.userId, { dedupeKey: 'the-same' });
    await Promise.all([run(), run(), run()]);
    await run();
    expect(await readReceived(player.email)).toHaveLength(1);
  });

  it('writes nothing when the transaction is rolled back', async () => {
    const player = await makePlayer(context.deps);
    const transaction = context.deps.db.transaction(async (tx) => {
      await enqueueNotification(
        tx,
        context.deps,
        createTestDraft({
          userId: player.userId,
          kind: 'lfg',
          title: 'Never',
          lines: [],
          dedupeKey: 'rolled-back',
        }),
      );
      throw new Error('the cause failed');
    });
    await expect(transaction).rejects.toThrow('the cause failed');
    await run();
    expect(await readReceived(player.email)).toEqual([]);
    expect(await getInbox(player)).toEqual([]);
  });

  it('never resends a message that a node was sending when it stopped, and records a failure', async () => {
    const player = await makePlayer(context.deps);
    await enqueue(player.userId);
    let sentCount = 0;
    const crash: Senders = {
      email: async () => {
        sentCount += 1;
        throw new Error('the node stopped here');
      },
    };
    await expect(runDelivery(context.deps, crash, signal)).rejects.toThrow('the node stopped here');
    await runDelivery(context.deps, crash, signal);
    expect(await listStatuses()).toEqual(['sending']);
    context.setNow('2026-03-03T12:11:00Z');
    await runDelivery(context.deps, crash, signal);
    expect(sentCount).toBe(1);
    expect(await listStatuses()).toEqual(['lost']);
    expect((await listAttempts())[0]!.error).toContain(
      "The server stopped while sending. We didn't repeat it, so no one gets it twice.",
    );
  });

  it('sends messages that a node had scheduled but not sent when it stopped', async () => {
    const player = await makePlayer(context.deps);
    await enqueue(player.userId);
    const stopController = new AbortController();
    const senders: Senders = { email: async () => ({ outcome: 'sent', id: '1' }) };
    // Schedules the message in a run that is stopped before it sends.
    const plan = runDelivery(context.deps, senders, stopController.signal);
    stopController.abort();
    await plan;
    await run();
    expect(await readReceived(player.email)).toHaveLength(1);
  });

  it("doesn't resend a message when it's unknown whether it arrived", async () => {
    const player = await makePlayer(context.deps, { email: 'hangup@example.org' });
    await enqueue(player.userId);
    await run();
    context.setNow('2026-03-04T12:00:00Z');
    await run();
    expect(await readReceived('hangup@example.org')).toHaveLength(1);
    expect(await listStatuses()).toEqual(['lost']);
  });

  it('tries at most eight times with growing delays and lists each attempt', async () => {
    const player = await makePlayer(context.deps, { email: 'busy@example.org' });
    await enqueue(player.userId);
    const start = Date.parse('2026-03-03T12:00:00Z');
    for (let minutes = 0; minutes < 5 * DAY_MINUTES; minutes += 5) {
      context.setNow(new Date(start + minutes * MINUTE_MS));
      await run();
      if ((await listStatuses())[0] === 'failed') break;
    }
    const rows = await listAttempts();
    expect(rows).toHaveLength(MAX_ATTEMPTS);
    expect(rows.every((one) => one.status === 'failed' && one.error!.includes('busy'))).toBe(true);
    expect(await listStatuses()).toEqual(['failed']);
  });

  it('gives up immediately when the recipient is permanently refused', async () => {
    const player = await makePlayer(context.deps, { email: 'refused@example.org' });
    await enqueue(player.userId);
    await run();
    expect(await listStatuses()).toEqual(['failed']);
  });

  it('respects consent and preferences for everything except security email', async () => {
    const player = await makePlayer(context.deps, { consent_comms: false });
    await enqueue(player.userId);
    await enqueue(player.userId, { kind: 'security', title: 'New sign-in', link: undefined });
    await run();
    const mails = await readReceived(player.email);
    expect(mails.map((mail) => mail.subject)).toEqual(['New sign-in']);
    expect(mails[0]!.headers['list-unsubscribe']).toBeUndefined();
    // The inbox shows both, because that doesn't contact the user.
    expect(await getInbox(player)).toHaveLength(2);
  });

  it("sends nothing to a user without a profile, because there's no consent", async () => {
    const user = await makeUser(context.deps);
    await enqueue(user.userId);
    await enqueue(user.userId, { kind: 'payment', title: 'Receipt' });
    await enqueue(user.userId, { kind: 'security', title: 'New sign-in', link: undefined });
    await run();
    expect((await readReceived(user.email)).map((mail) => mail.subject)).toEqual(['New sign-in']);
    expect((await readPreferences(context.deps, user.userId)).consent).toBe(false);
    expect(await getInbox(user)).toHaveLength(3);
  });

  it('sends a test message that the user requested, with or without consent', async () => {
    const player = await makePlayer(context.deps, { consent_comms: false });
    await enqueue(player.userId, { kind: 'test', channels: ['email'], recipient: { email: player.email } });
    await run();
    expect(await readReceived(player.email)).toHaveLength(1);
  });

  it('sends a text message when the user prefers the phone, and shows it in the settings', async () => {
    context.setNow('2026-03-03T18:00:00Z');
    const player = await makePlayer(context.deps, { preferred_contact: 'phone', phone: '+12125550100' });
    await enqueue(player.userId, { kind: 'match_proposed', title: 'A squad for you' });
    await enqueue(player.userId, { kind: 'payment', title: 'Receipt' });
    const texts: string[] = [];
    const senders: Senders = {
      email: async ({ message }) => ({ outcome: 'sent', id: `${texts.push(`mail: ${message.title}`)}` }),
      sms: async ({ message }) => ({
        outcome: 'sent',
        id: `${texts.push(`${message.addresses.sms}: ${message.title}`)}`,
      }),
    };
    await runDelivery(context.deps, senders, signal);
    expect(texts.sort()).toEqual(['+12125550100: A squad for you', 'mail: Receipt']);
    const { env } = context.deps;
    context.deps.env = { ...env, TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'x', TWILIO_FROM: '+15005550006' };
    const { kinds } = await readPreferences(context.deps, player.userId);
    context.deps.env = env;
    const pickKind = (kind: string) => {
      const { channels } = kinds.find((row) => row.kind === kind)!;
      return CHANNELS.filter((channel) => channels[channel]);
    };
    expect(pickKind('match_proposed')).toEqual(['sms', 'push']);
    expect(pickKind('payment')).toEqual(['email']);
  });

  it('skips messages whose kind was turned off after scheduling', async () => {
    const player = await makePlayer(context.deps, { email: 'busy@example.org' });
    await enqueue(player.userId);
    await run();
    await changePreference(context.deps, toActor(player), { kind: 'lfg', channel: 'email', enabled: false });
    context.setNow('2026-03-03T13:00:00Z');
    await run();
    expect(await listStatuses()).toEqual(['skipped']);
    expect(await listAttempts()).toHaveLength(1);
  });

  it('unsubscribes from one kind of email with the one-click link, without a session', async () => {
    const player = await makePlayer(context.deps);
    await enqueue(player.userId);
    await run();
    const [mail] = await readReceived(player.email);
    const link = new URL(mail!.headers['list-unsubscribe']!.slice(1, -1));
    const response = await context.app.request(link.pathname + link.search, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(response.status).toBe(200);
    const { kinds } = await readPreferences(context.deps, player.userId);
    expect(kinds.find((kind) => kind.kind === 'lfg')!.channels.email).toBe(false);
    await enqueue(player.userId);
    await run();
    expect(await readReceived(player.email)).toHaveLength(1);
    const unknown = link.search.replace(/token=[^&]+/, `token=${crypto.randomUUID()}`);
    expect((await context.app.request(link.pathname + unknown, { method: 'POST' })).status).toBe(404);
  });

  it.each(['GET', 'HEAD'])(
    'shows the confirmation page for a %s of a one-click link without changing anything',
    async (method) => {
      const player = await makePlayer(context.deps);
      await enqueue(player.userId);
      await run();
      const [mail] = await readReceived(player.email);
      const { pathname, search } = new URL(mail!.headers['list-unsubscribe']!.slice(1, -1));
      const response = await context.app.request(pathname + search, { method });
      expect([response.status, response.headers.get('Location')]).toEqual([302, `/protocol/unsubscribe${search}`]);
      const { kinds } = await readPreferences(context.deps, player.userId);
      expect(kinds.find((kind) => kind.kind === 'lfg')!.channels.email).toBe(true);
      expect((await context.app.request(pathname)).headers.get('Location')).toBe('/protocol/unsubscribe');
    },
  );

  it('sends codes only to the address they confirm, keeps them out of the inbox and wipes them', async () => {
    const user = await makeUser(context.deps);
    await enqueue(user.userId, {
      kind: 'security',
      secret: true,
      lines: ['Your code is 123456.'],
      recipient: { email: 'new-address@example.org' },
    });
    await run();
    expect((await readReceived('new-address@example.org'))[0]!.text).toContain('123456');
    expect(await readReceived(user.email)).toEqual([]);
    expect(await getInbox(user)).toEqual([]);
    const { rows } = await context.deps.db.execute<{ lines: string[] }>(sql`select lines from notification_outbox`);
    expect(rows).toEqual([{ lines: [] }]);
  });

  describe('a burst of messages', () => {
    const enqueueBurst = async (userId: string, ...titles: string[]) => {
      for (const title of titles) {
        // Enqueue one after another, as in production.
        context.setNow(new Date(context.deps.now().getTime() + 1));
        await enqueue(userId, { title, lines: [`About ${title}.`] });
      }
    };
    const listSubjects = async (to: string) => (await readReceived(to)).map((mail) => mail.subject).reverse();

    it('is sent as one email, with an attempt recorded for each message', async () => {
      const player = await makePlayer(context.deps);
      await enqueueBurst(player.userId, 'First', 'Second', 'Third');
      await run();
      const [mail, ...rest] = await readReceived(player.email);
      expect(rest).toEqual([]);
      expect(mail!.subject).toBe('First, and 2 more');
      for (const part of ['About First.', '* Second', 'About Second.', '* Third']) expect(mail!.text).toContain(part);
      expect(mail!.html.match(/<h2/g)).toHaveLength(3);
      expect(await listAttempts()).toHaveLength(3);
      expect(await listStatuses()).toEqual(['sent', 'sent', 'sent']);
    });

    it('is collected for ten minutes after an email, except critical messages', async () => {
      const player = await makePlayer(context.deps);
      await enqueueBurst(player.userId, 'At once');
      await run();
      context.setNow('2026-03-03T12:03:00Z');
      await enqueueBurst(player.userId, 'Later one', 'Later two');
      await enqueue(player.userId, { kind: 'security', title: 'New sign-in', link: undefined });
      await enqueue(player.userId, { kind: 'match_mutual', title: 'Everyone accepted' });
      await run();
      expect((await listSubjects(player.email)).sort()).toEqual(['At once', 'Everyone accepted', 'New sign-in']);
    });

    it('is sent as one email per person', async () => {
      const [one, two] = [await makePlayer(context.deps), await makePlayer(context.deps)];
      await enqueueBurst(one.userId, 'A', 'B');
      await enqueueBurst(two.userId, 'C');
      await Promise.all([run(), run(), run()]);
      expect(await listSubjects(one.email)).toEqual(['A, and 1 more']);
      expect(await listSubjects(two.email)).toEqual(['C']);
    });

    it("isn't resent when a node stopped while sending it", async () => {
      const player = await makePlayer(context.deps);
      await enqueueBurst(player.userId, 'First', 'Second');
      const crash: Senders = {
        email: async () => {
          throw new Error('the node stopped here');
        },
      };
      await expect(runDelivery(context.deps, crash, signal)).rejects.toThrow('the node stopped here');
      expect(await listStatuses()).toEqual(['sending', 'sending']);
      await run();
      context.setNow('2026-03-03T12:11:00Z');
      await run();
      expect(await listStatuses()).toEqual(['lost', 'lost']);
      expect(await readReceived(player.email)).toEqual([]);
    });

    it('is retried as one email when deferred', async () => {
      const player = await makePlayer(context.deps);
      await enqueueBurst(player.userId, 'First', 'Second');
      const busy: Senders = { email: async () => ({ outcome: 'retry', error: 'busy' }) };
      await runDelivery(context.deps, busy, signal);
      expect(await listStatuses()).toEqual(['waiting', 'waiting']);
      context.setNow('2026-03-03T12:00:31Z');
      await run();
      expect(await listSubjects(player.email)).toEqual(['First, and 1 more']);
    });

    it('omits kinds that were turned off, and unsubscribes from all kinds with one click', async () => {
      const player = await makePlayer(context.deps);
      await enqueueBurst(player.userId, 'Unwanted', 'Also unwanted');
      const busy: Senders = { email: async () => ({ outcome: 'retry', error: 'busy' }) };
      await runDelivery(context.deps, busy, signal);
      await changePreference(context.deps, toActor(player), { kind: 'lfg', channel: 'email', enabled: false });
      await enqueue(player.userId, { kind: 'payment', title: 'Receipt' });
      context.setNow('2026-03-03T12:20:00Z');
      await enqueue(player.userId, { kind: 'moderation', title: 'Decision' });
      context.setNow('2026-03-03T12:30:00Z');
      await run();
      const [mail, ...rest] = await readReceived(player.email);
      expect(rest).toEqual([]);
      expect(mail!.subject).toBe('Receipt, and 1 more');
      const link = new URL(mail!.headers['list-unsubscribe']!.slice(1, -1));
      expect(link.searchParams.get('kind')).toBe('payment,moderation');
      expect((await context.app.request(link.pathname + link.search, { method: 'POST' })).status).toBe(200);
      const { kinds } = await readPreferences(context.deps, player.userId);
      const kindsWithoutEmail = kinds.filter(({ channels }) => !channels.email).map(({ kind }) => kind);
      expect(kindsWithoutEmail).toEqual(['queue', 'lfg', 'moderation', 'payment']);
    });

    it('is split into several emails beyond twenty messages', async () => {
      const player = await makePlayer(context.deps);
      await enqueueBurst(player.userId, ...Array.from({ length: 23 }, (_, index) => `Message ${index}`));
      await run();
      const sizes = (await listSubjects(player.email)).map((subject) => Number(subject.match(/(\d+) more$/)?.[1]));
      expect(sizes.sort()).toEqual([19, 2]);
    });
  });
});
