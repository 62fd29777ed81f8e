import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '../../../content/paths.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { deleteByAdmin } from '../../accounts/account-admin/account-admin.commands.ts';
import { requestDeletion } from '../../accounts/account-deletion.commands.ts';
import { toActor } from '../../accounts/accounts.factory.ts';
import type { BanScope } from '../../moderation/ban-reasons.schema.ts';
import { banUser, liftBan } from '../../moderation/bans.commands.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { listOutbox } from '../../notifications/notifications.queries.ts';
import { publishProfile } from '../../profiles/profiles.commands.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { unpublishProfile } from '../../profiles/publication.commands.ts';
import { askAfterSessions } from '../session-feedback/session-feedback.commands.ts';
import { makeSquad } from '../squads.factory.ts';
import type { OwnSquads, SquadRoom } from '../squads.schema.ts';
import type { SquadPage } from './squad-pages.schema.ts';

const ROLES = ['PG', 'C', 'SG', 'SF', 'PF'] as const;

let context: TestContext;
let captain: Player;
let mate: Player;
let third: Player;
let id: string;

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  context.setNow(new Date());
  const five: Player[] = [];
  for (const role of ROLES) five.push(await makePlayer(context.deps, { role, discord: 'on_court' }));
  [captain, mate, third] = five as [Player, Player, Player];
  id = (await makeSquad(context.deps, five)).squadId;
});

async function ask<T>(who: { accessToken: string } | undefined, method: string, path: string, body?: object) {
  const answer = await context.app.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(who ? { Authorization: `Bearer ${who.accessToken}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}
const errorOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { error: { message: string } }).error.message,
];
const turn = (on: boolean, who: Player = captain) =>
  ask<SquadRoom>(who, on ? 'PUT' : 'DELETE', `/api/squads/${id}/page`);
const show = (who: Player, shown = true) => ask<SquadRoom>(who, 'PUT', `/api/squads/${id}/page/consent`, { shown });
const read = (viewer?: Player) => ask<SquadPage>(viewer, 'GET', `/api/squad-pages/${id}`);
const page = async (viewer?: Player) => {
  const { status, body } = await read(viewer);
  expect([status, JSON.stringify(body)]).toEqual([200, expect.anything()]);
  return body;
};
const named = async (viewer?: Player) => {
  const { members, others } = await page(viewer);
  return [members.map((member) => member.id), others];
};
const turnOnNaming = async (...shown: Player[]) => {
  await turn(true);
  for (const one of shown) expect((await show(one)).status).toBe(200);
};
const NOT_FOUND = [404, 'This squad doesn’t have a public page.'];
const listed = async () => {
  const { body } = await ask<{ pages: { id: string }[] }>(undefined, 'GET', '/api/squad-pages');
  return body.pages.some((one) => one.id === id);
};
const picture = () => context.app.request(`/og/squad/${id}.png`);

describe("a squad's public page", () => {
  it('is off until the captain turns it on, and can be turned off at any time', async () => {
    expect(errorOf(await read())).toEqual(NOT_FOUND);
    expect(await listed()).toBe(false);
    expect((await picture()).status).toBe(404);
    expect(errorOf(await turn(true, mate))).toEqual([403, 'Only the squad’s captain can do this.']);
    const { body } = await turn(true);
    expect(body.page_path).toBe(paths.squadPage(id));
    expect(await listed()).toBe(true);
    expect((await page()).name).toBe(body.name);
    const own = await ask<OwnSquads>(mate, 'GET', '/api/squads');
    expect(own.body.squads[0]!.page_path).toBe(`/squads/${id}`);
    expect(errorOf(await turn(false, mate))).toEqual([403, 'Only the squad’s captain can do this.']);
    expect((await turn(false)).body.page_path).toBeNull();
    expect(errorOf(await read())).toEqual(NOT_FOUND);
    expect(await listed()).toBe(false);
    expect((await picture()).status).toBe(404);
  });

  it('contains only the listed fields', async () => {
    await turnOnNaming(captain, mate);
    const shown = await page();
    expect(Object.keys(shown).sort()).toEqual([
      'created_at',
      'crest_seed',
      'id',
      'looking_for',
      'members',
      'name',
      'others',
      'picture',
      'sessions_played',
      'size',
    ]);
    for (const member of shown.members) {
      expect(Object.keys(member).sort()).toEqual(['avatar_path', 'captain', 'display_name', 'id', 'position']);
    }
    const text = JSON.stringify(shown);
    for (const secret of ['on_court', captain.profile.timezone!, third.userId, third.profile.display_name]) {
      expect(text).not.toContain(secret);
    }
    expect(shown).toMatchObject({ size: 5, others: 3, sessions_played: 0, looking_for: null });
    expect(shown.members.map((member) => [member.id, member.captain, member.position])).toEqual([
      [captain.userId, true, 'PG'],
      [mate.userId, false, 'C'],
    ]);
  });

  it('names only members who agreed, including the captain, until they withdraw', async () => {
    expect(errorOf(await show(mate))).toEqual([
      409,
      'Your squad’s public page is off. Only the captain can turn it on.',
    ]);
    await turn(true);
    expect(await named()).toEqual([[], 5]);
    const { body } = await ask<SquadRoom>(mate, 'GET', `/api/squads/${id}`);
    expect(body.you_are_shown).toBeNull();
    expect((await show(mate)).body.you_are_shown).toBe(true);
    expect((await show(mate)).body.you_are_shown).toBe(true);
    expect(await named()).toEqual([[mate.userId], 4]);
    await turn(false);
    expect((await show(mate, false)).body.you_are_shown).toBe(false);
    await turn(true);
    expect(await named()).toEqual([[], 5]);
    const stranger = await makePlayer(context.deps);
    expect((await show(stranger)).status).toBe(404);
    expect((await ask(mate, 'PUT', `/api/squads/${id}/page/consent`, {})).status).toBe(422);
  });

  it('asks the other members whether to name them, at most once a day', async () => {
    for (const on of [true, true, false, true]) await turn(on);
    const listNotifications = async (who: Player) =>
      (await listOutbox(context.deps.db, who.userId)).filter(({ title }) => title.endsWith('has a public page'));
    expect(await listNotifications(captain)).toEqual([]);
    expect(await listNotifications(mate)).toMatchObject([{ kind: 'squad', address: `/protocol/squads/${id}` }]);
  });

  it('removes a member who leaves, unpublishes or is banned, and redraws the image', async () => {
    const [leaver, hidden, banned] = [mate, third, await addPlayerByLink()];
    await turnOnNaming(captain, leaver, hidden, banned);
    let before = (await picture()).headers.get('ETag');
    const changed = async () => {
      const now = (await picture()).headers.get('ETag');
      expect(now).not.toBe(before);
      before = now;
    };
    await unpublishProfile(context.deps, toActor(hidden));
    expect(await named()).toEqual([[captain.userId, leaver.userId, banned.userId], 3]);
    await changed();
    await ask(leaver, 'POST', `/api/squads/${id}/leave`, { reason: 'hours' });
    expect(await named()).toEqual([[captain.userId, banned.userId], 3]);
    await changed();
    await ban(banned, 'matching');
    expect(await named()).toEqual([[captain.userId], 3]);
    await changed();
    await publishProfile(context.deps, toActor(hidden));
    expect(await named()).toEqual([[captain.userId, hidden.userId], 2]);
    await changed();
    // Members who rejoin are asked again.
    const { body } = await ask<SquadRoom>(captain, 'PUT', `/api/squads/${id}/link`);
    await ask(leaver, 'POST', `/api/squad-links/${body.link_path!.split('/').at(-1)}`);
    expect(await named()).toEqual([[captain.userId, hidden.userId], 3]);
  });

  it('removes a member whose account is deleted', async () => {
    await turnOnNaming(captain, mate, third);
    await requestDeletion(context.deps, toActor(mate));
    expect(await named()).toEqual([[captain.userId, third.userId], 2]);
    await deleteByAdmin(context.deps, third.userId, false);
    expect(await named()).toEqual([[captain.userId], 2]);
  });

  it('turns off when the captain is banned, and stays off until reenabled', async () => {
    await turnOnNaming(captain, mate);
    const ended = await ban(captain, 'all');
    expect(errorOf(await read())).toEqual(NOT_FOUND);
    const notification = (await listOutbox(context.deps.db, mate.userId)).find(({ title }) => / left /.test(title));
    expect(notification?.lines).toContain('The squad’s public page is off. You can turn it on again in its room.');
    const admin = await makeAdmin(context.deps);
    await context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, ended));
    expect(errorOf(await read())).toEqual(NOT_FOUND);
    await turn(true, mate);
    expect(await named()).toEqual([[mate.userId], 3]);
  });

  it('is hidden while its captain is banned from matches', async () => {
    await turnOnNaming(captain);
    await context.deps.db.execute(
      sql`insert into ban_list (user_id, scope, reason, created_at) values (${captain.userId}, 'matching', 'x', now())`,
    );
    expect(errorOf(await read())).toEqual(NOT_FOUND);
    expect(await listed()).toBe(false);
  });

  it('stays on when the captain hands the squad over, leaves or unpublishes', async () => {
    await turnOnNaming(captain, mate);
    await ask(captain, 'PUT', `/api/squads/${id}/captain`, { user_id: mate.userId });
    expect((await page()).members.map((member) => member.captain)).toEqual([false, true]);
    await unpublishProfile(context.deps, toActor(mate));
    expect(await named()).toEqual([[captain.userId], 4]);
    await ask(mate, 'POST', `/api/squads/${id}/leave`, { reason: 'hours' });
    expect(await named()).toEqual([[captain.userId], 3]);
  });

  it('ends when the captain ends the squad or the last member leaves', async () => {
    await turnOnNaming(captain);
    await ask(captain, 'DELETE', `/api/squads/${id}`);
    expect(errorOf(await read())).toEqual(NOT_FOUND);
    const [one, two] = [await makePlayer(context.deps), await makePlayer(context.deps)];
    id = (await makeSquad(context.deps, [one, two])).squadId;
    await turn(true, one);
    for (const who of [two, one]) await ask(who, 'POST', `/api/squads/${id}/leave`, { reason: 'hours' });
    expect(errorOf(await read())).toEqual(NOT_FOUND);
    await expect(context.deps.db.execute(sql`update squads set page_since = now() where id = ${id}`)).rejects.toThrow();
  });

  it("counts but doesn't name members who have a block with the viewer", async () => {
    await turnOnNaming(captain, mate);
    const viewer = await makePlayer(context.deps);
    await ask(mate, 'PUT', `/api/profiles/${viewer.userId}/block`, { kind: 'block' });
    expect(await named(viewer)).toEqual([[captain.userId], 4]);
    expect(await named()).toEqual([[captain.userId, mate.userId], 3]);
  });

  it('counts sessions that took place according to most of the players who gave feedback', async () => {
    await turn(true);
    expect(await createPlayedSession([true, true, false])).toBe(1);
    expect(await createPlayedSession([true, false])).toBe(1);
    expect(await createPlayedSession([])).toBe(1);
    expect(await createPlayedSession([true])).toBe(2);
  });

  it('lists open positions for a month after the captain invited from the pool', async () => {
    await turn(true);
    await ask(third, 'POST', `/api/squads/${id}/leave`, { reason: 'hours' });
    expect((await page()).looking_for).toBeNull();
    const asked = await makePlayer(context.deps);
    await context.deps.db.execute(
      sql`insert into squad_sought (squad_id, user_id, asked_at) values (${id}, ${asked.userId}, now())`,
    );
    expect((await page()).looking_for).toEqual({ positions: ['SG'] });
    context.setNow(new Date(Date.now() + 31 * DAY_MS));
    expect((await page()).looking_for).toBeNull();
  });

  it('rejects malformed and unknown ids', async () => {
    expect((await ask(undefined, 'GET', '/api/squad-pages/abc')).status).toBe(422);
    expect((await ask(undefined, 'GET', `/api/squad-pages/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await context.app.request('/og/squad/abc.png')).status).toBe(422);
  });
});

describe("a squad's link preview image", () => {
  it('returns a 1200 × 630 PNG whose URL changes with its content', async () => {
    await turnOnNaming(captain, mate, third);
    const first = await page();
    expect(first.picture).toMatch(new RegExp(`^/og/squad/${id}\\.png\\?v=[\\w-]{16}$`));
    const answer = await context.app.request(first.picture);
    expect(answer.headers.get('Content-Type')).toBe('image/png');
    const png = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(png.length).toBeLessThan(200_000);
    const etag = answer.headers.get('ETag')!;
    const again = await context.app.request(first.picture, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    await show(third, false);
    expect((await page()).picture).not.toBe(first.picture);
  });

  it('renders any script, long names and squads without named members', async () => {
    await turn(true);
    for (const name of ['日本の隊', '🏀🔥', 'W'.repeat(40), '<svg onload="x">&amp;']) {
      await ask(captain, 'PATCH', `/api/squads/${id}`, { name });
      expect((await picture()).status, name).toBe(200);
    }
  });
});

describe("change events of a squad's page", () => {
  const OF = () => `/squads/${id}`;
  let news: unknown[] = [];
  beforeAll(() => {
    context.deps.bus.subscribe('public-pages', (one) => news.push(one));
  });
  const heard = async (what: () => Promise<unknown>, under: string[] = [OF()]) => {
    await waitForQuiet();
    news = [];
    await what();
    await expect.poll(() => news).toContainEqual({ under });
  };
  /** Waits until no more events arrive. */
  const waitForQuiet = async () => {
    let count = -1;
    await expect
      .poll(() => {
        const same = count === news.length;
        count = news.length;
        return same;
      })
      .toBe(true);
  };

  it('sends events for the page and the sitemap when the page is turned on or off', async () => {
    await heard(() => turn(true), [OF(), paths.sitemap]);
    await heard(() => turn(false), [OF(), paths.sitemap]);
    expect(OF()).toBe(paths.squadPage(id));
  });

  it('sends an event when the name, captain, members or their visibility change', async () => {
    await turn(true);
    await heard(() => ask(captain, 'PATCH', `/api/squads/${id}`, { name: 'Tide' }));
    await heard(() => show(mate));
    await heard(() => show(mate, false));
    await heard(() => addPlayerByLink());
    await heard(() => ask(captain, 'PUT', `/api/squads/${id}/captain`, { user_id: mate.userId }));
    await heard(() => ask(third, 'POST', `/api/squads/${id}/leave`, { reason: 'hours' }));
    await heard(() => ban(mate, 'matching'), [OF(), paths.sitemap]);
  });

  it('sends an event when players report that a session took place', async () => {
    await turn(true);
    await heard(() => createPlayedSession([true]));
  });

  it('sends no events while the page is off', async () => {
    await waitForQuiet();
    news = [];
    await ask(captain, 'PATCH', `/api/squads/${id}`, { name: 'Silence' });
    await ask(third, 'POST', `/api/squads/${id}/leave`, { reason: 'hours' });
    await waitForQuiet();
    expect(news).toEqual([]);
  });
});

/** Creates a player who joins by link. */
async function addPlayerByLink(): Promise<Player> {
  const player = await makePlayer(context.deps);
  const { body } = await ask<SquadRoom>(captain, 'PUT', `/api/squads/${id}/link`);
  expect((await ask(player, 'POST', `/api/squad-links/${body.link_path!.split('/').at(-1)}`)).status).toBe(200);
  return player;
}

/** @returns the id of the ban */
async function ban(who: Player, scope: BanScope): Promise<string> {
  const admin = await makeAdmin(context.deps);
  const what = { userId: who.userId, reason: 'Spam', scope, days: 3 };
  const { ban: made, after } = await context.deps.db.transaction((tx) => banUser(tx, context.deps, admin, what));
  await after();
  return made.id;
}

let sessions = 0;

/** Creates a past session that all five confirmed, with these reports on whether it took place. */
async function createPlayedSession(reports: boolean[]): Promise<number> {
  const { rows } = await context.deps.db.execute<{ user_id: string }>(
    sql`select user_id from squad_members where squad_id = ${id} and left_at is null order by joined_at, seq`,
  );
  sessions += 1;
  const end = new Date(Date.now() - sessions * MINUTE_MS);
  const { rows: made } = await context.deps.db.execute<{ id: string }>(sql`
    insert into squad_sessions (squad_id, starts_at, ends_at, set_at, calendar_uid, created_at)
    values (${id}, ${new Date(end.getTime() - HOUR_MS)}, ${end}, now(), gen_random_uuid()::text, now()) returning id`);
  const session = made[0]!.id;
  for (const { user_id } of rows) {
    await context.deps.db.execute(sql`
      insert into squad_session_answers (session_id, squad_id, user_id, answer, answered_at)
      values (${session}, ${id}, ${user_id}, 'yes', now())`);
  }
  await askAfterSessions(context.deps, new AbortController().signal);
  for (const [at, took_place] of reports.entries()) {
    const who = [captain, mate, third][at]!;
    expect((await ask(who, 'PUT', `/api/sessions/${session}/feedback`, { took_place })).status).toBe(200);
  }
  return (await page()).sessions_played;
}
