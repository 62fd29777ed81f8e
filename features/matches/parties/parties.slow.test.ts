import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mapParts } from '../../../matcher/score-parts.ts';
import { english, translate } from '../../../messages/lazy-text.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { toActor } from '../../accounts/accounts.factory.ts';
import { ACCESS_POLICY } from '../../moderation/access-policy.rules.ts';
import { banUser } from '../../moderation/bans.commands.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { listOutbox } from '../../notifications/notifications.queries.ts';
import { blockPlayer } from '../../profiles/blocks/blocks.commands.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { replaceMissingPlayer } from '../match-replacements.commands.ts';
import { runMatcherNow } from '../matcher-runs/matcher-runs.commands.ts';
import { listMatches, respondToMatch } from '../matches.commands.ts';
import { makeFittingFive } from '../matches.factory.ts';
import * as messages from '../matches.messages.ts';
import { buildPool } from '../pool.commands.ts';
import { createProposals } from '../proposals.commands.ts';
import type { NewMatch } from '../proposals.rules.ts';
import { answerInvitation, formParty, getParty, inviteToParty, leaveParty, startParty } from './parties.commands.ts';
import type { OwnParty } from './parties.schema.ts';

let context: TestContext;
let leader: Player;
let friend: Player;
let third: Player;

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  context.setNow('2026-03-03T12:00:00Z');
  await context.deps.db.execute(sql`truncate auth.users cascade`);
  await context.deps.db.execute(sql`truncate matcher_runs, matches cascade`);
  leader = await makePlayer(context.deps, { role: 'PG', display_name: 'Leader' });
  friend = await makePlayer(context.deps, { role: 'SG', display_name: 'Friend' });
  third = await makePlayer(context.deps, { role: 'SF', display_name: 'Third' });
});

async function call(player: Player | undefined, method: string, path: string, body?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: {
      ...(player ? { Authorization: `Bearer ${player.accessToken}` } : {}),
      'Content-Type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  return { status: response.status, body: (await response.json()) as any };
}
const inviteBy = (player: Player, target: Player) =>
  call(player, 'POST', '/api/party/invitations', { user_id: target.userId });
const answer = async (player: Player, action: 'accept' | 'decline') => {
  const { invitations } = (await call(player, 'GET', '/api/party')).body as OwnParty;
  return call(player, 'POST', `/api/party/${invitations[0]!.party_id}/answer`, { action });
};
const readParty = async (player: Player) => ((await call(player, 'GET', '/api/party')).body as OwnParty).party;
const listNames = async (player: Player) => (await readParty(player))?.members.map((member) => member.display_name);
const join = async (...others: Player[]) => {
  for (const other of others) {
    await inviteBy(leader, other);
    expect((await answer(other, 'accept')).status).toBe(200);
  }
};
const listTitles = async (player: Player) =>
  (await listOutbox(context.deps.db, player.userId)).map((message) => message.title);

/** Stores a proposal based on data from the start of a run, and returns the proposals that were kept. */
const storeProposal = (members: Player[]) => {
  const proposal: NewMatch = {
    id: crypto.randomUUID(),
    type: 'nba2k_squad5',
    kind: 'squad',
    score: 80,
    memberIds: members.map((one) => one.userId),
    coverage: {},
    overlapMinutes: 60,
    facts: { members: [], facts: [] },
    positions: {},
    parts: mapParts(() => 0),
    intervals: [],
    weekOf: '2026-03-02',
    groupKey: 'x',
    runId: null,
    rulesVersion: 0,
    rescuedFrom: null,
    rescueDepth: 0,
    substituteId: null,
    carriedIds: [],
  };
  return context.deps.db.transaction((tx) => createProposals(tx, context.deps, [proposal]));
};

describe('a party', () => {
  it('notifies the invited player once and adds them when they accept', async () => {
    expect(await readParty(leader)).toBeNull();
    expect((await inviteBy(leader, friend)).body.message).toBe('Invitation sent');
    await inviteBy(leader, friend);
    expect((await listTitles(friend)).filter((title) => title === 'Leader invited you to a party')).toHaveLength(1);
    expect(await readParty(leader)).toMatchObject({ you_lead: true, queues: false, invited: [{ id: friend.userId }] });
    expect(await readParty(friend)).toBeNull();
    expect((await answer(friend, 'accept')).body.party).toMatchObject({ you_lead: false, queues: true, invited: [] });
    expect(await listNames(leader)).toEqual(['Leader', 'Friend']);
    expect(await listTitles(leader)).toContain('Friend joined your party');
  });

  it('closes an invitation when it is declined or withdrawn', async () => {
    await inviteBy(leader, friend);
    const partyId = (await readParty(leader))!.id;
    await answer(friend, 'decline');
    const accept = () => call(friend, 'POST', `/api/party/${partyId}/answer`, { action: 'accept' });
    expect((await accept()).body.error.message).toBe('This invitation is no longer open.');
    await inviteBy(leader, friend);
    expect((await call(leader, 'DELETE', `/api/party/invitations/${friend.userId}`)).status).toBe(200);
    expect((await accept()).status).toBe(409);
    expect(await readParty(friend)).toBeNull();
  });

  it('accepts joins by link until a new link replaces it', async () => {
    const { link_path } = (await call(leader, 'POST', '/api/party')).body.party;
    const token = link_path.split('/').at(-1);
    // Anyone with the link can see whose party it is, even without an account.
    expect((await call(undefined, 'GET', `/api/party/links/${token}`)).body).toMatchObject({
      leader_avatar: expect.stringMatching(/^\/og\/face\//),
      joined: false,
    });
    expect((await call(friend, 'GET', `/api/party/links/${token}`)).body).toMatchObject({
      leader_name: 'Leader',
      members: [{ display_name: 'Leader' }],
      full: false,
      joined: false,
    });
    expect((await call(friend, 'POST', `/api/party/links/${token}`)).body.party.members).toHaveLength(2);
    expect((await call(friend, 'POST', '/api/party/link')).status).toBe(403);
    await call(leader, 'POST', '/api/party/link');
    const lateResponse = await call(third, 'POST', `/api/party/links/${token}`);
    expect([lateResponse.status, lateResponse.body.error.message]).toEqual([
      404,
      'This party link no longer works. Ask for a new one.',
    ]);
  });

  it('accepts at most four players, even when several join at once', async () => {
    const { link_path } = (await call(leader, 'POST', '/api/party')).body.party;
    const token = link_path.split('/').at(-1);
    const more = [friend, third];
    for (let n = 0; n < 3; n += 1) more.push(await makePlayer(context.deps));
    const responses = await Promise.all(more.map((user) => call(user, 'POST', `/api/party/links/${token}`)));
    expect(responses.filter((one) => one.status === 200)).toHaveLength(3);
    expect((await readParty(leader))!.members).toHaveLength(4);
    expect((await inviteBy(leader, await makePlayer(context.deps))).body.error.message).toContain('This party is full');
  });

  it('allows each player only one party at a time', async () => {
    await join(friend);
    const other = await makePlayer(context.deps, { display_name: 'Other leader' });
    await inviteBy(other, friend);
    expect((await answer(friend, 'accept')).body.error.message).toBe("You're already in a party. Leave it first.");
    const [a, b] = [await makePlayer(context.deps), await makePlayer(context.deps)];
    const links = await Promise.all([a, b].map((user) => call(user, 'POST', '/api/party')));
    const responses = await Promise.all(
      links.map(({ body }) => call(third, 'POST', `/api/party/links/${body.party.link_path.split('/').at(-1)}`)),
    );
    expect(responses.map((one) => one.status).sort()).toEqual([200, 409]);
  });

  it('makes the longest-serving member the leader when the leader leaves', async () => {
    await join(friend, third);
    expect((await inviteBy(friend, third)).body.error.message).toBe('Only the party leader can do this.');
    expect((await call(friend, 'DELETE', '/api/party')).status).toBe(403);
    expect((await call(leader, 'POST', '/api/party/leave')).status).toBe(200);
    expect(await readParty(friend)).toMatchObject({ you_lead: true });
    expect(await listTitles(third)).toContain('Leader left your party');
    await call(third, 'POST', '/api/party/leave');
    await call(friend, 'POST', '/api/party/leave');
    expect((await context.deps.db.execute(sql`select 1 from parties`)).rows).toEqual([]);
    expect((await call(friend, 'POST', '/api/party/leave')).status).toBe(409);
  });

  it('notifies the other members when its leader disbands it', async () => {
    await join(friend);
    expect((await call(leader, 'DELETE', '/api/party')).body.message).toBe('Party disbanded');
    expect(await readParty(friend)).toBeNull();
    expect(await listTitles(friend)).toContain('Your party has ended');
  });

  it('refuses self-invites, and gives the same message for unknown, hidden and blocked players', async () => {
    expect((await inviteBy(leader, leader)).body.error.field).toBe('user_id');
    const sentence = "You can't invite this player right now.";
    const unknownPlayer = { ...friend, userId: crypto.randomUUID() };
    expect((await inviteBy(leader, unknownPlayer)).body.error.message).toBe(sentence);
    await context.deps.db.execute(sql`update protocol_profiles set published = false where id = ${third.userId}`);
    expect((await inviteBy(leader, third)).body.error.message).toBe(sentence);
    await blockPlayer(context.deps, toActor(friend), leader.userId, 'block');
    expect((await inviteBy(leader, friend)).body.error.message).toBe(sentence);
    expect((await inviteBy(friend, leader)).body.error.message).toBe(sentence);
    expect((await call(leader, 'POST', '/api/party/invitations', { user_id: 'x' })).status).toBe(422);
  });

  it('removes a member who blocks another, without revealing the block', async () => {
    await join(friend, third);
    const before = await listTitles(third);
    await blockPlayer(context.deps, toActor(friend), third.userId, 'block');
    expect(await listNames(leader)).toEqual(['Leader', 'Third']);
    // It looks like a normal departure, so no one learns of the block.
    expect((await listTitles(third)).filter((title) => !before.includes(title))).toEqual(['Friend left your party']);
    const token = (await readParty(leader))!.link_path.split('/').at(-1);
    expect((await call(friend, 'GET', `/api/party/links/${token}`)).status).toBe(404);
    expect((await call(friend, 'POST', `/api/party/links/${token}`)).body.error.message).toContain(
      'This party link no longer works. Ask for a new one.',
    );
    // A leader who blocks a member keeps the party.
    await blockPlayer(context.deps, toActor(leader), third.userId, 'block');
    expect(await listNames(leader)).toEqual(['Leader']);
    expect(await listTitles(third)).toContain('Your party has ended');
    // An invitation from before the block isn't shown either.
    await inviteBy(third, await makePlayer(context.deps));
  });

  it('ignores invitations between players with a block, even if the invitation came first', async () => {
    await inviteBy(leader, friend);
    await blockPlayer(context.deps, toActor(friend), leader.userId, 'block');
    expect(await readParty(leader)).toMatchObject({ invited: [] });
    // The leader's own party is empty and has no open invitations, so they can join a friend's party.
    await startParty(context.deps, third);
    const token = (await readParty(third))!.link_path.split('/').at(-1);
    expect((await call(leader, 'POST', `/api/party/links/${token}`)).status).toBe(200);
    // A member who has no block with the player invites them. Then someone who does have a block joins.
    const invitee = await makePlayer(context.deps);
    await blockPlayer(context.deps, toActor(friend), invitee.userId, 'block');
    await inviteBy(third, invitee);
    await call(leader, 'POST', '/api/party/leave');
    expect((await call(friend, 'POST', `/api/party/links/${token}`)).status).toBe(200);
    expect(await readParty(third)).toMatchObject({ invited: [] });
  });

  it('keeps banned players out and removes members who get banned', async () => {
    await join(friend);
    const admin = await makeAdmin(context.deps);
    const ban = (userId: string) =>
      context.deps.db.transaction((tx) =>
        banUser(tx, context.deps, admin, { userId, reason: 'Test', days: 3, scope: 'matching' }),
      );
    await ban(friend.userId);
    expect(await listNames(leader)).toEqual(['Leader']);
    const token = (await readParty(leader))!.link_path.split('/').at(-1);
    for (const response of [
      await call(friend, 'POST', `/api/party/links/${token}`),
      await call(friend, 'POST', '/api/party'),
      await inviteBy(friend, third),
    ]) {
      expect([response.status, response.body.error.message]).toEqual([
        403,
        translate(english, ACCESS_POLICY.parties.refusal!),
      ]);
    }
    expect((await inviteBy(leader, friend)).status).toBe(409);
  });
});

describe('a party created from players who found each other', () => {
  const formSquad = (members: Player[]) =>
    context.deps.db.transaction((tx) =>
      formParty(tx, context.deps, {
        leaderId: leader.userId,
        memberIds: members.map((one) => one.userId),
        reason: messages.partyReady,
      }),
    );

  it('includes all of them from the start and notifies each of them', async () => {
    // Opening their own link created an empty party, which ends now.
    await call(friend, 'POST', '/api/party');
    await formSquad([leader, friend, third]);
    expect(await readParty(friend)).toMatchObject({ you_lead: false, queues: true, invited: [] });
    expect((await readParty(leader))!.members.map(({ id, leader, is_you }) => [id, leader, is_you])).toEqual([
      [leader.userId, true, true],
      [friend.userId, false, false],
      [third.userId, false, false],
    ]);
    for (const member of [leader, friend, third]) {
      const [firstMessage] = await listOutbox(context.deps.db, member.userId);
      expect(firstMessage).toMatchObject({
        title: "You're a party now",
        lines: [
          english(messages.partyReady),
          expect.stringMatching(/^You'll queue/),
          expect.stringMatching(/^You already have a squad room/),
        ],
      });
    }
    expect((await context.deps.db.execute(sql`select 1 from parties`)).rows).toHaveLength(1);
  });

  it('is refused when a player is hidden, blocked or in another party', async () => {
    const expectNoParty = async () =>
      expect(
        (await context.deps.db.execute(sql`select 1 from parties where leader_id = ${leader.userId}`)).rows,
      ).toEqual([]);
    await context.deps.db.execute(sql`update protocol_profiles set published = false where id = ${third.userId}`);
    const cannot = "One of the players can't be matched right now, so you can't form a party.";
    await expect(formSquad([leader, friend, third])).rejects.toMatchObject({ code: 'conflict', message: cannot });
    await context.deps.db.execute(sql`update protocol_profiles set published = true where id = ${third.userId}`);
    await inviteBy(third, await makePlayer(context.deps));
    await expect(formSquad([leader, friend, third])).rejects.toThrow(
      'Third is in another party right now and has to leave it first.',
    );
    await blockPlayer(context.deps, toActor(friend), leader.userId, 'block');
    await expect(formSquad([leader, friend])).rejects.toThrow(cannot);
    await expectNoParty();
  });
});

describe('the party API', () => {
  const readLink = async (player: Player) => (await readParty(player))!.link_path.split('/').at(-1);

  it('refuses every party action for players without a party', async () => {
    for (const [method, path] of [
      ['DELETE', '/api/party'],
      ['POST', '/api/party/link'],
      ['POST', '/api/party/leave'],
      ['DELETE', `/api/party/invitations/${third.userId}`],
    ] as const) {
      const { status, body } = await call(friend, method, path);
      expect([path, status, body.error.message]).toEqual([path, 409, "You're not in a party. Invite a player first."]);
    }
  });

  it('refuses a ninth open invitation until one is withdrawn', async () => {
    const guests: Player[] = [];
    for (let n = 0; n < 9; n += 1) guests.push(await makePlayer(context.deps));
    for (const guest of guests.slice(0, 8)) expect((await inviteBy(leader, guest)).status).toBe(200);
    expect((await inviteBy(leader, guests[8]!)).body.error.message).toBe(
      'You already have 8 open invitations. Withdraw one first.',
    );
    await call(leader, 'DELETE', `/api/party/invitations/${guests[0]!.userId}`);
    expect((await inviteBy(leader, guests[8]!)).status).toBe(200);
    expect((await readParty(leader))!.invited[0]).toEqual({
      id: guests[1]!.userId,
      display_name: guests[1]!.profile.display_name,
      avatar_path: expect.stringMatching(/^\/og\/face\//),
    });
  });

  it('refuses answers without an invitation, and applies a repeated acceptance only once', async () => {
    const answerParty = (player: Player, partyId: string, action: string) =>
      call(player, 'POST', `/api/party/${partyId}/answer`, { action });
    const closedMessage = 'This invitation is no longer open.';
    expect((await answerParty(friend, crypto.randomUUID(), 'accept')).body.error.message).toBe(closedMessage);
    await inviteBy(leader, friend);
    const { id } = (await readParty(leader))!;
    expect((await answerParty(third, id, 'accept')).body.error.message).toBe(closedMessage);
    for (let n = 0; n < 2; n += 1) expect((await answerParty(friend, id, 'accept')).status).toBe(200);
    expect((await listTitles(leader)).filter((title) => title === 'Friend joined your party')).toHaveLength(1);
    expect((await answerParty(friend, id, 'decline')).body.error.message).toBe(closedMessage);
    expect(await listNames(leader)).toEqual(['Leader', 'Friend']);
  });

  it('refuses to let a banned player accept, but lets them decline', async () => {
    await inviteBy(leader, friend);
    const { id } = (await readParty(leader))!;
    await context.deps.db.execute(
      sql`insert into ban_list (user_id, scope, reason) values (${friend.userId}, 'matching', 'Test')`,
    );
    expect((await call(friend, 'POST', `/api/party/${id}/answer`, { action: 'accept' })).status).toBe(403);
    expect((await call(friend, 'POST', `/api/party/${id}/answer`, { action: 'decline' })).status).toBe(200);
    expect((await readParty(leader))!.invited).toEqual([]);
  });

  it('refuses invalid links, and players in another party unless it has no other members', async () => {
    await join(friend);
    const token = await readLink(leader);
    expect((await call(third, 'GET', '/api/party/links/AAAAAAAAAAAAAAAA')).status).toBe(404);
    await inviteBy(third, await makePlayer(context.deps));
    expect((await call(third, 'POST', `/api/party/links/${token}`)).body.error.message).toBe(
      "You're already in a party. Leave it first.",
    );
    const loneLeader = await makePlayer(context.deps, { display_name: 'Lone' });
    await call(loneLeader, 'POST', '/api/party');
    expect((await call(loneLeader, 'POST', `/api/party/links/${token}`)).status).toBe(200);
    expect(
      (await context.deps.db.execute(sql`select 1 from parties where leader_id = ${loneLeader.userId}`)).rows,
    ).toEqual([]);
    // Joining again changes nothing and notifies no one.
    await call(loneLeader, 'POST', `/api/party/links/${token}`);
    expect((await listTitles(friend)).filter((title) => title === 'Lone joined your party')).toHaveLength(1);
    expect((await call(loneLeader, 'GET', `/api/party/links/${token}`)).body).toMatchObject({
      joined: true,
      full: false,
    });
    const fourth = await makePlayer(context.deps);
    await call(fourth, 'POST', `/api/party/links/${token}`);
    const latePlayer = await makePlayer(context.deps);
    expect((await call(latePlayer, 'GET', `/api/party/links/${token}`)).body).toMatchObject({
      joined: false,
      full: true,
    });
    expect((await call(latePlayer, 'POST', `/api/party/links/${token}`)).body.error.message).toContain(
      'This party is full',
    );
  });
});

describe('party notifications', () => {
  const listLines = async (player: Player, title: string) =>
    (await listOutbox(context.deps.db, player.userId)).find((message) => message.title === title)?.lines;

  it('report the party size to the other members when someone joins or leaves', async () => {
    await join(friend, third);
    expect(await listLines(leader, 'Third joined your party')).toEqual([
      "Your party has 3 of 4 players. You'll queue together.",
    ]);
    expect(await listTitles(third)).not.toContain('Third joined your party');
    await call(third, 'POST', '/api/party/leave');
    expect(await listLines(leader, 'Third left your party')).toEqual(['The 2 of you will still queue together.']);
    await call(friend, 'POST', '/api/party/leave');
    expect(await listLines(leader, 'Friend left your party')).toEqual(["You're back to matching solo."]);
    expect(await listTitles(friend)).not.toContain('Friend left your party');
    await join(friend);
    await call(leader, 'DELETE', '/api/party');
    expect(await listLines(friend, 'Your party has ended')).toEqual(["You're back to matching solo."]);
    expect(await listTitles(leader)).not.toContain('Your party has ended');
  });

  it("explain why the party isn't queued and show each member's status", async () => {
    await join(friend);
    await context.deps.db.execute(sql`update protocol_profiles set published = false where id = ${friend.userId}`);
    const party = await readParty(leader);
    expect(party!.members[1]).toEqual({
      id: friend.userId,
      display_name: 'Friend',
      avatar_path: expect.stringMatching(/^\/og\/face\//),
      role: 'SG',
      platform: 'PS5',
      leader: false,
      is_you: false,
      waits: 'Friend needs to publish their profile first.',
    });
    expect(party!.sentences[0]).toBe('Friend needs to publish their profile first.');
  });
});

describe('a party in the queue', () => {
  const groupOf = async (player: Player) =>
    (await listMatches(context.deps, toActor(player), undefined)).matches[0]?.member_ids;

  it("gets one squad for all members, even if they'd fit better in separate squads", async () => {
    // Two complete squads: without the party, the leader fits the first one better and the friend the second.
    const nearFive = await makeFittingFive(context.deps, { overall_rating: 85 });
    const farFive = await makeFittingFive(context.deps, { overall_rating: 60 });
    const low = await makePlayer(context.deps, { role: 'SG', overall_rating: 60 });
    await context.deps.db.execute(
      sql`delete from protocol_profiles where id = any (${sql.param([leader, third, nearFive[0]!, farFive[1]!].map((one) => one.userId))}::uuid[])`,
    );
    const high = await makePlayer(context.deps, { role: 'PG', overall_rating: 85 });
    await context.deps.db.execute(sql`delete from protocol_profiles where id = ${friend.userId}`);
    await runMatcherNow(context.deps, 'rebuild');
    expect(await groupOf(high)).not.toContain(low.userId);
    await inviteToParty(context.deps, toActor(high), low.userId);
    const { invitations } = await getParty(context.deps, toActor(low));
    await answerInvitation(context.deps, toActor(low), invitations[0]!.party_id, true);
    await runMatcherNow(context.deps, 'rebuild');
    expect(await groupOf(high)).toContain(low.userId);
    expect(await groupOf(high)).toHaveLength(5);
  });

  it("waits and names the member who can't be matched, and continues once they can", async () => {
    await join(friend);
    const listIds = async () => (await buildPool(context.deps)).players.map((player) => player.id);
    expect(await listIds()).toEqual(expect.arrayContaining([leader.userId, friend.userId]));
    await context.deps.db.execute(sql`update protocol_profiles set published = false where id = ${friend.userId}`);
    expect(await listIds()).toEqual([third.userId]);
    const why = (await call(leader, 'GET', '/api/matches/why-not')).body;
    expect(why.sentences[0]).toBe('Friend needs to publish their profile first.');
    expect((await readParty(leader))!.queues).toBe(false);
    await context.deps.db.execute(sql`update protocol_profiles set published = true where id = ${friend.userId}`);
    expect(await listIds()).toHaveLength(3);
  });

  it('gets pair matches with two members, but not with three', async () => {
    await join(friend);
    const readWanted = async () =>
      (await buildPool(context.deps)).players.find((one) => one.id === leader.userId)!.wants;
    expect(await readWanted()).toEqual(['squad', 'pair']);
    await join(third);
    expect(await readWanted()).toEqual(['squad']);
    const run = await runMatcherNow(context.deps);
    expect(run).toMatchObject({ squads: 0, pairs: 0, leftOver: 3 });
    expect((await call(leader, 'GET', '/api/matches/why-not')).body).toMatchObject({
      state: 'left_over',
      waiting_runs: 1,
      sentences: [
        '2 players out of 2 are a fit for you. You need 4.',
        'We’re waiting for new players who are a fit for you.',
        "We've searched once. Players who've waited longer get spots first.",
      ],
    });
  });

  it("isn't split by a match when it forms during the matching round", async () => {
    const members = [
      leader,
      friend,
      third,
      ...(await Promise.all(['PF', 'C'].map((role) => makePlayer(context.deps, { role: role as 'C' })))),
    ];
    await join(await makePlayer(context.deps, { languages: ['Icelandic'] }));
    const storeAgain = () => storeProposal(members);
    expect(await storeAgain()).toEqual([]);
    await leaveParty(context.deps, toActor(leader));
    expect(await storeAgain()).toHaveLength(1);
    // A player with an open match doesn't get a second one.
    expect(await storeAgain()).toEqual([]);
  });

  it('gets no match with players who became unavailable during the matching round', async () => {
    const others = ['PF', 'C'].map((role) => makePlayer(context.deps, { role: role as 'C' }));
    const members = [leader, friend, third, ...(await Promise.all(others))];
    await context.deps.db.execute(sql`update protocol_profiles set published = false where id = ${friend.userId}`);
    expect(await storeProposal(members)).toEqual([]);
    await context.deps.db.execute(sql`update protocol_profiles set published = true where id = ${friend.userId}`);
    await blockPlayer(context.deps, toActor(leader), third.userId, 'block');
    expect(await storeProposal(members)).toEqual([]);
    expect(await listTitles(third)).toEqual([]);
  });

  it('leaves the squad match when one of its members declines', async () => {
    const [pf, c] = [await makePlayer(context.deps, { role: 'PF' }), await makePlayer(context.deps, { role: 'C' })];
    await join(friend);
    await runMatcherNow(context.deps);
    const [match] = (await listMatches(context.deps, toActor(leader), undefined)).matches;
    expect(match!.member_ids).toHaveLength(5);
    await makePlayer(context.deps, { role: 'SG' });
    await respondToMatch(context.deps, toActor(c), match!.id, 'accept');
    await respondToMatch(context.deps, toActor(friend), match!.id, 'decline');
    await replaceMissingPlayer(context.deps, match!.id);
    expect((await listMatches(context.deps, toActor(pf), undefined)).matches).toEqual([]);
    expect(await listTitles(leader)).toContainEqual(expect.stringMatching(/off|ended/i));
  });
});
