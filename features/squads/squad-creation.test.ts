import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishEvent } from '../../server/deps.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import { matchConfirmed } from '../matches/confirmed-matches.events.ts';
import * as matchMessages from '../matches/matches.messages.ts';
import { partyFormed } from '../matches/parties/formed-parties.events.ts';
import { formParty, startParty } from '../matches/parties/parties.commands.ts';
import type { OwnParty } from '../matches/parties/parties.schema.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { makePartySquad } from './squad-creation.commands.ts';
import { makeSquad } from './squads.factory.ts';
import type { OwnSquads, SquadRoom } from './squads.schema.ts';

let context: TestContext;
let leader: Player;
let friend: Player;
let third: Player;

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  leader = await makePlayer(context.deps, { role: 'PG' });
  friend = await makePlayer(context.deps, { role: 'SG' });
  third = await makePlayer(context.deps, { role: 'SF' });
});

async function ask<T>(player: Player, method: string, path: string, body?: object) {
  const response = await context.app.request(path, {
    method,
    headers: { Authorization: `Bearer ${player.accessToken}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as T };
}
const readRefusal = async (player: Player) => {
  const { status, body } = await ask<{ error: { message: string } }>(player, 'POST', '/api/squads/from-party');
  return [status, body.error?.message];
};
const press = async (player: Player) => (await ask<{ id: string }>(player, 'POST', '/api/squads/from-party')).body.id;
const listSquads = async (player: Player) => (await ask<OwnSquads>(player, 'GET', '/api/squads')).body.squads;
const getParty = async (player: Player) => (await ask<OwnParty>(player, 'GET', '/api/party')).body.party;
const readRoom = async (player: Player, id: string) => (await ask<SquadRoom>(player, 'GET', `/api/squads/${id}`)).body;
/** Forms a party by invitation. */
async function gather(...friends: Player[]) {
  for (const one of friends) {
    await ask(leader, 'POST', '/api/party/invitations', { user_id: one.userId });
    const { body } = await ask<OwnParty>(one, 'GET', '/api/party');
    await ask(one, 'POST', `/api/party/${body.invitations[0]!.party_id}/answer`, { action: 'accept' });
  }
}

describe('creating a squad from a party', () => {
  it('is limited to the leader, keeps the party and notifies the others', async () => {
    await gather(friend, third);
    expect((await getParty(friend))?.squad_id).toBeNull();
    const id = await press(leader);
    const squad = await readRoom(friend, id);
    expect(squad.size).toBe(5);
    expect(squad.members.map((member) => [member.id, member.captain, member.position])).toEqual([
      [leader.userId, true, 'PG'],
      [friend.userId, false, 'SG'],
      [third.userId, false, 'SF'],
    ]);
    for (const one of [friend, third]) {
      expect((await listOutbox(context.deps.db, one.userId)).map(({ title }) => title)).toContain(
        `You’re in a new squad: ${squad.name}`,
      );
    }
    expect(await getParty(leader)).toMatchObject({ squad_id: id, members: { length: 3 } });
    await ask(third, 'POST', `/api/squads/${id}/leave`, { reason: 'unsaid' });
    expect((await getParty(third))?.squad_id).toBeNull();
  });

  it('creates one squad despite repeated taps, and a pair for a party of two', async () => {
    await gather(friend);
    const ids = await Promise.all([1, 2, 3].map(() => makePartySquad(context.deps, toActor(leader))));
    expect(new Set(ids).size).toBe(1);
    expect(await press(leader)).toBe(ids[0]);
    expect(await listSquads(friend)).toMatchObject([{ id: ids[0], size: 2, members: { length: 2 } }]);
    const notifications = (await listOutbox(context.deps.db, friend.userId)).filter(({ title }) =>
      /^You’re in a new squad/.test(title),
    );
    expect(notifications).toHaveLength(1);
  });

  it('creates a new squad once the first one has ended', async () => {
    await gather(friend);
    const first = await press(leader);
    await ask(leader, 'DELETE', `/api/squads/${first}`);
    const second = await press(leader);
    expect(second).not.toBe(first);
    expect(await listSquads(friend)).toMatchObject([{ id: second }]);
  });

  it("explains why the squad can't be created", async () => {
    expect(await readRefusal(leader)).toEqual([409, 'You’re not in a party. Start one and get friends to join first.']);
    await startParty(context.deps, toActor(leader));
    expect(await readRefusal(leader)).toEqual([409, 'You’re alone in your party. Get someone to join first.']);
    await gather(friend, third);
    expect(await readRefusal(friend)).toEqual([
      403,
      'Only the party leader can make it a squad. Ask them, or leave and start your own.',
    ]);
    const id = await press(leader);
    await ask(leader, 'POST', `/api/squads/${id}/leave`, { reason: 'unsaid' });
    expect(await readRefusal(leader)).toEqual([
      409,
      'Your party already has a squad, and you left it. Ask its captain to invite you again.',
    ]);
  });

  it('happens when players agree to a party, with a single notification that links to the squad', async () => {
    const memberIds = [friend.userId, leader.userId, third.userId];
    const positions = { [friend.userId]: 'C' };
    const group = { leaderId: leader.userId, memberIds, reason: matchMessages.partyReady, positions };
    const after = await context.deps.db.transaction((tx) => formParty(tx, context.deps, group));
    await after();
    const [squad] = await listSquads(third);
    expect(squad).toMatchObject({ size: 5, you_lead: false, members: { length: 3 } });
    const { members } = await readRoom(leader, squad!.id);
    expect(members.map((member) => [member.id, member.captain, member.position])).toEqual([
      [leader.userId, true, 'PG'],
      [friend.userId, false, 'C'],
      [third.userId, false, 'SF'],
    ]);
    const thirdOutbox = await listOutbox(context.deps.db, third.userId);
    expect(thirdOutbox.map(({ title, actions }) => [title, actions.map(({ path }) => path)])).toEqual([
      ["You're a party now", [`/protocol/squads/${squad!.id}`, '/protocol/matches']],
    ]);
    expect(await press(leader)).toBe(squad!.id);
    expect((await getParty(friend))?.squad_id).toBe(squad!.id);
  });
});

it('creates one squad when its event arrives twice', async () => {
  const { matchId } = await makeSquad(context.deps, [leader, friend]);
  const members = [leader, friend].map(({ userId }) => ({ userId, position: null }));
  await gather(third);
  const party = (await getParty(leader))!;
  await context.deps.db.transaction(async (tx) => {
    await publishEvent(tx, context.deps, matchConfirmed, { matchId, type: 'nba2k_pair', members });
    await publishEvent(tx, context.deps, partyFormed, { partyId: party.id, members });
    await publishEvent(tx, context.deps, partyFormed, { partyId: party.id, members });
  });
  expect(await listSquads(friend)).toHaveLength(2);
});

describe('a match of players who already have a squad', () => {
  const createSquad = async (...players: Player[]) => (await makeSquad(context.deps, players)).squadId;

  it("continues their party's squad with its name, captain and chat, and fills in positions", async () => {
    await gather(friend);
    const id = await press(leader);
    await ask(leader, 'PUT', `/api/squads/${id}/captain`, { user_id: friend.userId });
    expect(await createSquad(leader, friend)).toBe(id);
    expect(await listSquads(friend)).toMatchObject([{ id, you_lead: true, members: { length: 2 } }]);
    const { members } = await readRoom(leader, id);
    expect(members.map((member) => member.position)).toEqual(['PG', 'C']);
  });

  it("links to the squad from each of the players' matches", async () => {
    const first = await makeSquad(context.deps, [leader, friend]);
    const second = await makeSquad(context.deps, [friend, leader]);
    const third = await makeSquad(context.deps, [leader, friend]);
    expect([second.squadId, third.squadId]).toEqual([first.squadId, first.squadId]);
    for (const { matchId } of [first, second, third]) {
      const { body } = await ask<{ squad_id: string }>(friend, 'GET', `/api/matches/${matchId}`);
      expect(body.squad_id).toBe(first.squadId);
    }
    expect(await listSquads(leader)).toHaveLength(1);
  });

  it('starts a new squad when the members or the size differ, or the old one has ended', async () => {
    await gather(friend, third);
    const party = await press(leader);
    const pair = await createSquad(leader, friend);
    expect(pair).not.toBe(party);
    const others = [await makePlayer(context.deps), await makePlayer(context.deps)];
    expect(await createSquad(leader, friend, third, ...others)).not.toBe(party);
    await ask(third, 'POST', `/api/squads/${party}/leave`, { reason: 'unsaid' });
    // Two players are left in the party's squad, which is now a squad of five that needs three.
    expect(await createSquad(leader, friend)).toBe(pair);
    await ask(leader, 'DELETE', `/api/squads/${pair}`);
    expect(await createSquad(leader, friend)).not.toBe(pair);
  });
});
