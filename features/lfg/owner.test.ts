import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS, MINUTE_MS } from '../../time/units.ts';
import { openPublicLive } from '../live/test-live.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { renewListing } from './lfg.commands.ts';
import { makeListing } from './lfg.factory.ts';
import { lfgJobs } from './lfg.jobs.ts';

let context: TestContext;
let owner: Player;
let stranger: Player;

beforeAll(async () => {
  context = await openTestContext();
  stranger = await makePlayer(context.deps);
});
afterAll(() => context.close());
beforeEach(async () => {
  context.setNow('2026-03-02T12:00:00Z');
  owner = await makePlayer(context.deps);
});

async function call(player: Player | undefined, method: string, path: string, body?: unknown) {
  const response = await context.app.request(`/api/lfg${path}`, {
    method,
    headers: {
      ...(player ? { Authorization: `Bearer ${player.accessToken}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
const advanceTo = (ms: number) => context.setNow(new Date(context.deps.now().getTime() + ms));
const runQuery = (text: string, values: unknown[]) => context.deps.database.pool.query(text, values);
const getRow = async (id: string) => (await runQuery('select * from lfg_listings where id = $1', [id])).rows[0];
const getStatus = async (id: string) => (await call(undefined, 'GET', `/listings/${id}`)).body.status;
const form = { title: 'Changed', needed_positions: ['C', 'PF'], modes: ['Rec'] };

describe('closing a listing', () => {
  it('is limited to the owner', async () => {
    const id = await makeListing(context.deps, owner);
    for (const verb of ['close', 'reopen', 'renew', 'squad']) {
      expect((await call(stranger, 'POST', `/listings/${id}/${verb}`)).status).toBe(403);
      expect((await call(undefined, 'POST', `/listings/${id}/${verb}`)).status).toBe(401);
      expect((await call(owner, 'POST', `/listings/00000000-0000-4000-8000-000000000000/${verb}`)).status).toBe(404);
    }
    expect((await call(stranger, 'PUT', `/listings/${id}`, form)).status).toBe(403);
    expect(await getStatus(id)).toBe('active');
  });

  it('returns "Listing closed", even the second time', async () => {
    const id = await makeListing(context.deps, owner);
    expect((await call(owner, 'POST', `/listings/${id}/close`)).body).toEqual({ message: 'Listing closed' });
    expect((await call(owner, 'POST', `/listings/${id}/close`)).status).toBe(200);
    expect(await getStatus(id)).toBe('closed');
  });

  it('can be undone for 30 seconds', async () => {
    const id = await makeListing(context.deps, owner);
    await call(owner, 'POST', `/listings/${id}/close`);
    advanceTo(30_000);
    expect((await call(owner, 'POST', `/listings/${id}/reopen`)).status).toBe(200);
    expect(await getStatus(id)).toBe('active');
    expect((await call(owner, 'POST', `/listings/${id}/reopen`)).body.error.message).toBe("This listing isn't closed.");
    await call(owner, 'POST', `/listings/${id}/close`);
    advanceTo(MINUTE_MS);
    expect((await call(owner, 'POST', `/listings/${id}/reopen`)).body.error.message).toBe(
      "It's too late to undo this. Post the listing again.",
    );
  });

  it('cannot be undone when a moderator closed the listing', async () => {
    const id = await makeListing(context.deps, owner);
    await context.deps.database.pool.query(
      `update lfg_listings set status = 'closed', closed_by = 'admin', closed_at = $2 where id = $1`,
      [id, context.deps.now()],
    );
    expect((await call(owner, 'POST', `/listings/${id}/reopen`)).body.error.message).toBe(
      "You can't reopen this listing. Post a new one.",
    );
    expect((await call(owner, 'POST', `/listings/${id}/renew`)).body.error.message).toBe(
      "You can't renew a closed listing. Post it again.",
    );
  });

  it('records who closed it and when, and clears both when undone', async () => {
    const id = await makeListing(context.deps, owner);
    await call(owner, 'POST', `/listings/${id}/close`);
    expect(await getRow(id)).toMatchObject({ status: 'closed', closed_by: 'owner', closed_at: context.deps.now() });
    await call(owner, 'POST', `/listings/${id}/reopen`);
    expect(await getRow(id)).toMatchObject({ status: 'active', closed_by: null, closed_at: null });
    await runQuery(`update lfg_listings set status = 'closed', closed_by = 'owner' where id = $1`, [id]);
    expect((await call(owner, 'POST', `/listings/${id}/reopen`)).body.error.message).toContain('too late');
  });

  it('allows another listing with the same title, which then prevents undoing', async () => {
    const id = await makeListing(context.deps, owner, { title: 'Once' });
    await call(owner, 'POST', `/listings/${id}/close`);
    await makeListing(context.deps, owner, { title: 'Once' });
    const { status, body } = await call(owner, 'POST', `/listings/${id}/reopen`);
    expect([status, body.error.field]).toEqual([409, 'title']);
  });
});

describe('deleted listing', () => {
  it('is gone for everyone, even its owner', async () => {
    const id = await makeListing(context.deps, owner);
    await runQuery(`update lfg_listings set status = 'closed', deleted_at = now() where id = $1`, [id]);
    for (const verb of ['close', 'reopen', 'renew', 'squad', 'party', 'apply']) {
      expect((await call(owner, 'POST', `/listings/${id}/${verb}`, verb === 'apply' ? {} : undefined)).status).toBe(
        404,
      );
    }
    expect((await call(owner, 'PUT', `/listings/${id}`, form)).status).toBe(404);
    expect((await call(stranger, 'POST', '/reports', { listing_id: id })).status).toBe(404);
    expect((await call(owner, 'GET', `/listings/${id}/mine`)).body).toMatchObject({ mine: false, browsable: false });
  });
});

describe('banned owner', () => {
  it('can close a listing but not edit or renew one', async () => {
    const id = await makeListing(context.deps, owner);
    await runQuery(`insert into ban_list (user_id, scope, reason) values ($1, 'listing', 'Test')`, [owner.userId]);
    for (const response of [
      await call(owner, 'PUT', `/listings/${id}`, form),
      await call(owner, 'POST', `/listings/${id}/renew`),
    ]) {
      expect(response.status).toBe(403);
      expect(JSON.stringify(response.body)).toContain('banned from creating listings');
    }
    expect((await call(owner, 'POST', `/listings/${id}/close`)).status).toBe(200);
    expect((await getRow(id)).status).toBe('closed');
  });
});

describe('open listing pages', () => {
  it('receive each change once and no update when nothing changed', async () => {
    const id = await makeListing(context.deps, owner);
    const live = await openPublicLive(context.app, [`listing:${id}`]);
    await live.next();
    const notices: unknown[] = [];
    const stopKept = await context.deps.bus.subscribe('public-pages', (news) => notices.push(news));
    const notifiedCounts: number[] = [];
    const collectChanges = async (act: Promise<unknown>) => {
      await act;
      notifiedCounts.push(((await live.next()).data as Record<string, number>)[`listing:${id}`]!);
    };
    await collectChanges(call(owner, 'PUT', `/listings/${id}`, form));
    await collectChanges(call(owner, 'POST', `/listings/${id}/close`));
    await call(owner, 'POST', `/listings/${id}/close`);
    const { rows } = await runQuery(`select rev from live_topics where kind = 'listing' and id = $1`, [id]);
    expect(rows).toEqual([{ rev: notifiedCounts.at(-1) }]);
    await collectChanges(call(owner, 'POST', `/listings/${id}/reopen`));
    expect(notifiedCounts).toEqual([...new Set(notifiedCounts)].sort((a, b) => a - b));
    await vi.waitFor(() => expect(notices).toHaveLength(3));
    await live.close();
    stopKept();
  });
});

describe('editing a listing', () => {
  it('changes only the fields that the form sends', async () => {
    const id = await makeListing(context.deps, owner, { boost: true });
    const before = (await call(undefined, 'GET', `/listings/${id}`)).body;
    advanceTo(1000);
    const { status, body } = await call(owner, 'PUT', `/listings/${id}`, form);
    expect(status).toBe(200);
    expect(body).toMatchObject({ title: 'Changed', needed_positions: ['PF', 'C'] });
    for (const field of ['boost_expires_at', 'created_at', 'listed_at', 'expires_at', 'user_id', 'status']) {
      expect(body[field]).toBe(before[field]);
    }
  });

  it('refuses a boost, unknown fields and all input that creation refuses', async () => {
    const id = await makeListing(context.deps, owner, { title: 'Stays' });
    expect((await call(owner, 'PUT', `/listings/${id}`, { ...form, boost: true })).body.error.message).toBe(
      'Unknown fields: boost.',
    );
    expect((await call(owner, 'PUT', `/listings/${id}`, { ...form, title: ' ' })).body.error.message).toBe(
      'Title required',
    );
    expect((await call(owner, 'PUT', `/listings/${id}`, { ...form, title: 'r3tard' })).body.error.message).toBe(
      'Your listing contains inappropriate content and has been flagged for review',
    );
    expect((await call(undefined, 'GET', `/listings/${id}`)).body.title).toBe('Stays');
  });

  it('keeps the time zone unless the request has one, and refuses a duplicate title', async () => {
    const id = await makeListing(context.deps, owner, { timezone: 'Europe/Paris' });
    await makeListing(context.deps, owner, { title: 'Taken' });
    expect((await call(owner, 'PUT', `/listings/${id}`, form)).body.timezone).toBe('Europe/Paris');
    const response = await call(owner, 'PUT', `/listings/${id}`, { ...form, timezone: 'Asia/Tokyo' });
    expect(response.body.timezone).toBe('Asia/Tokyo');
    const { status, body } = await call(owner, 'PUT', `/listings/${id}`, { ...form, title: 'taken' });
    expect([status, body.error]).toEqual([
      409,
      expect.objectContaining({ field: 'title', message: 'You already have an active listing with this title.' }),
    ]);
  });

  it('flags refused text only when it comes from the owner', async () => {
    const id = await makeListing(context.deps, owner);
    const listFlags = async () =>
      (await runQuery('select listing_id, owner_id from content_flags where listing_id = $1', [id])).rows;
    expect((await call(stranger, 'PUT', `/listings/${id}`, { ...form, title: 'r3tard' })).status).toBe(403);
    expect(await listFlags()).toEqual([]);
    expect((await call(owner, 'PUT', `/listings/${id}`, { ...form, notes: 'r3tard' })).status).toBe(422);
    expect(await listFlags()).toEqual([{ listing_id: id, owner_id: owner.userId }]);
  });

  it('is refused once the listing has expired', async () => {
    const id = await makeListing(context.deps, owner);
    await runQuery('update lfg_listings set expires_at = $2 where id = $1', [id, context.deps.now()]);
    const { status, body } = await call(owner, 'PUT', `/listings/${id}`, form);
    expect([status, body.error.message]).toEqual([409, 'This listing is no longer active. Renew it or post it again.']);
  });

  it('keeps filled seats and is refused for closed listings', async () => {
    const id = await makeListing(context.deps, owner, { needed_positions: ['PG', 'C'] });
    await context.deps.database.pool.query(
      `insert into lfg_applications (listing_id, applicant_id, position, status) values ($1, $2, 'PG', 'accepted')`,
      [id, stranger.userId],
    );
    expect((await call(owner, 'PUT', `/listings/${id}`, form)).body.error.message).toBe(
      'The PG spot is already filled. Keep it in the listing.',
    );
    await call(owner, 'POST', `/listings/${id}/close`);
    expect((await call(owner, 'PUT', `/listings/${id}`, form)).status).toBe(409);
  });
});

describe('listing expiry', () => {
  it('happens after 30 days and notifies the owner once', async () => {
    const id = await makeListing(context.deps, owner);
    advanceTo(30 * DAY_MS - 1000);
    expect(await getStatus(id)).toBe('active');
    advanceTo(1000);
    expect(await getStatus(id)).toBe('expired');
    for (let n = 0; n < 2; n += 1) await lfgJobs[0]!.run(context.deps, {}, new AbortController().signal);
    const messages = await listOutbox(context.deps.db, owner.userId);
    expect(messages.map((message) => message.title)).toEqual(['Your listing expired']);
    expect((await getRow(id)).status).toBe('expired');
    await renewListing(context.deps, owner, id);
    expect((await getRow(id)).status).toBe('active');
  });

  it('can be undone by renewing for 30 days, which lists the listing among the newest', async () => {
    const id = await makeListing(context.deps, owner);
    advanceTo(31 * DAY_MS);
    await renewListing(context.deps, owner, id);
    const { body } = await call(undefined, 'GET', `/listings/${id}`);
    expect(body).toMatchObject({
      status: 'active',
      listed_at: '2026-04-02T12:00:00.000Z',
      created_at: '2026-03-02T12:00:00.000Z',
    });
    expect(body.expires_at).toBe('2026-05-02T12:00:00.000Z');
  });

  it('can be postponed in the last week without improving the rank', async () => {
    const id = await makeListing(context.deps, owner);
    advanceTo(20 * DAY_MS);
    await expect(renewListing(context.deps, owner, id)).rejects.toThrow(
      'This listing still has more than a week left.',
    );
    advanceTo(4 * DAY_MS);
    await renewListing(context.deps, owner, id);
    expect((await call(undefined, 'GET', `/listings/${id}`)).body.listed_at).toBe('2026-03-02T12:00:00.000Z');
  });
});
