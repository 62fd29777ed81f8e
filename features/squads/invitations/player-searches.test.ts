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

describe('pool invitations', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());

  type Answer = SquadRoom & { error?: { message: string } };
  async function ask(who: { accessToken: string }, method: string, path: string, body?: object) {
    const answer = await context.app.request(`/api/squads/${path}`, {
      method,
      headers: { Authorization: `Bearer ${who.accessToken}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as Answer };
  }
  const SEATS = ['PG', 'C', 'SG', 'SF', 'PF'] as const;
  const evenings = (...days: string[]) => [{ days, start: '18:00', end: '23:00' }];

  /**
   * Creates a squad with a language no one else speaks. In a squad of five, the last member, who plays PF, has left.
   */
  async function short(size: 2 | 5) {
    const languages = [`Argot ${crypto.randomUUID().slice(0, 6)}`];
    const made = (more: object) =>
      makePlayer(context.deps, { languages, availability: evenings('Tue', 'Thu'), ...more });
    const members: Player[] = [];
    for (const role of SEATS.slice(0, size)) members.push(await made({ role }));
    const { squadId } = await makeSquad(context.deps, members);
    const leaver = members.pop()!;
    await ask(leaver, 'POST', `${squadId}/leave`, { reason: 'hours' });
    const seat = SEATS[size - 1]!;
    const [captain] = members as [Player];
    return { squadId, seat, captain, members, leaver, made };
  }
  const seek = (who: Player, squadId: string, seat: string) => ask(who, 'POST', `${squadId}/seek`, { seat });
  const asked = ({ body }: { body: Answer }) => body.invited.map(({ id, seat }) => [id, seat]);
  const reply = (who: Player, squadId: string, action: string) => ask(who, 'POST', `${squadId}/answer`, { action });

  it('fills an empty spot with one invitation at a time, in the position the player accepts', async () => {
    const { squadId, seat, captain, made } = await short(5);
    const [first, second] = [await made({ role: seat }), await made({ role: seat })];
    const found = await seek(captain, squadId, seat);
    expect([found.status, asked(found).length, asked(found)[0]?.[1]]).toEqual([200, 1, seat]);
    const chosen = asked(found)[0]![0] === first.userId ? first : second;
    expect((await listOutbox(context.deps.db, chosen.userId))[0]).toMatchObject({
      title: `${found.body.name} needs someone to play ${seat}`,
    });
    const again = await Promise.all([seek(captain, squadId, seat), seek(captain, squadId, seat)]);
    for (const { status, body } of again) {
      expect([status, body.error?.message]).toEqual([
        409,
        expect.stringContaining(
          'We’ve already invited someone for this spot. Wait for an answer, or withdraw the invitation first.',
        ),
      ]);
    }
    expect((await reply(chosen, squadId, 'accept')).status).toBe(200);
    const { body: room } = await ask(captain, 'GET', squadId);
    expect(room.members.find(({ id }) => id === chosen.userId)?.position).toBe(seat);
    expect(room.invited).toEqual([]);
    const full = await seek(captain, squadId, seat);
    expect([full.status, full.body.error?.message]).toEqual([
      409,
      expect.stringContaining('already has enough players'),
    ]);
  });

  it('sends only one invitation for two concurrent requests', async () => {
    const { squadId, seat, captain, made } = await short(5);
    await made({ role: seat });
    await made({ role: seat });
    const both = await Promise.all([seek(captain, squadId, seat), seek(captain, squadId, seat)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await ask(captain, 'GET', squadId)).body.invited).toHaveLength(1);
  });

  it('skips a player for a month after they decline and invites the next one', async () => {
    const { squadId, seat, captain, made } = await short(5);
    const both = [await made({ role: seat }), await made({ role: seat })];
    const names = new Set<string>();
    for (const _ of both) {
      const [id] = asked(await seek(captain, squadId, seat))[0]!;
      names.add(id!);
      await reply(both.find(({ userId }) => userId === id)!, squadId, 'decline');
    }
    expect(names).toEqual(new Set(both.map(({ userId }) => userId)));
    const none = await seek(captain, squadId, seat);
    expect([none.status, none.body.error?.message]).toEqual([
      409,
      expect.stringContaining('No one looking right now is a fit'),
    ]);
  });

  it('skips players who are blocked or banned, play another position or share no availability', async () => {
    const { squadId, seat, captain, members, made } = await short(5);
    const blocked = await made({ role: seat });
    await blockPlayer(context.deps, toActor(blocked), members[2]!.userId, 'block');
    const banned = await made({ role: seat });
    const ban = { userId: banned.userId, reason: 'Test', days: 3, scope: 'matching' as const };
    const admin = await makeAdmin(context.deps);
    const { after } = await context.deps.db.transaction((tx) => banUser(tx, context.deps, admin, ban));
    await after();
    await made({ role: 'PG', flex_positions: [] });
    await made({ role: seat, availability: evenings('Sun') });
    expect((await seek(captain, squadId, seat)).status).toBe(409);
  });

  it('never invites a former member, even after the cooldown', async () => {
    const { squadId, seat, captain } = await short(5);
    await context.deps.db.execute(sql`update matches set closed_at = closed_at - interval '60 days'`);
    expect((await seek(captain, squadId, seat)).status).toBe(409);
  });

  it('picks the player with the most shared availability for a pair', async () => {
    const { squadId, seat, captain, made } = await short(2);
    await made({ role: seat, availability: evenings('Tue') });
    const most = await made({ role: seat });
    expect(asked(await seek(captain, squadId, seat))).toEqual([[most.userId, seat]]);
  });

  it('refuses an eleventh open invitation and explains why', async () => {
    const { squadId, seat, captain, made } = await short(5);
    await made({ role: seat });
    for (let times = 0; times < 10; times++) {
      const { userId } = await makePlayer(context.deps);
      expect((await ask(captain, 'POST', `${squadId}/invitations`, { user_id: userId })).status).toBe(200);
    }
    const none = await seek(captain, squadId, seat);
    expect([none.status, none.body.error?.message]).toEqual([
      409,
      'You already have 10 open invitations. Withdraw one first.',
    ]);
  });

  it('lets only the captain invite, and only for an open spot', async () => {
    const { squadId, seat, captain, members, leaver } = await short(5);
    const stranger = await makePlayer(context.deps);
    for (const who of [stranger, leaver]) expect((await seek(who, squadId, seat)).status).toBe(404);
    expect((await seek(members[1]!, squadId, seat)).status).toBe(403);
    const taken = await seek(captain, squadId, 'PG');
    expect([taken.status, taken.body.error?.message]).toEqual([409, expect.stringContaining('plays there')]);
    expect((await seek(captain, squadId, 'Coach')).status).toBe(422);
  });
});

it("refuses to invite from the pool for a spot that's taken or has an open invitation", () => {
  const five = (seats: (string | null)[], askedSeats: string[] = []) => ({ seats, size: 5 as const, askedSeats });
  expect(findSeatProblem(five(['PG', 'SG', null]), 'C')).toBeUndefined();
  expect(findSeatProblem(five(['PG', 'C']), 'C')).toBe(messages.positionTaken);
  expect(findSeatProblem(five(['PG'], ['C']), 'C')).toBe(messages.positionInvited);
  expect(findSeatProblem(five(['PG', 'SG', 'SF', 'PF', null]), 'C')).toBe(messages.enoughMembers);
  expect(findSeatProblem({ seats: ['C'], size: 2, askedSeats: [null] }, 'C')).toBeUndefined();
  expect(findSeatProblem({ seats: ['C'], size: 2, askedSeats: ['SF'] }, 'PG')).toBe(messages.positionInvited);
  expect(findSeatProblem(five(['PG', 'PG', 'SF', 'PF'], ['C']), 'SG')).toBe(messages.positionInvited);
});
