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
  ({ name } = await room(captain));
});

type Someone = { accessToken: string };
async function ask<T>(who: Someone | undefined, method: string, path: string, body?: object) {
  const answer = await context.app.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(who ? { Authorization: `Bearer ${who.accessToken}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}
async function good<T>(...asked: Parameters<typeof ask>): Promise<T> {
  const { status, body } = await ask<T>(...asked);
  expect([status, JSON.stringify(body)]).toEqual([200, expect.anything()]);
  return body;
}
const refused = async (...asked: Parameters<typeof ask>) => {
  const { status, body } = await ask<{ error: { message: string } }>(...asked);
  return [status, body.error?.message];
};
const room = (who: Player, squad = id) => good<SquadRoom>(who, 'GET', `/api/squads/${squad}`);
const idsIn = async (who: Player) => (await room(who)).members.map((member) => member.id);
const invite = (player: Player, who: Player = captain) =>
  good<SquadRoom>(who, 'POST', `/api/squads/${id}/invitations`, { user_id: player.userId });
const answer = (action: 'accept' | 'decline') => ['POST', `/api/squads/${id}/answer`, { action }] as const;
const waiting = async (who: Player) => (await good<OwnSquads>(who, 'GET', '/api/squads')).invitations;
const link = async (who: Player = captain) => {
  const { link_path } = await good<SquadRoom>(who, 'PUT', `/api/squads/${id}/link`);
  return `/api/squad-links/${link_path!.split('/').at(-1)}`;
};
const titles = async (who: Player) => (await listOutbox(context.deps.db, who.userId)).map(({ title }) => title);
/** Fills the squad up to this many members. */
const fillTo = async (count: number) => {
  const path = await link();
  for (let has = (await idsIn(captain)).length; has < count; has++) {
    await good(await makePlayer(context.deps), 'POST', path);
  }
};
const BAD_LINK = 'This link no longer works. Ask the sender for a new one.';
const GONE = 'This invitation is no longer open. Ask the squad for a new one.';
const FULL =
  'This squad is full. A roster holds up to 10 players. Try again when someone leaves, or find another group.';

describe('invitations by name', () => {
  it('deletes an invitation and frees its spot when a new member has a block with the invitee', async () => {
    const newcomer = await makePlayer(context.deps);
    await invite(guest);
    await invite(newcomer);
    await good(newcomer, 'PUT', `/api/profiles/${guest.userId}/block`, { kind: 'block' });
    expect((await room(captain)).invited.map((one) => one.id)).toEqual([guest.userId, newcomer.userId]);
    await good(newcomer, ...answer('accept'));
    expect((await room(captain)).invited).toEqual([]);
    expect(await waiting(guest)).toEqual([]);
    expect(await refused(guest, ...answer('accept'))).toEqual([409, GONE]);
  });

  it('lets the invited player accept and join, and notifies the other members', async () => {
    expect((await invite(guest)).invited).toMatchObject([{ id: guest.userId, display_name: 'Zaphod Guest' }]);
    const [told] = await listOutbox(context.deps.db, guest.userId);
    expect(told).toMatchObject({
      title: `${captain.profile.display_name} invited you to ${name}`,
      address: `/protocol/squads?squad=${id}`,
    });
    expect(await waiting(guest)).toMatchObject([
      { squad_id: id, squad_name: name, inviter_id: captain.userId, members: 2, full: false },
    ]);
    await good(guest, ...answer('accept'));
    expect(await idsIn(guest)).toEqual([captain.userId, mate.userId, guest.userId]);
    expect(await waiting(guest)).toEqual([]);
    expect((await room(captain)).invited).toEqual([]);
    for (const who of [captain, mate]) expect(await titles(who)).toContain(`Zaphod Guest joined ${name}`);
    // A double tap counts as one answer.
    await good(guest, ...answer('accept'));
    expect(await idsIn(guest)).toHaveLength(3);
  });

  it('deletes all traces of a declined invitation and refuses another answer', async () => {
    await invite(guest);
    await good(guest, ...answer('decline'));
    expect((await room(captain)).invited).toEqual([]);
    expect(await refused(guest, ...answer('accept'))).toEqual([409, GONE]);
    expect((await titles(captain)).filter((title) => title.includes('Zaphod'))).toEqual([]);
  });

  it('lets only the captain send and withdraw invitations', async () => {
    const path = `/api/squads/${id}/invitations`;
    const captainOnly = 'Only the squad’s captain can do this.';
    expect(await refused(mate, 'POST', path, { user_id: guest.userId })).toEqual([403, captainOnly]);
    await invite(guest);
    expect(await refused(mate, 'DELETE', `${path}/${guest.userId}`)).toEqual([403, captainOnly]);
    expect((await room(mate)).invited).toHaveLength(1);
    await good(captain, 'DELETE', `${path}/${guest.userId}`);
    expect(await waiting(guest)).toEqual([]);
    expect(await refused(guest, ...answer('accept'))).toEqual([409, GONE]);
    // Inviting again on the same day doesn't send a second email.
    await invite(guest);
    expect(await titles(guest)).toHaveLength(1);
    expect(await refused(captain, 'POST', path, { user_id: captain.userId })).toEqual([
      422,
      'You’re already in this squad. Choose another player.',
    ]);
    expect(await refused(captain, 'POST', path, { user_id: mate.userId })).toEqual([
      409,
      'This player is already in the squad.',
    ]);
  });

  it('refuses hidden, banned, blocked and unknown players with the same message', async () => {
    const cannot = 'This player can’t be invited right now. Choose another player, or try again later.';
    const [hidden, banned, blocks] = [
      await makePlayer(context.deps),
      await makePlayer(context.deps),
      await makePlayer(context.deps),
    ];
    await good(hidden, 'DELETE', '/api/profiles/me/publication');
    await ban(banned);
    await good(blocks, 'PUT', `/api/profiles/${mate.userId}/block`, { kind: 'block' });
    for (const userId of [hidden.userId, banned.userId, blocks.userId, crypto.randomUUID()]) {
      expect(await refused(captain, 'POST', `/api/squads/${id}/invitations`, { user_id: userId })).toEqual([
        409,
        cannot,
      ]);
    }
  });

  it("doesn't count requests without effect toward the limit", async () => {
    const path = `/api/squads/${id}/invitations`;
    const hidden = await makePlayer(context.deps);
    await good(hidden, 'DELETE', '/api/profiles/me/publication');
    await invite(guest);
    for (let times = 0; times < 30; times++) {
      expect((await ask(captain, 'POST', path, { user_id: [mate, hidden][times % 2]!.userId })).status).toBe(409);
      expect((await ask(mate, 'POST', path, { user_id: hidden.userId })).status).toBe(403);
      await invite(guest);
    }
    await invite(await makePlayer(context.deps));
    expect((await room(captain)).invited).toHaveLength(2);
  });

  it('asks a hidden player to publish their profile before accepting', async () => {
    await invite(guest);
    await good(guest, 'PUT', '/api/profiles/me', guest.profile);
    expect(await refused(guest, ...answer('accept'))).toEqual([
      403,
      'Your profile isn’t published, so you can’t join a squad. Publish it, then accept the invitation.',
    ]);
    await good(guest, 'POST', '/api/profiles/me/publish');
    await good(guest, ...answer('accept'));
  });

  it('deletes an invitation on a ban, a block, an unpublished profile or an account deletion', async () => {
    const events: ((who: Player) => Promise<unknown>)[] = [
      ban,
      (who) => good(who, 'PUT', `/api/profiles/${mate.userId}/block`, { kind: 'block' }),
      (who) => good(captain, 'PUT', `/api/profiles/${who.userId}/block`, { kind: 'block' }),
      (who) => good(who, 'DELETE', '/api/profiles/me/publication'),
      (who) => good(who, 'POST', '/api/account/deletion'),
    ];
    for (const happens of events) {
      const who = await makePlayer(context.deps);
      await invite(who);
      await happens(who);
      expect((await room(captain)).invited).toEqual([]);
    }
  });

  it('shows the captain as inviter when the inviter has left, and deletes the invitation with the squad', async () => {
    await invite(guest);
    await good(captain, 'POST', `/api/squads/${id}/leave`, { reason: 'unsaid' });
    expect(await waiting(guest)).toMatchObject([{ inviter_id: mate.userId, members: 1 }]);
    await good(mate, 'DELETE', `/api/squads/${id}`);
    expect(await waiting(guest)).toEqual([]);
    expect(await refused(guest, ...answer('accept'))).toEqual([409, GONE]);
  });

  it('lists prefix matches first, without duplicates, and treats symbols literally', async () => {
    const tag = crypto.randomUUID().slice(0, 8);
    for (const display_name of [`a ${tag}`, `${tag} ${tag}`, `${tag.toUpperCase()}_100%`, `${tag}x100`]) {
      await makePlayer(context.deps, { display_name });
    }
    const found = async (text: string) => {
      const path = `/api/squads/${id}/players?name=${encodeURIComponent(text)}`;
      const { players } = await good<InvitablePlayers>(captain, 'GET', path);
      return players.map((player) => player.display_name);
    };
    expect(await found(tag)).toEqual([`${tag} ${tag}`, `${tag.toUpperCase()}_100%`, `${tag}x100`, `a ${tag}`]);
    expect(await found(`${tag}_1`)).toEqual([`${tag.toUpperCase()}_100%`]);
    expect(await found('_100%')).toContain(`${tag.toUpperCase()}_100%`);
    expect(await found('_100%')).not.toContain(`${tag}x100`);
    await makePlayer(context.deps, { display_name: `Éloïse O’Neill ${tag}` });
    for (const text of [`eloise oneill ${tag}`, `O'NEILL ${tag}`, 'E\u0301loi\u0308se']) {
      expect(await found(text)).toContain(`Éloïse O’Neill ${tag}`);
    }
  });

  it("finds players by part of their name and shows who's already invited or a member", async () => {
    await good(captain, 'PATCH', `/api/squads/${id}`, { name: 'Finders' });
    const mark = crypto.randomUUID().slice(0, 8);
    const one = await makePlayer(context.deps, { display_name: `${mark} One` });
    const two = await makePlayer(context.deps, { display_name: `The ${mark}` });
    const hidden = await makePlayer(context.deps, { display_name: `${mark} Hidden` });
    await good(hidden, 'DELETE', '/api/profiles/me/publication');
    await invite(two);
    const find = (text: string) => `/api/squads/${id}/players?name=${encodeURIComponent(text)}`;
    const { players } = await good<InvitablePlayers>(captain, 'GET', find(mark.toUpperCase()));
    expect(players.map((player) => [player.id, player.state])).toEqual([
      [one.userId, 'open'],
      [two.userId, 'invited'],
    ]);
    await good(two, ...answer('accept'));
    const { players: then } = await good<InvitablePlayers>(captain, 'GET', find(mark));
    expect(then.map((player) => player.state)).toEqual(['open', 'member']);
    expect((await good<InvitablePlayers>(captain, 'GET', find('%_'))).players).toEqual([]);
    expect(await refused(captain, 'GET', find('x'))).toEqual([422, 'Enter at least 2 characters of the name.']);
    expect((await refused(mate, 'GET', find(mark)))[0]).toBe(403);
  });
});

describe('join links', () => {
  it('shows the inviter and the squad, even to visitors, and lets players join', async () => {
    const path = await link();
    const seen = {
      ...{ name, members: 2, inviter_name: captain.profile.display_name },
      ...{ state: 'open', sentence: null, squad_id: null },
      inviter_avatar: expect.stringMatching(/^\/og\/face\//),
    };
    expect(await good<SquadLink>(undefined, 'GET', path)).toMatchObject(seen);
    expect(await good<SquadLink>(guest, 'GET', path)).toMatchObject(seen);
    expect(await good(guest, 'POST', path)).toEqual({ id });
    expect(await good(guest, 'POST', path)).toEqual({ id });
    expect(await idsIn(guest)).toEqual([captain.userId, mate.userId, guest.userId]);
    expect(await good<SquadLink>(guest, 'GET', path)).toMatchObject({ state: 'joined', squad_id: id });
    expect((await titles(mate)).filter((title) => title === `Zaphod Guest joined ${name}`)).toHaveLength(1);
  });

  it('lets only the captain replace or turn off the link, which then stops working', async () => {
    const first = await link();
    expect((await room(mate)).link_path).toBeNull();
    expect((await refused(mate, 'PUT', `/api/squads/${id}/link`))[0]).toBe(403);
    const second = await link();
    expect(await refused(undefined, 'GET', first)).toEqual([404, BAD_LINK]);
    expect(await refused(guest, 'POST', first)).toEqual([404, BAD_LINK]);
    await good(captain, 'DELETE', `/api/squads/${id}/link`);
    expect(await refused(guest, 'POST', second)).toEqual([404, BAD_LINK]);
    expect(await refused(guest, 'GET', '/api/squad-links/nothing')).toEqual([404, BAD_LINK]);
  });

  it('turns the link off when the captain who created it leaves', async () => {
    const path = await link();
    await good(captain, 'PUT', `/api/squads/${id}/captain`, { user_id: mate.userId });
    expect(await refused(guest, 'GET', path)).toEqual([404, BAD_LINK]);
    const next = await link(mate);
    await good(mate, 'POST', `/api/squads/${id}/leave`, { reason: 'unsaid' });
    expect(await refused(guest, 'POST', next)).toEqual([404, BAD_LINK]);
  });

  it("explains why a player can't join and how to resolve it", async () => {
    const path = await link();
    const [banned, hidden, blocked, newcomer] = [
      await makePlayer(context.deps),
      await makePlayer(context.deps),
      await makePlayer(context.deps),
      await makeUser(context.deps),
    ];
    await ban(banned);
    const sentence = "You're banned from matches. See why, until when, and how to appeal at /protocol/standing.";
    expect(await good<SquadLink>(banned, 'GET', path)).toMatchObject({ state: 'banned', sentence });
    expect(await refused(banned, 'POST', path)).toEqual([403, sentence]);
    await good(hidden, 'DELETE', '/api/profiles/me/publication');
    const publish = 'Your profile isn’t published, so you can’t join a squad. Publish it, then open this link again.';
    expect(await good<SquadLink>(hidden, 'GET', path)).toMatchObject({ state: 'hidden', sentence: publish });
    expect((await refused(hidden, 'POST', path))[0]).toBe(403);
    expect(await good<SquadLink>(newcomer, 'GET', path)).toMatchObject({ state: 'hidden', sentence: publish });
    expect((await refused(newcomer, 'POST', path))[0]).toBe(403);
    await good(mate, 'PUT', `/api/profiles/${blocked.userId}/block`, { kind: 'block' });
    expect(await refused(blocked, 'GET', path)).toEqual([404, BAD_LINK]);
    expect((await refused(blocked, 'POST', path))[1]).toBe(BAD_LINK);
    await fillTo(10);
    expect(await good<SquadLink>(guest, 'GET', path.replace(/[^/]+$/, tokenOf(await room(captain))))).toMatchObject({
      state: 'full',
      sentence: FULL,
    });
    const now = `/api/squad-links/${tokenOf(await room(captain))}`;
    expect(await refused(guest, 'POST', now)).toEqual([409, FULL]);
    await good(captain, 'DELETE', `/api/squads/${id}`);
    const ended = 'This squad has ended, so no one can join it. Find a group, or check your matches.';
    expect(await refused(undefined, 'GET', now)).toEqual([404, ended]);
    expect(await refused(guest, 'POST', now)).toEqual([404, ended]);
  });
});

const tokenOf = ({ link_path }: SquadRoom) => link_path!.split('/').at(-1)!;

describe('a player joining a squad', () => {
  it('sees only messages sent after they joined, even when they rejoin', async () => {
    const subject = { kind: 'squad', subjectId: id } as const;
    await postMessage(context.deps, captain, subject, 'Past matches');
    const path = await link();
    await good(guest, 'POST', path);
    await postMessage(context.deps, captain, subject, 'While there');
    const texts = async () =>
      (await good<{ messages: { text: string }[] }>(guest, 'GET', `/api/threads/squad/${id}`)).messages.map(
        ({ text }) => text,
      );
    expect(await texts()).toEqual(['While there']);
    await good(guest, 'POST', `/api/squads/${id}/leave`, { reason: 'unsaid' });
    await postMessage(context.deps, captain, subject, 'While away');
    await good(guest, 'POST', path);
    expect(await idsIn(guest)).toEqual([captain.userId, mate.userId, guest.userId]);
    await postMessage(context.deps, captain, subject, 'Back again');
    expect(await texts()).toEqual(['Back again']);
  });

  it('refuses the player when the squad has ten members, even in concurrent requests', async () => {
    await fillTo(9);
    const path = `/api/squad-links/${tokenOf(await room(captain))}`;
    const [one, two] = [await makePlayer(context.deps), await makePlayer(context.deps)];
    await invite(one);
    const answers = await Promise.all([ask(one, ...answer('accept')), ask(two, 'POST', path), ask(two, 'POST', path)]);
    expect((await idsIn(captain)).length).toBe(10);
    const statuses = answers.map(({ status }) => status);
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
    const ended = results[0].status === 'rejected';
    if (ended) expect(String(results[0].status === 'rejected' && results[0].reason.message)).toBe(GONE);
    else expect(await idsIn(guest)).toEqual([guest.userId]);
    const { rows } = await context.deps.db.execute(sql`
      select 1 from squads where id = ${id} and (ended_at is null) = (captain_id is not null)`);
    expect(rows).toHaveLength(1);
  });

  it('refuses a player who blocks a member at the same time', async () => {
    const path = await link();
    const token = path.split('/').at(-1)!;
    await Promise.allSettled([
      joinSquadByLink(context.deps, toActor(guest), token),
      good(guest, 'PUT', `/api/profiles/${mate.userId}/block`, { kind: 'block' }),
    ]);
    expect(await idsIn(captain)).toEqual([captain.userId, mate.userId]);
  });

  it('joins by link and leaves no open invitation when invited at the same time', async () => {
    const token = (await link()).split('/').at(-1)!;
    const results = await Promise.allSettled([
      inviteToSquad(context.deps, toActor(captain), id, guest.userId),
      joinSquadByLink(context.deps, toActor(guest), token),
    ]);
    expect(results[1]).toMatchObject({ status: 'fulfilled' });
    const { members, invited } = await room(captain);
    expect([members.length, invited.length]).toEqual([3, 0]);
  });
});

async function ban({ userId }: Player): Promise<void> {
  const admin = await makeAdmin(context.deps);
  const words = { userId, reason: 'Test', days: 3, scope: 'matching' } as const;
  const { after } = await context.deps.db.transaction((tx) => banUser(tx, context.deps, admin, words));
  await after();
}
