import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { toActor } from '../../accounts/accounts.factory.ts';
import { banUser } from '../../moderation/bans.commands.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { listOutbox } from '../../notifications/notifications.queries.ts';
import { blockPlayer } from '../../profiles/blocks/blocks.commands.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { makeSquad } from '../squads.factory.ts';
import * as messages from '../squads.messages.ts';
import type { SquadRoom } from '../squads.schema.ts';
import { findSeatProblem } from './squad-invitations.rules.ts';

describe('player search', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());

  type Answer = SquadRoom & { error?: { message: string } };
  async function ask(caller: { accessToken: string }, method: string, path: string, body?: object) {
    const response = await context.app.request(`/api/squads/${path}`, {
      method,
      headers: { Authorization: `Bearer ${caller.accessToken}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  }
  const SEATS = ['PG', 'C', 'SG', 'SF', 'PF'] as const;
  const createEvenings = (...days: string[]) => [{ days, start: '18:00', end: '23:00' }];

  /**
   * Creates a squad with a language no one else speaks. In a squad of five, the last member, who plays PF, has left.
   */
  async function createShortSquad(size: 2 | 5) {
    const languages = [`Argot ${crypto.randomUUID().slice(0, 6)}`];
    const createPlayer = (more: object) =>
      makePlayer(context.deps, { languages, availability: createEvenings('Tue', 'Thu'), ...more });
    const members: Player[] = [];
    for (const role of SEATS.slice(0, size)) members.push(await createPlayer({ role }));
    const { squadId } = await makeSquad(context.deps, members);
    const leaver = members.pop()!;
    await ask(leaver, 'POST', `${squadId}/leave`, { reason: 'hours' });
    const seat = SEATS[size - 1]!;
    const [captain] = members as [Player];
    return { squadId, seat, captain, members, leaver, made: createPlayer };
  }
  const seek = (player: Player, squadId: string, seat: string) => ask(player, 'POST', `${squadId}/seek`, { seat });
  const listInvited = ({ body }: { body: Answer }) => body.invited.map(({ id, seat }) => [id, seat]);
  const reply = (player: Player, squadId: string, action: string) =>
    ask(player, 'POST', `${squadId}/answer`, { action });

  it('fills an empty spot with one invitation at a time, in the position the player accepts', async () => {
    const { squadId, seat, captain, made } = await createShortSquad(5);
    const [first, second] = [await made({ role: seat }), await made({ role: seat })];
    const found = await seek(captain, squadId, seat);
    expect([found.status, listInvited(found).length, listInvited(found)[0]?.[1]]).toEqual([200, 1, seat]);
    const invitee = listInvited(found)[0]![0] === first.userId ? first : second;
    expect((await listOutbox(context.deps.db, invitee.userId))[0]).toMatchObject({
      title: `${found.body.name} needs someone to play ${seat}`,
    });
    const secondResponse = await Promise.all([seek(captain, squadId, seat), seek(captain, squadId, seat)]);
    for (const { status, body } of secondResponse) {
      expect([status, body.error?.message]).toEqual([
        409,
        expect.stringContaining(
          'We’ve already invited someone for this spot. Wait for an answer, or withdraw the invitation first.',
        ),
      ]);
    }
    expect((await reply(invitee, squadId, 'accept')).status).toBe(200);
    const { body: room } = await ask(captain, 'GET', squadId);
    expect(room.members.find(({ id }) => id === invitee.userId)?.position).toBe(seat);
    expect(room.invited).toEqual([]);
    const full = await seek(captain, squadId, seat);
    expect([full.status, full.body.error?.message]).toEqual([
      409,
      expect.stringContaining('already has enough players'),
    ]);
  });

  it('sends only one invitation for two concurrent requests', async () => {
    const { squadId, seat, captain, made } = await createShortSquad(5);
    await made({ role: seat });
    await made({ role: seat });
    const responses = await Promise.all([seek(captain, squadId, seat), seek(captain, squadId, seat)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await ask(captain, 'GET', squadId)).body.invited).toHaveLength(1);
  });

  it('skips a player for a month after they decline and invites the next one', async () => {
    const { squadId, seat, captain, made } = await createShortSquad(5);
    const candidates = [await made({ role: seat }), await made({ role: seat })];
    const names = new Set<string>();
    for (const _ of candidates) {
      const [id] = listInvited(await seek(captain, squadId, seat))[0]!;
      names.add(id!);
      await reply(candidates.find(({ userId }) => userId === id)!, squadId, 'decline');
    }
    expect(names).toEqual(new Set(candidates.map(({ userId }) => userId)));
    const response = await seek(captain, squadId, seat);
    expect([response.status, response.body.error?.message]).toEqual([
      409,
      expect.stringContaining('No one looking right now is a fit'),
    ]);
  });

  it('skips players who are blocked or banned, play another position or share no availability', async () => {
    const { squadId, seat, captain, members, made } = await createShortSquad(5);
    const blockedPlayer = await made({ role: seat });
    await blockPlayer(context.deps, toActor(blockedPlayer), members[2]!.userId, 'block');
    const bannedPlayer = await made({ role: seat });
    const ban = { userId: bannedPlayer.userId, reason: 'Test', days: 3, scope: 'matching' as const };
    const admin = await makeAdmin(context.deps);
    const { after } = await context.deps.db.transaction((tx) => banUser(tx, context.deps, admin, ban));
    await after();
    await made({ role: 'PG', flex_positions: [] });
    await made({ role: seat, availability: createEvenings('Sun') });
    expect((await seek(captain, squadId, seat)).status).toBe(409);
  });

  it('never invites a former member, even after the cooldown', async () => {
    const { squadId, seat, captain } = await createShortSquad(5);
    await context.deps.db.execute(sql`update matches set closed_at = closed_at - interval '60 days'`);
    expect((await seek(captain, squadId, seat)).status).toBe(409);
  });

  it('picks the player with the most shared availability for a pair', async () => {
    const { squadId, seat, captain, made } = await createShortSquad(2);
    await made({ role: seat, availability: createEvenings('Tue') });
    const most = await made({ role: seat });
    expect(listInvited(await seek(captain, squadId, seat))).toEqual([[most.userId, seat]]);
  });

  it('refuses an eleventh open invitation and explains why', async () => {
    const { squadId, seat, captain, made } = await createShortSquad(5);
    await made({ role: seat });
    for (let times = 0; times < 10; times++) {
      const { userId } = await makePlayer(context.deps);
      expect((await ask(captain, 'POST', `${squadId}/invitations`, { user_id: userId })).status).toBe(200);
    }
    const response = await seek(captain, squadId, seat);
    expect([response.status, response.body.error?.message]).toEqual([
      409,
      'You already have 10 open invitations. Withdraw one first.',
    ]);
  });

  it('lets only the captain invite, and only for an open spot', async () => {
    const { squadId, seat, captain, members, leaver } = await createShortSquad(5);
    const stranger = await makePlayer(context.deps);
    for (const user of [stranger, leaver]) expect((await seek(user, squadId, seat)).status).toBe(404);
    expect((await seek(members[1]!, squadId, seat)).status).toBe(403);
    const conflictResponse = await seek(captain, squadId, 'PG');
    expect([conflictResponse.status, conflictResponse.body.error?.message]).toEqual([
      409,
      expect.stringContaining('plays there'),
    ]);
    expect((await seek(captain, squadId, 'Coach')).status).toBe(422);
  });
});

it("refuses to invite from the pool for a spot that's taken or has an open invitation", () => {
  const createLineup = (seats: (string | null)[], askedSeats: string[] = []) => ({
    seats,
    size: 5 as const,
    askedSeats,
  });
  expect(findSeatProblem(createLineup(['PG', 'SG', null]), 'C')).toBeUndefined();
  expect(findSeatProblem(createLineup(['PG', 'C']), 'C')).toBe(messages.positionTaken);
  expect(findSeatProblem(createLineup(['PG'], ['C']), 'C')).toBe(messages.positionInvited);
  expect(findSeatProblem(createLineup(['PG', 'SG', 'SF', 'PF', null]), 'C')).toBe(messages.enoughMembers);
  expect(findSeatProblem({ seats: ['C'], size: 2, askedSeats: [null] }, 'C')).toBeUndefined();
  expect(findSeatProblem({ seats: ['C'], size: 2, askedSeats: ['SF'] }, 'PG')).toBe(messages.positionInvited);
  expect(findSeatProblem(createLineup(['PG', 'PG', 'SF', 'PF'], ['C']), 'SG')).toBe(messages.positionInvited);
});
