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
  const players: Player[] = [];
  for (const role of ROLES) players.push(await makePlayer(context.deps, { role, discord: 'on_court' }));
  [captain, mate, third] = players as [Player, Player, Player];
  id = (await makeSquad(context.deps, players)).squadId;
});

async function ask<T>(caller: { accessToken: string } | undefined, method: string, path: string, body?: object) {
  const response = await context.app.request(path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(caller ? { Authorization: `Bearer ${caller.accessToken}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as T };
}
const getError = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { error: { message: string } }).error.message,
];
const turn = (isOn: boolean, player: Player = captain) =>
  ask<SquadRoom>(player, isOn ? 'PUT' : 'DELETE', `/api/squads/${id}/page`);
const show = (player: Player, isShown = true) =>
  ask<SquadRoom>(player, 'PUT', `/api/squads/${id}/page/consent`, { shown: isShown });
const read = (viewer?: Player) => ask<SquadPage>(viewer, 'GET', `/api/squad-pages/${id}`);
const readPage = async (viewer?: Player) => {
  const { status, body } = await read(viewer);
  expect([status, JSON.stringify(body)]).toEqual([200, expect.anything()]);
  return body;
};
const listNamed = async (viewer?: Player) => {
  const { members, others } = await readPage(viewer);
  return [members.map((member) => member.id), others];
};
const turnOnNaming = async (...namedMembers: Player[]) => {
  await turn(true);
  for (const one of namedMembers) expect((await show(one)).status).toBe(200);
};
const NOT_FOUND = [404, 'This squad doesn’t have a public page.'];
const listPages = async () => {
  const { body } = await ask<{ pages: { id: string }[] }>(undefined, 'GET', '/api/squad-pages');
  return body.pages.some((one) => one.id === id);
};
const fetchPicture = () => context.app.request(`/og/squad/${id}.png`);

describe("a squad's public page", () => {
  it('is off until the captain turns it on, and can be turned off at any time', async () => {
    expect(getError(await read())).toEqual(NOT_FOUND);
    expect(await listPages()).toBe(false);
    expect((await fetchPicture()).status).toBe(404);
    expect(getError(await turn(true, mate))).toEqual([403, 'Only the squad’s captain can do this.']);
    const { body } = await turn(true);
    expect(body.page_path).toBe(paths.squadPage(id));
    expect(await listPages()).toBe(true);
    expect((await readPage()).name).toBe(body.name);
    const own = await ask<OwnSquads>(mate, 'GET', '/api/squads');
    expect(own.body.squads[0]!.page_path).toBe(`/squads/${id}`);
    expect(getError(await turn(false, mate))).toEqual([403, 'Only the squad’s captain can do this.']);
    expect((await turn(false)).body.page_path).toBeNull();
    expect(getError(await read())).toEqual(NOT_FOUND);
    expect(await listPages()).toBe(false);
    expect((await fetchPicture()).status).toBe(404);
  });

  it('contains only the listed fields', async () => {
    await turnOnNaming(captain, mate);
    const publicPage = await readPage();
    expect(Object.keys(publicPage).sort()).toEqual([
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
    for (const member of publicPage.members) {
      expect(Object.keys(member).sort()).toEqual(['avatar_path', 'captain', 'display_name', 'id', 'position']);
    }
    const text = JSON.stringify(publicPage);
    for (const secret of ['on_court', captain.profile.timezone!, third.userId, third.profile.display_name]) {
      expect(text).not.toContain(secret);
    }
    expect(publicPage).toMatchObject({ size: 5, others: 3, sessions_played: 0, looking_for: null });
    expect(publicPage.members.map((member) => [member.id, member.captain, member.position])).toEqual([
      [captain.userId, true, 'PG'],
      [mate.userId, false, 'C'],
    ]);
  });

  it('names only members who agreed, including the captain, until they withdraw', async () => {
    expect(getError(await show(mate))).toEqual([
      409,
      'Your squad’s public page is off. Only the captain can turn it on.',
    ]);
    await turn(true);
    expect(await listNamed()).toEqual([[], 5]);
    const { body } = await ask<SquadRoom>(mate, 'GET', `/api/squads/${id}`);
    expect(body.you_are_shown).toBeNull();
    expect((await show(mate)).body.you_are_shown).toBe(true);
    expect((await show(mate)).body.you_are_shown).toBe(true);
    expect(await listNamed()).toEqual([[mate.userId], 4]);
    await turn(false);
    expect((await show(mate, false)).body.you_are_shown).toBe(false);
    await turn(true);
    expect(await listNamed()).toEqual([[], 5]);
    const stranger = await makePlayer(context.deps);
    expect((await show(stranger)).status).toBe(404);
    expect((await ask(mate, 'PUT', `/api/squads/${id}/page/consent`, {})).status).toBe(422);
  });

  it('asks the other members whether to name them, at most once a day', async () => {
    for (const on of [true, true, false, true]) await turn(on);
    const listNotifications = async (player: Player) =>
      (await listOutbox(context.deps.db, player.userId)).filter(({ title }) => title.endsWith('has a public page'));
    expect(await listNotifications(captain)).toEqual([]);
    expect(await listNotifications(mate)).toMatchObject([{ kind: 'squad', address: `/protocol/squads/${id}` }]);
  });

  it('removes a member who leaves, unpublishes or is banned, and redraws the image', async () => {
    const [leaver, hiddenPlayer, bannedPlayer] = [mate, third, await addPlayerByLink()];
    await turnOnNaming(captain, leaver, hiddenPlayer, bannedPlayer);
    let before = (await fetchPicture()).headers.get('ETag');
    const hasChanged = async () => {
      const now = (await fetchPicture()).headers.get('ETag');
      expect(now).not.toBe(before);
      before = now;
    };
    await unpublishProfile(context.deps, toActor(hiddenPlayer));
    expect(await listNamed()).toEqual([[captain.userId, leaver.userId, bannedPlayer.userId], 3]);
    await hasChanged();
    await ask(leaver, 'POST', `/api/squads/${id}/leave`, { reason: 'hours' });
    expect(await listNamed()).toEqual([[captain.userId, bannedPlayer.userId], 3]);
    await hasChanged();
    await ban(bannedPlayer, 'matching');
    expect(await listNamed()).toEqual([[captain.userId], 3]);
    await hasChanged();
    await publishProfile(context.deps, toActor(hiddenPlayer));
    expect(await listNamed()).toEqual([[captain.userId, hiddenPlayer.userId], 2]);
    await hasChanged();
    // Members who rejoin are asked again.
    const { body } = await ask<SquadRoom>(captain, 'PUT', `/api/squads/${id}/link`);
    await ask(leaver, 'POST', `/api/squad-links/${body.link_path!.split('/').at(-1)}`);
    expect(await listNamed()).toEqual([[captain.userId, hiddenPlayer.userId], 3]);
  });

  it('removes a member whose account is deleted', async () => {
    await turnOnNaming(captain, mate, third);
    await requestDeletion(context.deps, toActor(mate));
    expect(await listNamed()).toEqual([[captain.userId, third.userId], 2]);
    await deleteByAdmin(context.deps, third.userId, false);
    expect(await listNamed()).toEqual([[captain.userId], 2]);
  });

  it('turns off when the captain is banned, and stays off until reenabled', async () => {
    await turnOnNaming(captain, mate);
    const captainBan = await ban(captain, 'all');
    expect(getError(await read())).toEqual(NOT_FOUND);
    const notification = (await listOutbox(context.deps.db, mate.userId)).find(({ title }) => / left /.test(title));
    expect(notification?.lines).toContain('The squad’s public page is off. You can turn it on again in its room.');
    const admin = await makeAdmin(context.deps);
    await context.deps.db.transaction((tx) => liftBan(tx, context.deps, admin, captainBan));
    expect(getError(await read())).toEqual(NOT_FOUND);
    await turn(true, mate);
    expect(await listNamed()).toEqual([[mate.userId], 3]);
  });

  it('is hidden while its captain is banned from matches', async () => {
    await turnOnNaming(captain);
    await context.deps.db.execute(
      sql`insert into ban_list (user_id, scope, reason, created_at) values (${captain.userId}, 'matching', 'x', now())`,
    );
    expect(getError(await read())).toEqual(NOT_FOUND);
    expect(await listPages()).toBe(false);
  });

  it('stays on when the captain hands the squad over, leaves or unpublishes', async () => {
    await turnOnNaming(captain, mate);
    await ask(captain, 'PUT', `/api/squads/${id}/captain`, { user_id: mate.userId });
    expect((await readPage()).members.map((member) => member.captain)).toEqual([false, true]);
    await unpublishProfile(context.deps, toActor(mate));
    expect(await listNamed()).toEqual([[captain.userId], 4]);
    await ask(mate, 'POST', `/api/squads/${id}/leave`, { reason: 'hours' });
    expect(await listNamed()).toEqual([[captain.userId], 3]);
  });

  it('ends when the captain ends the squad or the last member leaves', async () => {
    await turnOnNaming(captain);
    await ask(captain, 'DELETE', `/api/squads/${id}`);
    expect(getError(await read())).toEqual(NOT_FOUND);
    const [one, two] = [await makePlayer(context.deps), await makePlayer(context.deps)];
    id = (await makeSquad(context.deps, [one, two])).squadId;
    await turn(true, one);
    for (const user of [two, one]) await ask(user, 'POST', `/api/squads/${id}/leave`, { reason: 'hours' });
    expect(getError(await read())).toEqual(NOT_FOUND);
    await expect(context.deps.db.execute(sql`update squads set page_since = now() where id = ${id}`)).rejects.toThrow();
  });

  it("counts but doesn't name members who have a block with the viewer", async () => {
    await turnOnNaming(captain, mate);
    const viewer = await makePlayer(context.deps);
    await ask(mate, 'PUT', `/api/profiles/${viewer.userId}/block`, { kind: 'block' });
    expect(await listNamed(viewer)).toEqual([[captain.userId], 4]);
    expect(await listNamed()).toEqual([[captain.userId, mate.userId], 3]);
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
    expect((await readPage()).looking_for).toBeNull();
    const invitee = await makePlayer(context.deps);
    await context.deps.db.execute(
      sql`insert into squad_sought (squad_id, user_id, asked_at) values (${id}, ${invitee.userId}, now())`,
    );
    expect((await readPage()).looking_for).toEqual({ positions: ['SG'] });
    context.setNow(new Date(Date.now() + 31 * DAY_MS));
    expect((await readPage()).looking_for).toBeNull();
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
    const first = await readPage();
    expect(first.picture).toMatch(new RegExp(`^/og/squad/${id}\\.png\\?v=[\\w-]{16}$`));
    const response = await context.app.request(first.picture);
    expect(response.headers.get('Content-Type')).toBe('image/png');
    const png = Buffer.from(await response.arrayBuffer());
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(png.length).toBeLessThan(200_000);
    const etag = response.headers.get('ETag')!;
    const secondResponse = await context.app.request(first.picture, { headers: { 'If-None-Match': etag } });
    expect(secondResponse.status).toBe(304);
    await show(third, false);
    expect((await readPage()).picture).not.toBe(first.picture);
  });

  it('renders any script, long names and squads without named members', async () => {
    await turn(true);
    for (const name of ['日本の隊', '🏀🔥', 'W'.repeat(40), '<svg onload="x">&amp;']) {
      await ask(captain, 'PATCH', `/api/squads/${id}`, { name });
      expect((await fetchPicture()).status, name).toBe(200);
    }
  });
});

describe('squad page events', () => {
  const getPagePath = () => `/squads/${id}`;
  let changes: unknown[] = [];
  beforeAll(() => {
    context.deps.bus.subscribe('public-pages', (one) => changes.push(one));
  });
  const listChanges = async (what: () => Promise<unknown>, under: string[] = [getPagePath()]) => {
    await waitForQuiet();
    changes = [];
    await what();
    await expect.poll(() => changes).toContainEqual({ under });
  };
  /** Waits until no more events arrive. */
  const waitForQuiet = async () => {
    let count = -1;
    await expect
      .poll(() => {
        const isSame = count === changes.length;
        count = changes.length;
        return isSame;
      })
      .toBe(true);
  };

  it('are sent for the page and the sitemap when the page is turned on or off', async () => {
    await listChanges(() => turn(true), [getPagePath(), paths.sitemap]);
    await listChanges(() => turn(false), [getPagePath(), paths.sitemap]);
    expect(getPagePath()).toBe(paths.squadPage(id));
  });

  it('are sent when the name, captain, members or their visibility change', async () => {
    await turn(true);
    await listChanges(() => ask(captain, 'PATCH', `/api/squads/${id}`, { name: 'Tide' }));
    await listChanges(() => show(mate));
    await listChanges(() => show(mate, false));
    await listChanges(() => addPlayerByLink());
    await listChanges(() => ask(captain, 'PUT', `/api/squads/${id}/captain`, { user_id: mate.userId }));
    await listChanges(() => ask(third, 'POST', `/api/squads/${id}/leave`, { reason: 'hours' }));
    await listChanges(() => ban(mate, 'matching'), [getPagePath(), paths.sitemap]);
  });

  it('are sent when players report that a session took place', async () => {
    await turn(true);
    await listChanges(() => createPlayedSession([true]));
  });

  it('are not sent while the page is off', async () => {
    await waitForQuiet();
    changes = [];
    await ask(captain, 'PATCH', `/api/squads/${id}`, { name: 'Silence' });
    await ask(third, 'POST', `/api/squads/${id}/leave`, { reason: 'hours' });
    await waitForQuiet();
    expect(changes).toEqual([]);
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
async function ban(player: Player, scope: BanScope): Promise<string> {
  const admin = await makeAdmin(context.deps);
  const what = { userId: player.userId, reason: 'Spam', scope, days: 3 };
  const { ban, after } = await context.deps.db.transaction((tx) => banUser(tx, context.deps, admin, what));
  await after();
  return ban.id;
}

let sessions = 0;

/** Creates a past session that all five confirmed, with these reports on whether it took place. */
async function createPlayedSession(reports: boolean[]): Promise<number> {
  const { rows } = await context.deps.db.execute<{ user_id: string }>(
    sql`select user_id from squad_members where squad_id = ${id} and left_at is null order by joined_at, seq`,
  );
  sessions += 1;
  const end = new Date(Date.now() - sessions * MINUTE_MS);
  const { rows: squadRows } = await context.deps.db.execute<{ id: string }>(sql`
    insert into squad_sessions (squad_id, starts_at, ends_at, set_at, calendar_uid, created_at)
    values (${id}, ${new Date(end.getTime() - HOUR_MS)}, ${end}, now(), gen_random_uuid()::text, now()) returning id`);
  const session = squadRows[0]!.id;
  for (const { user_id } of rows) {
    await context.deps.db.execute(sql`
      insert into squad_session_answers (session_id, squad_id, user_id, answer, answered_at)
      values (${session}, ${id}, ${user_id}, 'yes', now())`);
  }
  await askAfterSessions(context.deps, new AbortController().signal);
  for (const [index, took_place] of reports.entries()) {
    const user = [captain, mate, third][index]!;
    expect((await ask(user, 'PUT', `/api/sessions/${session}/feedback`, { took_place })).status).toBe(200);
  }
  return (await readPage()).sessions_played;
}
