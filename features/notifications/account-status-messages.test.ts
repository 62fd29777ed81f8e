import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { type CreatedUser, makeUser } from '../accounts/accounts.factory.ts';
import { appealBan, decideAppeal, listOwnBans } from '../moderation/ban-appeals.commands.ts';
import { banUser, endExpiredBans, liftBan, type NewBan } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { listOutbox } from './notifications.queries.ts';

let context: TestContext;
let admin: CreatedUser;
let player: CreatedUser;
beforeAll(async () => {
  context = await openTestContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());
beforeEach(async () => {
  context.setNow('2026-03-02T12:00:00Z');
  player = await makeUser(context.deps);
});

const ban = (change: Partial<NewBan> = {}) =>
  context.deps.db.transaction((tx) =>
    banUser(tx, context.deps, admin, { userId: player.userId, reason: 'Spam', days: 30, scope: 'all', ...change }),
  );
const listMessages = (user: CreatedUser) => listOutbox(context.deps.db, user.userId);
const listTitles = async (user: CreatedUser) => (await listMessages(user)).map((message) => message.title);

describe('a ban notification', () => {
  it('gives the reason and the end', async () => {
    await ban({ reason: 'Spam in listings' });
    const [message] = await listMessages(player);
    expect(message).toMatchObject({
      kind: 'moderation',
      title: "You're temporarily banned",
      actions: [{ label: 'See details and appeal', path: '/protocol/standing' }],
    });
    expect(message!.lines.join(' ')).toMatch(
      /Reason: Spam in listings\. The ban ends automatically on April 1, 2026\./,
    );
  });

  it("quotes the reason unchanged when it's already a sentence", async () => {
    await ban({ reason: 'It was reported.' });
    const [message] = await listMessages(player);
    expect(message!.lines).toContain('Reason: It was reported.');
  });

  it('says that the ban is permanent', async () => {
    await ban({ days: null });
    const [message] = await listMessages(player);
    expect(message!.title).toBe("You're banned");
    expect(message!.lines).toContain('The ban has no end date.');
  });

  it('is also sent when the ban is lifted', async () => {
    const result = await ban();
    context.setNow('2026-03-03T12:00:00Z');
    await context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, result.ban.id));
    expect(await listTitles(player)).toEqual(['Your ban was lifted', "You're temporarily banned"]);
  });
});

describe('the notification of an expired ban', () => {
  const end = () => endExpiredBans(context.deps, new AbortController().signal);

  it('is sent once, no matter how often or on how many nodes bans are checked', async () => {
    await ban({ days: 1 });
    await end();
    expect(await listTitles(player)).toEqual(["You're temporarily banned"]);
    context.setNow('2026-03-03T12:00:00Z');
    await Promise.all([end(), end(), end()]);
    context.setNow('2026-03-03T12:05:00Z');
    expect(await end()).toBe(0);
    expect(await listTitles(player)).toEqual(['Your ban has ended', "You're temporarily banned"]);
    expect((await listMessages(player))[0]!.lines).toEqual(['You can use everything again. Welcome back.']);
  });

  it('names the other ban that remains, its end, and where to see it', async () => {
    await ban({ days: 1 });
    await ban({ days: 30, scope: 'listing' });
    context.setNow('2026-03-03T12:00:00Z');
    await end();
    expect((await listMessages(player))[0]).toMatchObject({
      title: 'Your ban has ended',
      lines: ['Another ban still applies until April 1, 2026. You’re banned from creating listings.'],
      actions: [{ label: 'See your account status', path: '/protocol/standing' }],
    });
  });

  it('is held back until a longer ban ends', async () => {
    await ban({ days: 1, scope: 'listing' });
    const longer = await ban({ days: 30 });
    context.setNow('2026-03-03T12:00:00Z');
    await end();
    expect(await listTitles(player)).not.toContain('Your ban has ended');
    await context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, longer.ban.id));
    expect(await listTitles(player)).toContain('Your ban was lifted');
    await end();
    expect(await listTitles(player)).not.toContain('Your ban has ended');
  });
});

it("doesn't promise full access when another ban is still active", async () => {
  const result = await ban({ scope: 'matching' });
  await ban({ scope: 'listing', days: null });
  await context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, result.ban.id));
  expect((await listMessages(player)).find(({ title }) => title === 'Your ban was lifted')!.lines).toEqual([
    'Another ban still applies, with no end date. You’re banned from creating listings.',
  ]);
});

describe('an appeal notification', () => {
  const readFile = async () => {
    await ban();
    const [own] = await listOwnBans(context.deps, player);
    await appealBan(context.deps, player, { ban_id: own!.id, message: 'It was my brother.' });
    return (await listOwnBans(context.deps, player))[0]!.appeal!.id;
  };

  it('reaches each admin once', async () => {
    await readFile();
    expect(await listTitles(admin)).toEqual(['A player appealed a ban']);
    expect(await listTitles(player)).toEqual(["You're temporarily banned"]);
  });

  it.each([
    ['granted', 'Your ban was lifted', 'You can use everything again. Welcome back.'],
    [
      'rejected',
      'Your appeal was turned down',
      'A moderator read your appeal. The ban stays in place. Answer: We looked.',
    ],
  ] as const)('reaches the user once when the appeal is %s', async (decision, title, text) => {
    const appealId = await readFile();
    await context.deps.db.transaction((tx) =>
      decideAppeal(tx, context.deps, admin, { appealId, decision, answer: 'We looked.' }),
    );
    const messages = (await listMessages(player)).filter((message) => message.title !== "You're temporarily banned");
    expect(messages.map((message) => [message.title, message.lines.join(' ')])).toEqual([[title, text]]);
  });
});
