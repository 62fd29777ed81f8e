import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { makeUser, toActor } from '../../accounts/accounts.factory.ts';
import { banUser } from '../../moderation/bans.commands.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { listOutbox } from '../../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { postMessage } from '../../threads/threads.factory.ts';
import { leaveSquad } from '../squads.commands.ts';
import { makeSquad } from '../squads.factory.ts';
import type { OwnSquads, SquadRoom } from '../squads.schema.ts';
import { answerSquadInvitation, inviteToSquad, joinSquadByLink } from './squad-invitations.commands.ts';
import type { InvitablePlayers, SquadLink } from './squad-invitations.schema.ts';

let context: TestContext;
let captain: Player;
let mate: Player;
let guest: Player;
let id: string;
let name: string;

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  captain = await makePlayer(context.deps);
  mate = await makePlayer(context.deps);
  guest = await makePlayer(context.deps, { display_name: 'Zaphod Guest' });
  ({ squadId: id } = await makeSquad(context.deps, [captain, mate]));
  ({ name } = await readRoom(captain));
});

type Someone = { accessToken: string };
async function ask<T>(caller: Someone | undefined, method: string, path: string, body?: object) {
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
async function askOk<T>(...args: Parameters<typeof ask>): Promise<T> {
  const { status, body } = await ask<T>(...args);
  expect([status, JSON.stringify(body)]).toEqual([200, expect.anything()]);
  return body;
}
const readRefusal = async (...args: Parameters<typeof ask>) => {
  const { status, body } = await ask<{ error: { message: string } }>(...args);
  return [status, body.error?.message];
};
const readRoom = (player: Player, squad = id) => askOk<SquadRoom>(player, 'GET', `/api/squads/${squad}`);
const idsIn = async (player: Player) => (await readRoom(player)).members.map((member) => member.id);
const invite = (player: Player, caller: Player = captain) =>
  askOk<SquadRoom>(caller, 'POST', `/api/squads/${id}/invitations`, { user_id: player.userId });
const createAnswer = (action: 'accept' | 'decline') => ['POST', `/api/squads/${id}/answer`, { action }] as const;
const listInvitations = async (player: Player) => (await askOk<OwnSquads>(player, 'GET', '/api/squads')).invitations;
const createLink = async (player: Player = captain) => {
  const { link_path } = await askOk<SquadRoom>(player, 'PUT', `/api/squads/${id}/link`);
  return `/api/squad-links/${link_path!.split('/').at(-1)}`;
};
const listTitles = async (player: Player) =>
  (await listOutbox(context.deps.db, player.userId)).map(({ title }) => title);
/** Fills the squad up to this many members. */
const fillTo = async (count: number) => {
  const path = await createLink();
  for (let has = (await idsIn(captain)).length; has < count; has++) {
    await askOk(await makePlayer(context.deps), 'POST', path);
  }
};
const BAD_LINK = 'This link no longer works. Ask the sender for a new one.';
const GONE_MESSAGE = 'This invitation is no longer open. Ask the squad for a new one.';
const FULL_MESSAGE =
  'This squad is full. A roster holds up to 10 players. Try again when someone leaves, or find another group.';

describe('invitation by name', () => {
  it('is deleted and frees its spot when the invitee and a new member have a block between them', async () => {
    const invitee = await makePlayer(context.deps);
    await invite(guest);
    await invite(invitee);
    await askOk(invitee, 'PUT', `/api/profiles/${guest.userId}/block`, { kind: 'block' });
    expect((await readRoom(captain)).invited.map((one) => one.id)).toEqual([guest.userId, invitee.userId]);
    await askOk(invitee, ...createAnswer('accept'));
    expect((await readRoom(captain)).invited).toEqual([]);
    expect(await listInvitations(guest)).toEqual([]);
    expect(await readRefusal(guest, ...createAnswer('accept'))).toEqual([409, GONE_MESSAGE]);
  });

  it('lets the invited player accept and join, and notifies the other members', async () => {
    expect((await invite(guest)).invited).toMatchObject([{ id: guest.userId, display_name: 'Zaphod Guest' }]);
    const [firstMessage] = await listOutbox(context.deps.db, guest.userId);
    expect(firstMessage).toMatchObject({
      title: `${captain.profile.display_name} invited you to ${name}`,
      address: `/protocol/squads?squad=${id}`,
    });
    expect(await listInvitations(guest)).toMatchObject([
      { squad_id: id, squad_name: name, inviter_id: captain.userId, members: 2, full: false },
    ]);
    await askOk(guest, ...createAnswer('accept'));
    expect(await idsIn(guest)).toEqual([captain.userId, mate.userId, guest.userId]);
    expect(await listInvitations(guest)).toEqual([]);
    expect((await readRoom(captain)).invited).toEqual([]);
    for (const user of [captain, mate]) expect(await listTitles(user)).toContain(`Zaphod Guest joined ${name}`);
    // A double tap counts as one answer.
    await askOk(guest, ...createAnswer('accept'));
    expect(await idsIn(guest)).toHaveLength(3);
  });

  it('deletes all traces of a declined invitation and refuses another answer', async () => {
    await invite(guest);
    await askOk(guest, ...createAnswer('decline'));
    expect((await readRoom(captain)).invited).toEqual([]);
    expect(await readRefusal(guest, ...createAnswer('accept'))).toEqual([409, GONE_MESSAGE]);
    expect((await listTitles(captain)).filter((title) => title.includes('Zaphod'))).toEqual([]);
  });

  it('lets only the captain send and withdraw invitations', async () => {
    const path = `/api/squads/${id}/invitations`;
    const captainOnly = 'Only the squad’s captain can do this.';
    expect(await readRefusal(mate, 'POST', path, { user_id: guest.userId })).toEqual([403, captainOnly]);
    await invite(guest);
    expect(await readRefusal(mate, 'DELETE', `${path}/${guest.userId}`)).toEqual([403, captainOnly]);
    expect((await readRoom(mate)).invited).toHaveLength(1);
    await askOk(captain, 'DELETE', `${path}/${guest.userId}`);
    expect(await listInvitations(guest)).toEqual([]);
    expect(await readRefusal(guest, ...createAnswer('accept'))).toEqual([409, GONE_MESSAGE]);
    // Inviting again on the same day doesn't send a second email.
    await invite(guest);
    expect(await listTitles(guest)).toHaveLength(1);
    expect(await readRefusal(captain, 'POST', path, { user_id: captain.userId })).toEqual([
      422,
      'You’re already in this squad. Choose another player.',
    ]);
    expect(await readRefusal(captain, 'POST', path, { user_id: mate.userId })).toEqual([
      409,
      'This player is already in the squad.',
    ]);
  });

  it('refuses hidden, banned, blocked and unknown players with the same message', async () => {
    const cannot = 'This player can’t be invited right now. Choose another player, or try again later.';
    const [hiddenPlayer, bannedPlayer, blockerPlayer] = [
      await makePlayer(context.deps),
      await makePlayer(context.deps),
      await makePlayer(context.deps),
    ];
    await askOk(hiddenPlayer, 'DELETE', '/api/profiles/me/publication');
    await ban(bannedPlayer);
    await askOk(blockerPlayer, 'PUT', `/api/profiles/${mate.userId}/block`, { kind: 'block' });
    for (const userId of [hiddenPlayer.userId, bannedPlayer.userId, blockerPlayer.userId, crypto.randomUUID()]) {
      expect(await readRefusal(captain, 'POST', `/api/squads/${id}/invitations`, { user_id: userId })).toEqual([
        409,
        cannot,
      ]);
    }
  });

  it("doesn't count requests without effect toward the limit", async () => {
    const path = `/api/squads/${id}/invitations`;
    const hiddenPlayer = await makePlayer(context.deps);
    await askOk(hiddenPlayer, 'DELETE', '/api/profiles/me/publication');
    await invite(guest);
    for (let times = 0; times < 30; times++) {
      expect((await ask(captain, 'POST', path, { user_id: [mate, hiddenPlayer][times % 2]!.userId })).status).toBe(409);
      expect((await ask(mate, 'POST', path, { user_id: hiddenPlayer.userId })).status).toBe(403);
      await invite(guest);
    }
    await invite(await makePlayer(context.deps));
    expect((await readRoom(captain)).invited).toHaveLength(2);
  });

  it('asks a hidden player to publish their profile before accepting', async () => {
    await invite(guest);
    await askOk(guest, 'PUT', '/api/profiles/me', guest.profile);
    expect(await readRefusal(guest, ...createAnswer('accept'))).toEqual([
      403,
      'Your profile isn’t published, so you can’t join a squad. Publish it, then accept the invitation.',
    ]);
    await askOk(guest, 'POST', '/api/profiles/me/publish');
    await askOk(guest, ...createAnswer('accept'));
  });

  it('is deleted on a ban, a block, an unpublished profile or an account deletion', async () => {
    const events: ((player: Player) => Promise<unknown>)[] = [
      ban,
      (user) => askOk(user, 'PUT', `/api/profiles/${mate.userId}/block`, { kind: 'block' }),
      (user) => askOk(captain, 'PUT', `/api/profiles/${user.userId}/block`, { kind: 'block' }),
      (user) => askOk(user, 'DELETE', '/api/profiles/me/publication'),
      (user) => askOk(user, 'POST', '/api/account/deletion'),
    ];
    for (const happens of events) {
      const player = await makePlayer(context.deps);
      await invite(player);
      await happens(player);
      expect((await readRoom(captain)).invited).toEqual([]);
    }
  });

  it('shows the captain as inviter when the inviter has left, and is deleted with the squad', async () => {
    await invite(guest);
    await askOk(captain, 'POST', `/api/squads/${id}/leave`, { reason: 'unsaid' });
    expect(await listInvitations(guest)).toMatchObject([{ inviter_id: mate.userId, members: 1 }]);
    await askOk(mate, 'DELETE', `/api/squads/${id}`);
    expect(await listInvitations(guest)).toEqual([]);
    expect(await readRefusal(guest, ...createAnswer('accept'))).toEqual([409, GONE_MESSAGE]);
  });

  it('lists prefix matches first, without duplicates, and matches symbols literally', async () => {
    const tag = crypto.randomUUID().slice(0, 8);
    for (const display_name of [`a ${tag}`, `${tag} ${tag}`, `${tag.toUpperCase()}_100%`, `${tag}x100`]) {
      await makePlayer(context.deps, { display_name });
    }
    const searchPlayers = async (text: string) => {
      const path = `/api/squads/${id}/players?name=${encodeURIComponent(text)}`;
      const { players } = await askOk<InvitablePlayers>(captain, 'GET', path);
      return players.map((player) => player.display_name);
    };
    expect(await searchPlayers(tag)).toEqual([`${tag} ${tag}`, `${tag.toUpperCase()}_100%`, `${tag}x100`, `a ${tag}`]);
    expect(await searchPlayers(`${tag}_1`)).toEqual([`${tag.toUpperCase()}_100%`]);
    expect(await searchPlayers('_100%')).toContain(`${tag.toUpperCase()}_100%`);
    expect(await searchPlayers('_100%')).not.toContain(`${tag}x100`);
    await makePlayer(context.deps, { display_name: `Éloïse O’Neill ${tag}` });
    for (const text of [`eloise oneill ${tag}`, `O'NEILL ${tag}`, 'E\u0301loi\u0308se']) {
      expect(await searchPlayers(text)).toContain(`Éloïse O’Neill ${tag}`);
    }
  });

  it("finds players by part of their name and shows who's already invited or a member", async () => {
    await askOk(captain, 'PATCH', `/api/squads/${id}`, { name: 'Finders' });
    const mark = crypto.randomUUID().slice(0, 8);
    const one = await makePlayer(context.deps, { display_name: `${mark} One` });
    const two = await makePlayer(context.deps, { display_name: `The ${mark}` });
    const hiddenPlayer = await makePlayer(context.deps, { display_name: `${mark} Hidden` });
    await askOk(hiddenPlayer, 'DELETE', '/api/profiles/me/publication');
    await invite(two);
    const find = (text: string) => `/api/squads/${id}/players?name=${encodeURIComponent(text)}`;
    const { players } = await askOk<InvitablePlayers>(captain, 'GET', find(mark.toUpperCase()));
    expect(players.map((player) => [player.id, player.state])).toEqual([
      [one.userId, 'open'],
      [two.userId, 'invited'],
    ]);
    await askOk(two, ...createAnswer('accept'));
    const { players: then } = await askOk<InvitablePlayers>(captain, 'GET', find(mark));
    expect(then.map((player) => player.state)).toEqual(['open', 'member']);
    expect((await askOk<InvitablePlayers>(captain, 'GET', find('%_'))).players).toEqual([]);
    expect(await readRefusal(captain, 'GET', find('x'))).toEqual([422, 'Enter at least 2 characters of the name.']);
    expect((await readRefusal(mate, 'GET', find(mark)))[0]).toBe(403);
  });
});

describe('join link', () => {
  it('shows the inviter and the squad, even to visitors, and lets players join', async () => {
    const path = await createLink();
    const preview = {
      ...{ name, members: 2, inviter_name: captain.profile.display_name },
      ...{ state: 'open', sentence: null, squad_id: null },
      inviter_avatar: expect.stringMatching(/^\/og\/face\//),
    };
    expect(await askOk<SquadLink>(undefined, 'GET', path)).toMatchObject(preview);
    expect(await askOk<SquadLink>(guest, 'GET', path)).toMatchObject(preview);
    expect(await askOk(guest, 'POST', path)).toEqual({ id });
    expect(await askOk(guest, 'POST', path)).toEqual({ id });
    expect(await idsIn(guest)).toEqual([captain.userId, mate.userId, guest.userId]);
    expect(await askOk<SquadLink>(guest, 'GET', path)).toMatchObject({ state: 'joined', squad_id: id });
    expect((await listTitles(mate)).filter((title) => title === `Zaphod Guest joined ${name}`)).toHaveLength(1);
  });

  it('can be replaced or turned off only by the captain, and then stops working', async () => {
    const first = await createLink();
    expect((await readRoom(mate)).link_path).toBeNull();
    expect((await readRefusal(mate, 'PUT', `/api/squads/${id}/link`))[0]).toBe(403);
    const second = await createLink();
    expect(await readRefusal(undefined, 'GET', first)).toEqual([404, BAD_LINK]);
    expect(await readRefusal(guest, 'POST', first)).toEqual([404, BAD_LINK]);
    await askOk(captain, 'DELETE', `/api/squads/${id}/link`);
    expect(await readRefusal(guest, 'POST', second)).toEqual([404, BAD_LINK]);
    expect(await readRefusal(guest, 'GET', '/api/squad-links/nothing')).toEqual([404, BAD_LINK]);
  });

  it('is turned off when the captain who created it leaves', async () => {
    const path = await createLink();
    await askOk(captain, 'PUT', `/api/squads/${id}/captain`, { user_id: mate.userId });
    expect(await readRefusal(guest, 'GET', path)).toEqual([404, BAD_LINK]);
    const next = await createLink(mate);
    await askOk(mate, 'POST', `/api/squads/${id}/leave`, { reason: 'unsaid' });
    expect(await readRefusal(guest, 'POST', next)).toEqual([404, BAD_LINK]);
  });

  it("explains why a player can't join and how to resolve it", async () => {
    const path = await createLink();
    const [bannedPlayer, hiddenPlayer, blockedPlayer, newMember] = [
      await makePlayer(context.deps),
      await makePlayer(context.deps),
      await makePlayer(context.deps),
      await makeUser(context.deps),
    ];
    await ban(bannedPlayer);
    const sentence = "You're banned from matches. See why, until when, and how to appeal at /protocol/standing.";
    expect(await askOk<SquadLink>(bannedPlayer, 'GET', path)).toMatchObject({ state: 'banned', sentence });
    expect(await readRefusal(bannedPlayer, 'POST', path)).toEqual([403, sentence]);
    await askOk(hiddenPlayer, 'DELETE', '/api/profiles/me/publication');
    const publish = 'Your profile isn’t published, so you can’t join a squad. Publish it, then open this link again.';
    expect(await askOk<SquadLink>(hiddenPlayer, 'GET', path)).toMatchObject({ state: 'hidden', sentence: publish });
    expect((await readRefusal(hiddenPlayer, 'POST', path))[0]).toBe(403);
    expect(await askOk<SquadLink>(newMember, 'GET', path)).toMatchObject({ state: 'hidden', sentence: publish });
    expect((await readRefusal(newMember, 'POST', path))[0]).toBe(403);
    await askOk(mate, 'PUT', `/api/profiles/${blockedPlayer.userId}/block`, { kind: 'block' });
    expect(await readRefusal(blockedPlayer, 'GET', path)).toEqual([404, BAD_LINK]);
    expect((await readRefusal(blockedPlayer, 'POST', path))[1]).toBe(BAD_LINK);
    await fillTo(10);
    expect(
      await askOk<SquadLink>(guest, 'GET', path.replace(/[^/]+$/, getToken(await readRoom(captain)))),
    ).toMatchObject({
      state: 'full',
      sentence: FULL_MESSAGE,
    });
    const now = `/api/squad-links/${getToken(await readRoom(captain))}`;
    expect(await readRefusal(guest, 'POST', now)).toEqual([409, FULL_MESSAGE]);
    await askOk(captain, 'DELETE', `/api/squads/${id}`);
    const endedMessage = 'This squad has ended, so no one can join it. Find a group, or check your matches.';
    expect(await readRefusal(undefined, 'GET', now)).toEqual([404, endedMessage]);
    expect(await readRefusal(guest, 'POST', now)).toEqual([404, endedMessage]);
  });
});

const getToken = ({ link_path }: SquadRoom) => link_path!.split('/').at(-1)!;

describe('a player joining a squad', () => {
  it('sees only messages sent after they joined, even when they rejoin', async () => {
    const subject = { kind: 'squad', subjectId: id } as const;
    await postMessage(context.deps, captain, subject, 'Past matches');
    const path = await createLink();
    await askOk(guest, 'POST', path);
    await postMessage(context.deps, captain, subject, 'While there');
    const listTexts = async () =>
      (await askOk<{ messages: { text: string }[] }>(guest, 'GET', `/api/threads/squad/${id}`)).messages.map(
        ({ text }) => text,
      );
    expect(await listTexts()).toEqual(['While there']);
    await askOk(guest, 'POST', `/api/squads/${id}/leave`, { reason: 'unsaid' });
    await postMessage(context.deps, captain, subject, 'While away');
    await askOk(guest, 'POST', path);
    expect(await idsIn(guest)).toEqual([captain.userId, mate.userId, guest.userId]);
    await postMessage(context.deps, captain, subject, 'Back again');
    expect(await listTexts()).toEqual(['Back again']);
  });

  it('is refused when the squad has ten members, even in concurrent requests', async () => {
    await fillTo(9);
    const path = `/api/squad-links/${getToken(await readRoom(captain))}`;
    const [one, two] = [await makePlayer(context.deps), await makePlayer(context.deps)];
    await invite(one);
    const responses = await Promise.all([
      ask(one, ...createAnswer('accept')),
      ask(two, 'POST', path),
      ask(two, 'POST', path),
    ]);
    expect((await idsIn(captain)).length).toBe(10);
    const statuses = responses.map(({ status }) => status);
    expect([
      [200, 409, 409],
      [409, 200, 200],
    ]).toContainEqual(statuses);
  });

  it('ends up in a squad with exactly one captain when the captain leaves at the same time', async () => {
    await invite(guest);
    const results = await Promise.allSettled([
      answerSquadInvitation(context.deps, toActor(guest), id, true),
      leaveSquad(context.deps, toActor(captain), id, 'unsaid'),
      leaveSquad(context.deps, toActor(mate), id, 'unsaid'),
    ]);
    const hasEnded = results[0].status === 'rejected';
    if (hasEnded) expect(String(results[0].status === 'rejected' && results[0].reason.message)).toBe(GONE_MESSAGE);
    else expect(await idsIn(guest)).toEqual([guest.userId]);
    const { rows } = await context.deps.db.execute(sql`
      select 1 from squads where id = ${id} and (ended_at is null) = (captain_id is not null)`);
    expect(rows).toHaveLength(1);
  });

  it('is refused when they block a member at the same time', async () => {
    const path = await createLink();
    const token = path.split('/').at(-1)!;
    await Promise.allSettled([
      joinSquadByLink(context.deps, toActor(guest), token),
      askOk(guest, 'PUT', `/api/profiles/${mate.userId}/block`, { kind: 'block' }),
    ]);
    expect(await idsIn(captain)).toEqual([captain.userId, mate.userId]);
  });

  it('joins by link and leaves no open invitation when invited at the same time', async () => {
    const token = (await createLink()).split('/').at(-1)!;
    const results = await Promise.allSettled([
      inviteToSquad(context.deps, toActor(captain), id, guest.userId),
      joinSquadByLink(context.deps, toActor(guest), token),
    ]);
    expect(results[1]).toMatchObject({ status: 'fulfilled' });
    const { members, invited } = await readRoom(captain);
    expect([members.length, invited.length]).toEqual([3, 0]);
  });
});

async function ban({ userId }: Player): Promise<void> {
  const admin = await makeAdmin(context.deps);
  const ban = { userId, reason: 'Test', days: 3, scope: 'matching' } as const;
  const { after } = await context.deps.db.transaction((tx) => banUser(tx, context.deps, admin, ban));
  await after();
}
