import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import type { MadeUser } from '../accounts/accounts.factory.ts';
import { makeListing } from '../lfg/lfg.factory.ts';
import type { OwnSide } from '../lfg/lfg.schema.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { makeSquad } from '../squads/squads.factory.ts';
import { say } from '../threads/threads.factory.ts';
import { wipeMessagesOf } from '../threads/threads.queries.ts';
import type { ThreadPage } from '../threads/threads.schema.ts';
import type { QueueItem } from './admin.schema.ts';

let context: TestContext;
let admin: MadeUser;
let reporter: Player;
let rude: Player;

beforeAll(async () => {
  context = await openTestContext();
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.deps.database.pool.query('delete from content_flags');
  context.setNow('2026-03-02T12:00:00Z');
  reporter = await makePlayer(context.deps);
  rude = await makePlayer(context.deps, { display_name: 'Rude One', bio: 'I say things.' });
});

async function call(who: { accessToken: string } | undefined, method: string, path: string, body?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(who ? { Authorization: `Bearer ${who.accessToken}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes back
  return { status: response.status, body: (await response.json()) as any };
}
const act = (body: object) => call(admin, 'POST', '/functions/v1/admin-actions', body);
const queue = async () => (await call(admin, 'GET', '/api/admin/queue')).body.items as QueueItem[];
const report = (by: Player | undefined, id: string) =>
  call(by, 'POST', `/api/profiles/${id}/reports`, { reason: 'harassment', details: 'In the chat' });

describe('a report on a player', () => {
  it('waits in the queue with what their profile said, once while it is open', async () => {
    expect((await report(reporter, rude.userId)).body).toEqual({ message: 'Player reported for review' });
    expect((await report(reporter, rude.userId)).status).toBe(409);
    await call(rude, 'PUT', '/api/profiles/me', { ...rude.profile, bio: 'I am nice.' });
    expect(await queue()).toMatchObject([
      {
        kind: 'player',
        reason: 'harassment',
        details: 'In the chat',
        title: 'Rude One',
        notes: 'I say things.',
        owner_id: rude.userId,
        listing_id: null,
      },
    ]);
  });

  it('is not for visitors, oneself and nobody', async () => {
    expect((await report(undefined, rude.userId)).status).toBe(401);
    expect((await report(rude, rude.userId)).body.error.message).toBe('You cannot report yourself.');
    expect((await report(reporter, crypto.randomUUID())).status).toBe(404);
  });

  it('is dismissed, or ends in a ban whose answer names who; there is no listing to close', async () => {
    await report(reporter, rude.userId);
    const [flag] = await queue();
    for (const action of ['close_listing', 'delete_listing']) {
      expect((await act({ action, listingId: null, flagId: flag!.id })).body.error.message).toMatch(
        /dismiss it, or ban/,
      );
    }
    const ban = { action: 'ban_user', userId: rude.userId, reason: 'Flagged content', days: 30, flagId: flag!.id };
    expect((await act(ban)).body).toMatchObject({
      message: 'User banned',
      detail: 'Rude One: everything, for 30 days.',
    });
    expect(await queue()).toEqual([]);
  });
});

describe('a report on a message', () => {
  const applied = async (message: string) => {
    const id = await makeListing(context.deps, reporter);
    await call(rude, 'POST', `/api/lfg/listings/${id}/apply`, { message });
    const side = (await call(reporter, 'GET', `/api/lfg/listings/${id}/mine`)).body as OwnSide;
    return `/api/lfg/applications/${side.applicants[0]!.id}/report`;
  };

  it('keeps what was written for the moderator, and only who received it may report it', async () => {
    const path = await applied('Something rude');
    expect((await call(rude, 'POST', path, {})).status).toBe(403);
    expect((await call(reporter, 'POST', path, {})).body).toEqual({ message: 'Message reported for review' });
    expect((await call(reporter, 'POST', path, {})).status).toBe(409);
    expect(await queue()).toMatchObject([{ kind: 'message', notes: 'Something rude', owner_id: rude.userId }]);
  });

  it('needs a message', async () => {
    expect((await call(reporter, 'POST', await applied(''), {})).body.error.message).toMatch(/no message/);
  });
});

describe('a report on a message of a conversation', () => {
  const seen = async (who: Player, squadId: string) =>
    (await call(who, 'GET', `/api/threads/squad/${squadId}`)).body as ThreadPage;
  const written = async (text: string) => {
    const { squadId } = await makeSquad(context.deps, [reporter, rude]);
    const { seq } = await say(context.deps, rude, { kind: 'squad', subjectId: squadId }, text);
    const { id } = await seen(reporter, squadId);
    const path = `/api/threads/${id}/messages/${seq}`;
    expect((await call(reporter, 'POST', `${path}/report`, { reason: 'harassment' })).status).toBe(200);
    const [flag] = await queue();
    const remove = () => act({ action: 'decide_flags', decision: 'delete', flagIds: [flag!.id] });
    return { squadId, path, flag: flag!, remove };
  };
  const shown = async (squadId: string) => (await seen(reporter, squadId)).messages.map((m) => [m.text, m.removed]);

  it('ends in its removal for everybody in it, which can be undone', async () => {
    const { squadId, flag, remove } = await written('Something rude');
    expect(flag).toMatchObject({ kind: 'message', notes: 'Something rude', owner_id: rude.userId, listing_id: null });
    const { body } = await remove();
    expect(body).toMatchObject({ message: '1 message deleted', undo: { auditIds: [expect.any(String)] } });
    expect([await shown(squadId), await queue()]).toEqual([[['', 'moderator']], []]);
    expect((await act({ action: 'undo', auditIds: body.undo.auditIds })).body).toEqual({ message: 'Undone' });
    expect([await shown(squadId), await queue()]).toMatchObject([[['Something rude', null]], [{ id: flag.id }]]);
  });

  it('leaves what its author took back as it is, also when it is undone', async () => {
    const { squadId, path, remove } = await written('Sorry');
    expect((await call(rude, 'DELETE', path)).status).toBe(200);
    const { body } = await remove();
    await act({ action: 'undo', auditIds: body.undo.auditIds });
    expect(await shown(squadId)).toEqual([['', 'author']]);
  });

  it('cannot be undone once the words are gone with their account', async () => {
    const { squadId, remove } = await written('Gone');
    const { body } = await remove();
    await context.deps.db.transaction((tx) => wipeMessagesOf(tx, rude.userId, context.deps.now()));
    const undone = await act({ action: 'undo', auditIds: body.undo.auditIds });
    expect([undone.status, await shown(squadId)]).toEqual([409, [['', 'account']]]);
  });

  it('is deleted together with a listing, each by its name', async () => {
    const { flag } = await written('Rude again');
    const listing = await makeListing(context.deps, rude);
    expect((await call(reporter, 'POST', '/api/lfg/reports', { listing_id: listing })).status).toBe(200);
    const flagIds = (await queue()).map(({ id }) => id);
    expect(flagIds).toContain(flag.id);
    const { body } = await act({ action: 'decide_flags', decision: 'delete', flagIds });
    expect(body.message).toBe('1 listing and 1 message deleted');
  });
});

describe('an undone decision', () => {
  it('is refused once the same was reported anew', async () => {
    await report(reporter, rude.userId);
    const { body } = await act({ action: 'dismiss_flag', flagId: (await queue())[0]!.id });
    await report(reporter, rude.userId);
    const undone = await act({ action: 'undo', auditIds: body.undo.auditIds });
    expect([undone.status, undone.body.error.message]).toEqual([409, expect.stringContaining('changed this since')]);
  });
});

describe('beside a report', () => {
  it('stand the earlier reports, bans and appeals of the person', async () => {
    await report(reporter, rude.userId);
    const ban = { action: 'ban_user', userId: rude.userId, reason: 'Insults', days: 3, scope: 'listing' };
    await act({ ...ban, flagId: (await queue())[0]!.id });
    const [own] = (await call(rude, 'GET', '/api/moderation/me')).body.bans;
    await call(rude, 'POST', '/api/moderation/appeals', { ban_id: own.id, message: 'Sorry' });
    await report(reporter, rude.userId);
    expect((await queue())[0]!.history).toEqual({
      flags_open: 1,
      flags_upheld: 1,
      flags_dismissed: 0,
      bans: 1,
      bans_now: 1,
      last_ban: 'Insults',
      appeals_granted: 0,
      appeals_rejected: 0,
      appeals_open: 1,
    });
  });
});
