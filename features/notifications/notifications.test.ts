import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { type Addresses, type Channel, mapChannels } from './channels.schema.ts';
import { enqueueNotifications } from './notifications.commands.ts';
import {
  canFallBackTo,
  canShareEmail,
  canUseChannel,
  type Facts,
  getDueTime,
  getNextAttempt,
  scheduleMessage,
} from './notifications.rules.ts';
import { createTestDraft } from './test-drafts.ts';

/** Builds the addresses of a user who has only the given ones. */
const toAddresses = (given: Partial<Record<Channel, string>>): Addresses =>
  mapChannels((channel) => given[channel] ?? null);

const facts = (more: Partial<Facts> = {}): Facts => ({
  kind: 'match_proposed',
  secret: false,
  createdAt: new Date('2026-03-03T12:00:00Z'),
  usefulUntil: null,
  channels: [],
  addresses: toAddresses({ email: 'a@example.org', sms: '+15550100', discord: '1' }),
  closed: [],
  ownRecipient: false,
  consent: true,
  preferred: 'email',
  files: false,
  preferences: {},
  timezone: 'America/New_York',
  quietStart: '23:00',
  quietEnd: '08:00',
  urgentInQuiet: false,
  sharedMailAt: null,
  ...more,
});
const at = (iso: string) => new Date(iso);

describe('channel selection', () => {
  const noon = at('2026-03-03T17:00:00Z');
  const channels = (more: Partial<Facts>) =>
    scheduleMessage(facts(more), ['email', 'sms', 'discord'], noon).map((one) => one.channel);

  it("uses the kind's channels, or the user's choices, wherever there's an address", () => {
    expect(channels({})).toEqual(['email', 'discord']);
    expect(channels({ preferences: { email: false, sms: true } })).toEqual(['sms', 'discord']);
    expect(channels({ addresses: toAddresses({}) })).toEqual([]);
    expect(channels({ consent: false })).toEqual([]);
    expect(channels({ kind: 'security', consent: false, preferences: { email: false } })).toEqual(['email']);
    expect(channels({ kind: 'security', channels: ['sms'] })).toEqual(['sms']);
    expect(channels({ kind: 'test', channels: ['email'], consent: false })).toEqual(['email']);
    expect(channels({ kind: 'payment', consent: false })).toEqual([]);
    expect(scheduleMessage(facts(), ['discord'], noon).map((one) => one.channel)).toEqual(['discord']);
  });

  it('uses only the preferred channel for kinds about playing together', () => {
    expect(channels({ preferred: 'sms' })).toEqual(['sms']);
    expect(channels({ preferred: 'discord', kind: 'booking' })).toEqual(['discord']);
    expect(channels({ preferred: 'sms', kind: 'payment' })).toEqual(['email']);
    expect(channels({ preferred: 'sms', kind: 'security' })).toEqual(['email']);
    expect(channels({ preferred: 'sms', addresses: toAddresses({ email: 'a@example.org', discord: '1' }) })).toEqual([
      'email',
      'discord',
    ]);
    expect(channels({ preferred: 'sms', consent: false })).toEqual([]);
  });

  it('also sends a calendar file by email, unless email was turned off', () => {
    expect(channels({ preferred: 'sms', files: true })).toEqual(['email', 'sms']);
    expect(channels({ preferred: 'sms', files: true, preferences: { email: false } })).toEqual(['sms']);
    expect(channels({ preferred: 'sms', preferences: { sms: false, email: true } })).toEqual(['email']);
  });

  it('uses the defaults when this installation lacks the preferred channel', () => {
    const without = scheduleMessage(facts({ preferred: 'sms' }), ['email', 'discord'], noon);
    expect(without.map((one) => one.channel)).toEqual(['email', 'discord']);
  });

  it("doesn't send a code older than an hour", () => {
    const code = facts({ kind: 'security', secret: true });
    expect(canUseChannel(code, 'email', ['email'], at('2026-03-03T12:59:00Z'))).toBe(true);
    expect(canUseChannel(code, 'email', ['email'], at('2026-03-03T13:01:00Z'))).toBe(false);
  });
});

describe('a message that expires', () => {
  const night = at('2026-03-03T05:00:00Z');
  const reminder = facts({ kind: 'session', preferences: { sms: true }, usefulUntil: at('2026-03-03T06:00:00Z') });

  it("isn't sent on any channel after it expires, not even as a fallback", () => {
    const waking = { ...reminder, quietStart: null };
    for (const channel of ['email', 'sms', 'discord'] as const) {
      expect(canUseChannel(waking, channel, [channel], at('2026-03-03T05:59:59Z'))).toBe(true);
      expect(canUseChannel(waking, channel, [channel], at('2026-03-03T06:00:00Z'))).toBe(false);
      expect(canFallBackTo(waking, channel, at('2026-03-03T05:59:59Z'))).toBe(true);
      expect(canFallBackTo(waking, channel, at('2026-03-03T06:00:00Z'))).toBe(false);
    }
  });

  it('skips channels whose quiet hours end too late, unless it may break them', () => {
    const plan = (more: Partial<Facts>) => scheduleMessage({ ...reminder, ...more }, ['email', 'sms'], night);
    expect(plan({}).map(({ channel }) => channel)).toEqual(['email']);
    expect(plan({ usefulUntil: at('2026-03-03T14:00:00Z') }).map(({ channel }) => channel)).toEqual(['email', 'sms']);
    expect(plan({ urgentInQuiet: true })).toMatchObject([
      { channel: 'email', dueAt: night },
      { channel: 'sms', dueAt: night },
    ]);
    const byPhone = { preferences: {}, preferred: 'sms' as const };
    expect(plan(byPhone)).toMatchObject([{ channel: 'email', dueAt: night, standsIn: true }]);
    expect(plan({ ...byPhone, preferences: { email: false } })).toEqual([]);
  });
});

describe('quiet hours', () => {
  it("holds channels that buzz until morning in the user's time zone, but sends email", () => {
    const night = at('2026-03-03T05:30:00Z'); // 00:30 in New York
    expect(getDueTime(facts(), 'discord', night)).toEqual(at('2026-03-03T13:00:00Z'));
    expect(getDueTime(facts(), 'email', night)).toEqual(night);
    const evening = at('2026-03-04T04:10:00Z'); // 23:10 in New York
    expect(getDueTime(facts(), 'sms', evening)).toEqual(at('2026-03-04T13:00:00Z'));
    expect(getDueTime(facts({ timezone: 'Europe/Berlin' }), 'sms', night)).toEqual(at('2026-03-03T07:00:00Z'));
    expect(getDueTime(facts({ quietStart: '13:00', quietEnd: '15:00' }), 'sms', at('2026-03-03T18:30:00Z'))).toEqual(
      at('2026-03-03T20:00:00Z'),
    );
  });

  it('ends an hour earlier when the clocks go forward', () => {
    expect(getDueTime(facts(), 'sms', at('2026-03-08T04:30:00Z'))).toEqual(at('2026-03-08T12:00:00Z'));
  });

  it('lets time-critical kinds through only with consent', () => {
    const night = at('2026-03-03T05:30:00Z');
    expect(getDueTime(facts({ kind: 'match_mutual' }), 'sms', night)).not.toEqual(night);
    expect(getDueTime(facts({ kind: 'match_mutual', urgentInQuiet: true }), 'sms', night)).toEqual(night);
    expect(getDueTime(facts({ kind: 'lfg', urgentInQuiet: true }), 'sms', night)).not.toEqual(night);
    expect(getDueTime(facts({ kind: 'test' }), 'sms', night)).toEqual(night);
    expect(getDueTime(facts({ quietStart: null, quietEnd: null }), 'sms', night)).toEqual(night);
  });
});

describe('collecting non-urgent email', () => {
  const now = at('2026-03-03T12:05:00Z');
  const sharedMailAt = at('2026-03-03T12:00:00Z');

  it('sends the first email immediately and the next ten minutes later', () => {
    expect(getDueTime(facts(), 'email', now)).toEqual(now);
    expect(getDueTime(facts({ sharedMailAt }), 'email', now)).toEqual(at('2026-03-03T12:10:00Z'));
    expect(getDueTime(facts({ sharedMailAt }), 'email', at('2026-03-03T12:11:00Z'))).toEqual(
      at('2026-03-03T12:11:00Z'),
    );
  });

  it.each([
    ['security messages', { kind: 'security' }],
    ['time-critical kinds', { kind: 'match_mutual' }],
    ['bookings', { kind: 'booking' }],
    ['tests', { kind: 'test' }],
    ['codes', { secret: true }],
    ['messages with a calendar file', { files: true }],
    ['messages with their own channels', { channels: ['email'] }],
  ] as [string, Partial<Facts>][])('excludes %s', (_what, more) => {
    expect(canShareEmail(facts(more), 'email')).toBe(false);
    expect(getDueTime(facts({ ...more, sharedMailAt }), 'email', now)).toEqual(now);
  });

  it('applies only to email, because other channels send messages one by one', () => {
    expect(canShareEmail(facts(), 'discord')).toBe(false);
    expect(canShareEmail(facts(), 'email')).toBe(true);
  });
});

it('retries after 30 s, 2 min, 8 min … and gives up after eight attempts', () => {
  const now = at('2026-03-03T12:00:00Z');
  const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => {
    const next = getNextAttempt(attempts, now);
    return next && (next.getTime() - now.getTime()) / 1000;
  });
  expect(waits).toEqual([30, 120, 480, 1920, 7680, 30720, 43200, null]);
});

describe('the inbox', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());

  it('lists messages newest first in pages, with the unread count', async () => {
    const user = await makeUser(context.deps);
    const other = await makeUser(context.deps);
    const start = Date.parse('2026-03-03T12:00:00Z');
    for (let i = 0; i < 35; i++) {
      context.setNow(new Date(start + i * 1000));
      await context.deps.db.transaction((tx) =>
        enqueueNotifications(tx, context.deps, [
          createTestDraft({
            userId: user.userId,
            kind: 'lfg',
            title: `Message ${i}`,
            lines: [],
            dedupeKey: `inbox:${i}`,
          }),
          createTestDraft({
            userId: other.userId,
            kind: 'lfg',
            title: 'Not yours',
            lines: [],
            dedupeKey: `inbox:${i}`,
          }),
        ]),
      );
    }
    const headers = { Authorization: `Bearer ${user.accessToken}`, 'Content-Type': 'application/json' };
    const page = async (query: string) => {
      const answer = await context.app.request(`/api/notifications${query}`, { headers });
      expect(answer.status).toBe(200);
      return (await answer.json()) as { items: { id: string; title: string }[]; unread: number; next: string | null };
    };
    const first = await page('');
    expect(first).toMatchObject({ unread: 35, items: expect.objectContaining({ length: 30 }) });
    expect(first.items[0]!.title).toBe('Message 34');
    const readUnread = async () => (await context.app.request('/api/notifications/unread', { headers })).json();
    expect(await readUnread()).toEqual({ unread: 35 });
    const second = await page(`?before=${encodeURIComponent(first.next!)}`);
    expect(second.items.map((item) => item.title)).toEqual([
      'Message 4',
      'Message 3',
      'Message 2',
      'Message 1',
      'Message 0',
    ]);
    expect(second.next).toBeNull();
    const read = (body: object) =>
      context.app.request('/api/notifications/read', { method: 'POST', headers, body: JSON.stringify(body) });
    const one = await read({ ids: [first.items[0]!.id] });
    expect([one.status, await one.json()]).toEqual([200, { unread: 34 }]);
    expect((await page('')).unread).toBe(34);
    expect(await (await read({})).json()).toEqual({ unread: 0 });
    expect([(await page('')).unread, await readUnread()]).toEqual([0, { unread: 0 }]);
    expect((await context.app.request('/api/notifications/unread')).status).toBe(401);
    expect((await context.app.request('/api/notifications?before=nonsense', { headers })).status).toBe(422);
    expect((await context.app.request('/api/notifications')).status).toBe(401);
  });

  it('saves choices but refuses to turn off security email', async () => {
    const user = await makeUser(context.deps);
    const headers = { Authorization: `Bearer ${user.accessToken}`, 'Content-Type': 'application/json' };
    const put = (path: string, body: object) =>
      context.app.request(path, { method: 'PUT', headers, body: JSON.stringify(body) });
    const off = await put('/api/notifications/preferences', { kind: 'lfg', channel: 'email', enabled: false });
    expect(off.status).toBe(200);
    const security = await put('/api/notifications/preferences', {
      kind: 'security',
      channel: 'email',
      enabled: false,
    });
    expect(security.status).toBe(422);
    expect(await security.json()).toMatchObject({ error: { message: "You can't turn off security emails." } });
    const quiet = await put('/api/notifications/settings', {
      quiet: { start: '22:00', end: '07:00' },
      urgentInQuiet: true,
    });
    expect(await quiet.json()).toMatchObject({ quiet: { start: '22:00', end: '07:00' }, urgentInQuiet: true });
    const none = await put('/api/notifications/settings', { quiet: null });
    expect(await none.json()).toMatchObject({ quiet: null, urgentInQuiet: true });
  });
});
