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
const toAddresses = (addresses: Partial<Record<Channel, string>>): Addresses =>
  mapChannels((channel) => addresses[channel] ?? null);

const createFacts = (more: Partial<Facts> = {}): Facts => ({
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
const parseTime = (iso: string) => new Date(iso);

describe('channel selection', () => {
  const noon = parseTime('2026-03-03T17:00:00Z');
  const chooseChannels = (more: Partial<Facts>) =>
    scheduleMessage(createFacts(more), ['email', 'sms', 'discord'], noon).map((one) => one.channel);

  it("uses the kind's channels or the user's choices, with an address and consent", () => {
    expect(chooseChannels({})).toEqual(['email', 'discord']);
    expect(chooseChannels({ preferences: { email: false, sms: true } })).toEqual(['sms', 'discord']);
    expect(chooseChannels({ addresses: toAddresses({}) })).toEqual([]);
    expect(chooseChannels({ consent: false })).toEqual([]);
    expect(chooseChannels({ kind: 'security', consent: false, preferences: { email: false } })).toEqual(['email']);
    expect(chooseChannels({ kind: 'security', channels: ['sms'] })).toEqual(['sms']);
    expect(chooseChannels({ kind: 'test', channels: ['email'], consent: false })).toEqual(['email']);
    expect(chooseChannels({ kind: 'payment', consent: false })).toEqual([]);
    expect(scheduleMessage(createFacts(), ['discord'], noon).map((one) => one.channel)).toEqual(['discord']);
  });

  it('uses only the preferred channel for message kinds about playing together', () => {
    expect(chooseChannels({ preferred: 'sms' })).toEqual(['sms']);
    expect(chooseChannels({ preferred: 'discord', kind: 'booking' })).toEqual(['discord']);
    expect(chooseChannels({ preferred: 'sms', kind: 'payment' })).toEqual(['email']);
    expect(chooseChannels({ preferred: 'sms', kind: 'security' })).toEqual(['email']);
    expect(
      chooseChannels({ preferred: 'sms', addresses: toAddresses({ email: 'a@example.org', discord: '1' }) }),
    ).toEqual(['email', 'discord']);
    expect(chooseChannels({ preferred: 'sms', consent: false })).toEqual([]);
  });

  it('also sends a calendar file by email, unless email was turned off', () => {
    expect(chooseChannels({ preferred: 'sms', files: true })).toEqual(['email', 'sms']);
    expect(chooseChannels({ preferred: 'sms', files: true, preferences: { email: false } })).toEqual(['sms']);
    expect(chooseChannels({ preferred: 'sms', preferences: { sms: false, email: true } })).toEqual(['email']);
  });

  it('uses the defaults when this installation lacks the preferred channel', () => {
    const schedule = scheduleMessage(createFacts({ preferred: 'sms' }), ['email', 'discord'], noon);
    expect(schedule.map((one) => one.channel)).toEqual(['email', 'discord']);
  });

  it("doesn't send a code older than an hour", () => {
    const code = createFacts({ kind: 'security', secret: true });
    expect(canUseChannel(code, 'email', ['email'], parseTime('2026-03-03T12:59:00Z'))).toBe(true);
    expect(canUseChannel(code, 'email', ['email'], parseTime('2026-03-03T13:01:00Z'))).toBe(false);
  });
});

describe('a message that expires', () => {
  const night = parseTime('2026-03-03T05:00:00Z');
  const reminder = createFacts({
    kind: 'session',
    preferences: { sms: true },
    usefulUntil: parseTime('2026-03-03T06:00:00Z'),
  });

  it("isn't sent on any channel after it expires, not even as a fallback", () => {
    const waking = { ...reminder, quietStart: null };
    for (const channel of ['email', 'sms', 'discord'] as const) {
      expect(canUseChannel(waking, channel, [channel], parseTime('2026-03-03T05:59:59Z'))).toBe(true);
      expect(canUseChannel(waking, channel, [channel], parseTime('2026-03-03T06:00:00Z'))).toBe(false);
      expect(canFallBackTo(waking, channel, parseTime('2026-03-03T05:59:59Z'))).toBe(true);
      expect(canFallBackTo(waking, channel, parseTime('2026-03-03T06:00:00Z'))).toBe(false);
    }
  });

  it('skips channels whose quiet hours end too late, unless it may break quiet hours', () => {
    const plan = (more: Partial<Facts>) => scheduleMessage({ ...reminder, ...more }, ['email', 'sms'], night);
    expect(plan({}).map(({ channel }) => channel)).toEqual(['email']);
    expect(plan({ usefulUntil: parseTime('2026-03-03T14:00:00Z') }).map(({ channel }) => channel)).toEqual([
      'email',
      'sms',
    ]);
    expect(plan({ urgentInQuiet: true })).toMatchObject([
      { channel: 'email', dueAt: night },
      { channel: 'sms', dueAt: night },
    ]);
    const byPhone = { preferences: {}, preferred: 'sms' as const };
    expect(plan(byPhone)).toMatchObject([{ channel: 'email', dueAt: night, standsIn: true }]);
    expect(plan({ ...byPhone, preferences: { email: false } })).toEqual([]);
  });
});

describe('quiet hours check', () => {
  it('holds channels that alert the user until morning in their time zone, but sends email', () => {
    const night = parseTime('2026-03-03T05:30:00Z'); // 00:30 in New York
    expect(getDueTime(createFacts(), 'discord', night)).toEqual(parseTime('2026-03-03T13:00:00Z'));
    expect(getDueTime(createFacts(), 'email', night)).toEqual(night);
    const eveningTime = parseTime('2026-03-04T04:10:00Z'); // 23:10 in New York
    expect(getDueTime(createFacts(), 'sms', eveningTime)).toEqual(parseTime('2026-03-04T13:00:00Z'));
    expect(getDueTime(createFacts({ timezone: 'Europe/Berlin' }), 'sms', night)).toEqual(
      parseTime('2026-03-03T07:00:00Z'),
    );
    expect(
      getDueTime(createFacts({ quietStart: '13:00', quietEnd: '15:00' }), 'sms', parseTime('2026-03-03T18:30:00Z')),
    ).toEqual(parseTime('2026-03-03T20:00:00Z'));
  });

  it('ends an hour earlier when the clocks go forward', () => {
    expect(getDueTime(createFacts(), 'sms', parseTime('2026-03-08T04:30:00Z'))).toEqual(
      parseTime('2026-03-08T12:00:00Z'),
    );
  });

  it('lets time-critical kinds through only with consent', () => {
    const night = parseTime('2026-03-03T05:30:00Z');
    expect(getDueTime(createFacts({ kind: 'match_mutual' }), 'sms', night)).not.toEqual(night);
    expect(getDueTime(createFacts({ kind: 'match_mutual', urgentInQuiet: true }), 'sms', night)).toEqual(night);
    expect(getDueTime(createFacts({ kind: 'lfg', urgentInQuiet: true }), 'sms', night)).not.toEqual(night);
    expect(getDueTime(createFacts({ kind: 'test' }), 'sms', night)).toEqual(night);
    expect(getDueTime(createFacts({ quietStart: null, quietEnd: null }), 'sms', night)).toEqual(night);
  });
});

describe('collecting non-urgent email', () => {
  const now = parseTime('2026-03-03T12:05:00Z');
  const sharedMailAt = parseTime('2026-03-03T12:00:00Z');

  it('sends the first email immediately and the next one ten minutes later', () => {
    expect(getDueTime(createFacts(), 'email', now)).toEqual(now);
    expect(getDueTime(createFacts({ sharedMailAt }), 'email', now)).toEqual(parseTime('2026-03-03T12:10:00Z'));
    expect(getDueTime(createFacts({ sharedMailAt }), 'email', parseTime('2026-03-03T12:11:00Z'))).toEqual(
      parseTime('2026-03-03T12:11:00Z'),
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
    expect(canShareEmail(createFacts(more), 'email')).toBe(false);
    expect(getDueTime(createFacts({ ...more, sharedMailAt }), 'email', now)).toEqual(now);
  });

  it('applies only to email, because other channels send messages one by one', () => {
    expect(canShareEmail(createFacts(), 'discord')).toBe(false);
    expect(canShareEmail(createFacts(), 'email')).toBe(true);
  });
});

it('retries messages after 30 s, 2 min, 8 min … and gives up after eight attempts', () => {
  const now = parseTime('2026-03-03T12:00:00Z');
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
    const readPage = async (query: string) => {
      const response = await context.app.request(`/api/notifications${query}`, { headers });
      expect(response.status).toBe(200);
      return (await response.json()) as { items: { id: string; title: string }[]; unread: number; next: string | null };
    };
    const first = await readPage('');
    expect(first).toMatchObject({ unread: 35, items: expect.objectContaining({ length: 30 }) });
    expect(first.items[0]!.title).toBe('Message 34');
    const readUnread = async () => (await context.app.request('/api/notifications/unread', { headers })).json();
    expect(await readUnread()).toEqual({ unread: 35, waiting: 0 });
    const second = await readPage(`?before=${encodeURIComponent(first.next!)}`);
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
    expect((await readPage('')).unread).toBe(34);
    expect(await (await read({})).json()).toEqual({ unread: 0 });
    expect([(await readPage('')).unread, await readUnread()]).toEqual([0, { unread: 0, waiting: 0 }]);
    expect((await context.app.request('/api/notifications/unread')).status).toBe(401);
    expect((await context.app.request('/api/notifications?before=nonsense', { headers })).status).toBe(422);
    expect((await context.app.request('/api/notifications')).status).toBe(401);
  });

  it('saves notification choices but refuses to turn off security email', async () => {
    const user = await makeUser(context.deps);
    const headers = { Authorization: `Bearer ${user.accessToken}`, 'Content-Type': 'application/json' };
    const putJson = (path: string, body: object) =>
      context.app.request(path, { method: 'PUT', headers, body: JSON.stringify(body) });
    const offResponse = await putJson('/api/notifications/preferences', {
      kind: 'lfg',
      channel: 'email',
      enabled: false,
    });
    expect(offResponse.status).toBe(200);
    const security = await putJson('/api/notifications/preferences', {
      kind: 'security',
      channel: 'email',
      enabled: false,
    });
    expect(security.status).toBe(422);
    expect(await security.json()).toMatchObject({ error: { message: "You can't turn off security emails." } });
    const quietResponse = await putJson('/api/notifications/settings', {
      quiet: { start: '22:00', end: '07:00' },
      urgentInQuiet: true,
    });
    expect(await quietResponse.json()).toMatchObject({ quiet: { start: '22:00', end: '07:00' }, urgentInQuiet: true });
    const response = await putJson('/api/notifications/settings', { quiet: null });
    expect(await response.json()).toMatchObject({ quiet: null, urgentInQuiet: true });
  });
});
