import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import type { CreatedUser } from '../accounts/accounts.factory.ts';
import { makeListing } from '../lfg/lfg.factory.ts';
import type { ListingOwnerSide } from '../lfg/lfg.schema.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { makeSquad } from '../squads/squads.factory.ts';
import { postMessage } from '../threads/threads.factory.ts';
import { anonymizeMessages } from '../threads/threads.queries.ts';
import type { ThreadPage } from '../threads/threads.schema.ts';
import type { QueueItem } from './admin.schema.ts';

let context: TestContext;
let admin: CreatedUser;
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

async function call(caller: { accessToken: string } | undefined, method: string, path: string, body?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(caller ? { Authorization: `Bearer ${caller.accessToken}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary response fields
  return { status: response.status, body: (await response.json()) as any };
}
const performAction = (body: object) => call(admin, 'POST', '/functions/v1/admin-actions', body);
const readQueue = async () => (await call(admin, 'GET', '/api/admin/queue')).body.items as QueueItem[];
const report = (by: Player | undefined, id: string) =>
  call(by, 'POST', `/api/profiles/${id}/reports`, { reason: 'harassment', details: 'In the chat' });

describe('report on a player', () => {
  it("adds the profile's content to the queue and refuses another report while it is open", async () => {
    expect((await report(reporter, rude.userId)).body).toEqual({ message: 'Player reported for review' });
    expect((await report(reporter, rude.userId)).status).toBe(409);
    await call(rude, 'PUT', '/api/profiles/me', { ...rude.profile, bio: 'I am nice.' });
    expect(await readQueue()).toMatchObject([
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

  it("is refused from visitors, and when it's about the reporter or an unknown player", async () => {
    expect((await report(undefined, rude.userId)).status).toBe(401);
    expect((await report(rude, rude.userId)).body.error.message).toBe("You can't report yourself.");
    expect((await report(reporter, crypto.randomUUID())).status).toBe(404);
  });

  it('can be dismissed or end in a ban, but has no listing to close', async () => {
    await report(reporter, rude.userId);
    const [flag] = await readQueue();
    for (const action of ['close_listing', 'delete_listing']) {
      expect((await performAction({ action, listingId: null, flagId: flag!.id })).body.error.message).toMatch(
        /Dismiss it or ban/,
      );
    }
    const ban = { action: 'ban_user', userId: rude.userId, reason: 'Flagged content', days: 30, flagId: flag!.id };
    expect((await performAction(ban)).body).toMatchObject({
      message: 'User banned',
      detail: 'Rude One is banned from everything for 30 days.',
    });
    expect(await readQueue()).toEqual([]);
  });
});

describe('report on a message', () => {
  const createReportPath = async (message: string) => {
    const id = await makeListing(context.deps, reporter);
    await call(rude, 'POST', `/api/lfg/listings/${id}/apply`, { message });
    const side = (await call(reporter, 'GET', `/api/lfg/listings/${id}/mine`)).body as ListingOwnerSide;
    return `/api/lfg/applications/${side.applicants[0]!.id}/report`;
  };

  it('keeps the text for the moderator and can be sent only by the recipient', async () => {
    const path = await createReportPath('Something rude');
    expect((await call(rude, 'POST', path, {})).status).toBe(403);
    expect((await call(reporter, 'POST', path, {})).body).toEqual({ message: 'Message reported for review' });
    expect((await call(reporter, 'POST', path, {})).status).toBe(409);
    expect(await readQueue()).toMatchObject([{ kind: 'message', notes: 'Something rude', owner_id: rude.userId }]);
  });

  it("is refused when there's no message", async () => {
    expect((await call(reporter, 'POST', await createReportPath(''), {})).body.error.message).toMatch(/no message/);
  });
});

describe('report on a chat message', () => {
  const readThread = async (player: Player, squadId: string) =>
    (await call(player, 'GET', `/api/threads/squad/${squadId}`)).body as ThreadPage;
  const reportMessage = async (text: string) => {
    const { squadId } = await makeSquad(context.deps, [reporter, rude]);
    const { seq } = await postMessage(context.deps, rude, { kind: 'squad', subjectId: squadId }, text);
    const { id } = await readThread(reporter, squadId);
    const path = `/api/threads/${id}/messages/${seq}`;
    expect((await call(reporter, 'POST', `${path}/report`, { reason: 'harassment' })).status).toBe(200);
    const [flag] = await readQueue();
    const remove = () => performAction({ action: 'decide_flags', decision: 'delete', flagIds: [flag!.id] });
    return { squadId, path, flag: flag!, remove };
  };
  const listMessages = async (squadId: string) =>
    (await readThread(reporter, squadId)).messages.map((m) => [m.text, m.removed]);

  it('removes the message for everyone in the chat, which can be undone', async () => {
    const { squadId, flag, remove } = await reportMessage('Something rude');
    expect(flag).toMatchObject({ kind: 'message', notes: 'Something rude', owner_id: rude.userId, listing_id: null });
    const { body } = await remove();
    expect(body).toMatchObject({ message: '1 message deleted', undo: { auditIds: [expect.any(String)] } });
    expect([await listMessages(squadId), await readQueue()]).toEqual([[['', 'moderator']], []]);
    expect((await performAction({ action: 'undo', auditIds: body.undo.auditIds })).body).toEqual({ message: 'Undone' });
    expect([await listMessages(squadId), await readQueue()]).toMatchObject([
      [['Something rude', null]],
      [{ id: flag.id }],
    ]);
  });

  it('does not change a message that its author deleted, even on undo', async () => {
    const { squadId, path, remove } = await reportMessage('Sorry');
    expect((await call(rude, 'DELETE', path)).status).toBe(200);
    const { body } = await remove();
    await performAction({ action: 'undo', auditIds: body.undo.auditIds });
    expect(await listMessages(squadId)).toEqual([['', 'author']]);
  });

  it("refuses to undo the deletion after the author's account was erased", async () => {
    const { squadId, remove } = await reportMessage('Gone');
    const { body } = await remove();
    await context.deps.db.transaction((tx) => anonymizeMessages(tx, rude.userId, context.deps.now()));
    const undoResponse = await performAction({ action: 'undo', auditIds: body.undo.auditIds });
    expect([undoResponse.status, await listMessages(squadId)]).toEqual([409, [['', 'account']]]);
  });

  it('can be decided together with a listing, and the message names both', async () => {
    const { flag } = await reportMessage('Rude again');
    const listing = await makeListing(context.deps, rude);
    expect((await call(reporter, 'POST', '/api/lfg/reports', { listing_id: listing })).status).toBe(200);
    const flagIds = (await readQueue()).map(({ id }) => id);
    expect(flagIds).toContain(flag.id);
    const { body } = await performAction({ action: 'decide_flags', decision: 'delete', flagIds });
    expect(body.message).toBe('1 listing and 1 message deleted');
  });
});

describe("report on a squad's public page", () => {
  const reportPage = async () => {
    const { squadId } = await makeSquad(context.deps, [rude, await makePlayer(context.deps)]);
    await call(rude, 'PATCH', `/api/squads/${squadId}`, { name: 'Rude Name' });
    expect((await call(rude, 'PUT', `/api/squads/${squadId}/page`)).status).toBe(200);
    const path = `/api/squad-pages/${squadId}`;
    const report = { reason: 'inappropriate', details: 'The name' };
    expect((await call(reporter, 'POST', `${path}/reports`, report)).body).toEqual({
      message: 'Page reported for review',
    });
    const decide = async (decision: string) =>
      performAction({ action: 'decide_flags', decision, flagIds: (await readQueue()).map(({ id }) => id) });
    const listNotifications = async () =>
      (await listOutbox(context.deps.db, rude.userId)).filter(({ title }) => /public page/i.test(title));
    const readRoom = async () => (await call(rude, 'GET', `/api/squads/${squadId}`)).body;
    return { squadId, path, decide, told: listNotifications, room: readRoom };
  };

  it("adds the page's content to the queue and refuses repeated, own and anonymous reports", async () => {
    const { squadId, path } = await reportPage();
    expect(await readQueue()).toMatchObject([
      {
        kind: 'squad',
        squad_id: squadId,
        owner_id: rude.userId,
        title: 'Rude Name',
        notes: expect.stringContaining('A pair on Planet Crew'),
        details: 'The name',
        reports: 1,
      },
    ]);
    const secondResponse = await call(reporter, 'POST', `${path}/reports`, {});
    expect([secondResponse.status, secondResponse.body.error.message]).toEqual([
      409,
      expect.stringContaining('already reported'),
    ]);
    expect((await call(rude, 'POST', `${path}/reports`, {})).status).toBe(409);
    expect((await call(undefined, 'POST', `${path}/reports`, {})).status).toBe(401);
    expect((await call(rude, 'DELETE', `/api/squads/${squadId}/page`)).status).toBe(200);
    expect((await call(await makePlayer(context.deps), 'POST', `${path}/reports`, {})).status).toBe(404);
  });

  it('turns the page off and notifies the captain, and can be undone', async () => {
    const { path, decide, told, room } = await reportPage();
    const { body } = await decide('close');
    expect(body.message).toBe('1 page turned off');
    expect([(await call(undefined, 'GET', path)).status, (await room()).name]).toEqual([404, 'Rude Name']);
    expect(await told()).toMatchObject([{ title: 'A moderator turned off your squad’s public page' }]);
    expect(await readQueue()).toEqual([]);
    expect((await performAction({ action: 'undo', auditIds: body.undo.auditIds })).body).toEqual({ message: 'Undone' });
    expect((await call(undefined, 'GET', path)).body.name).toBe('Rude Name');
    expect([(await told()).length, (await readQueue()).length]).toEqual([2, 1]);
  });

  it("removes the squad's name, and cannot be undone once the captain has set a new one", async () => {
    const { squadId, path, decide, room } = await reportPage();
    const { body } = await decide('delete');
    expect(body.message).toBe('1 page turned off and renamed');
    expect((await call(undefined, 'GET', path)).status).toBe(404);
    expect((await room()).name).not.toBe('Rude Name');
    await call(rude, 'PATCH', `/api/squads/${squadId}`, { name: 'Better Name' });
    expect((await performAction({ action: 'undo', auditIds: body.undo.auditIds })).status).toBe(409);
    expect((await room()).name).toBe('Better Name');
  });

  it('can be upheld after the squad has ended, and the decision can be undone', async () => {
    const { squadId, decide } = await reportPage();
    expect((await call(rude, 'DELETE', `/api/squads/${squadId}`)).status).toBe(200);
    const { body } = await decide('close');
    expect(await readQueue()).toEqual([]);
    expect((await performAction({ action: 'undo', auditIds: body.undo.auditIds })).status).toBe(200);
  });

  it('can end in a ban of the captain, which removes the page', async () => {
    const { path, decide } = await reportPage();
    expect((await decide('ban')).body.message).toBe('1 user banned');
    expect((await call(undefined, 'GET', path)).status).toBe(404);
  });
});

describe('undo of a moderation decision', () => {
  it('is refused after the same player has been reported again', async () => {
    await report(reporter, rude.userId);
    const { body } = await performAction({ action: 'dismiss_flag', flagId: (await readQueue())[0]!.id });
    await report(reporter, rude.userId);
    const undoResponse = await performAction({ action: 'undo', auditIds: body.undo.auditIds });
    expect([undoResponse.status, undoResponse.body.error.message]).toEqual([
      409,
      expect.stringContaining("This has changed since then, so it can't be undone."),
    ]);
  });
});

describe('report history', () => {
  it("shows the person's earlier reports, bans and appeals", async () => {
    await report(reporter, rude.userId);
    const ban = { action: 'ban_user', userId: rude.userId, reason: 'Insults', days: 3, scope: 'listing' };
    await performAction({ ...ban, flagId: (await readQueue())[0]!.id });
    const [own] = (await call(rude, 'GET', '/api/moderation/me')).body.bans;
    await call(rude, 'POST', '/api/moderation/appeals', { ban_id: own.id, message: 'Sorry' });
    await report(reporter, rude.userId);
    expect((await readQueue())[0]!.history).toEqual({
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
