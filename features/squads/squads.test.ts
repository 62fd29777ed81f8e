import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { deleteByAdmin } from '../accounts/account-admin/account-admin.commands.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import { listEverythingAbout } from '../accounts/own-data/test-own-data.ts';
import { runMatcherNow } from '../matches/matcher-runs/matcher-runs.commands.ts';
import { listMatches, respondToMatch } from '../matches/matches.commands.ts';
import { makeFittingFive, makeSquadProposal } from '../matches/matches.factory.ts';
import type { Match } from '../matches/matches.schema.ts';
import { answerInvitation, getParty, inviteToParty } from '../matches/parties/parties.commands.ts';
import { banUser } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { endSquad, leaveSquad, transferCaptaincy } from './squads.commands.ts';
import { makeSquad } from './squads.factory.ts';
import type { OwnSquads, SquadRoom } from './squads.schema.ts';

describe('squads', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());

  async function ask<T>(caller: { accessToken: string }, method: string, path: string, body?: object) {
    const response = await context.app.request(path, {
      method,
      headers: { Authorization: `Bearer ${caller.accessToken}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T };
  }
  const getError = (response: { body: unknown }) => (response.body as { error: { message: string } }).error.message;
  const readRoom = async (player: Player, id: string) => {
    const { status, body } = await ask<SquadRoom>(player, 'GET', `/api/squads/${id}`);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.anything()]);
    return body;
  };
  const readOwn = async (player: Player) => (await ask<OwnSquads>(player, 'GET', '/api/squads')).body;
  const listNotifications = async (player: Player) =>
    (await listOutbox(context.deps.db, player.userId)).filter(({ kind }) => kind === 'squad');
  const makePlayers = async (count: number, overrides: Parameters<typeof makePlayer>[1] = {}) => {
    const players: Player[] = [];
    for (let i = 0; i < count; i++) players.push(await makePlayer(context.deps, overrides));
    return players;
  };
  const getCaptain = (squad: SquadRoom) => squad.members.find((member) => member.captain)?.id;

  describe('forming a squad', () => {
    it('forms one squad per match on the last acceptance, with the first to accept as captain', async () => {
      const { matchId, members } = await makeSquadProposal(context.deps);
      const order = [2, 0, 1, 4, 3].map((seat) => members[seat]!);
      for (const member of order.slice(0, 4)) await respondToMatch(context.deps, toActor(member), matchId, 'accept');
      expect((await readOwn(order[0]!)).squads).toEqual([]);
      await respondToMatch(context.deps, toActor(order[4]!), matchId, 'accept');
      const { squads } = await readOwn(order[4]!);
      expect(squads).toMatchObject([{ size: 5, you_lead: false, members: { length: 5 } }]);
      const squad = await readRoom(order[0]!, squads[0]!.id);
      expect(squad.name).toMatch(/^\w+ \w+$/);
      expect(squad.you_lead).toBe(true);
      expect(getCaptain(squad)).toBe(order[0]!.userId);
      expect(squad.members.map((member) => member.position).sort()).toEqual(['C', 'PF', 'PG', 'SF', 'SG']);
      expect(squad.week?.common).toContain('1');
      expect(squad.next_sessions).toHaveLength(3);
      const { body: match } = await ask<Match>(order[1]!, 'GET', `/api/matches/${matchId}`);
      expect(match.squad_id).toBe(squad.id);
      expect(match.next_sessions).toEqual(squad.next_sessions);
      const notification = (await listOutbox(context.deps.db, order[3]!.userId)).find(
        ({ kind }) => kind === 'match_mutual',
      );
      expect(notification?.address).toBe(`/protocol/squads/${squad.id}`);
      await expect(
        context.deps.db.execute(sql`
          insert into squads (match_id, name, crest_seed, size, created_at, ended_at)
          values (${matchId}, 'Another', 1, 5, now(), now())`),
      ).rejects.toThrow();
    });

    it('makes the party leader captain, regardless of who accepted first', async () => {
      const players = await makeFittingFive(context.deps, { languages: ['Party talk'] });
      const [leader, mate] = [players[1]!, players[3]!];
      await inviteToParty(context.deps, leader, mate.userId);
      const { invitations } = await getParty(context.deps, mate);
      await answerInvitation(context.deps, mate, invitations[0]!.party_id, true);
      await runMatcherNow(context.deps);
      const { matches } = await listMatches(context.deps, toActor(leader), undefined);
      for (const member of players) await respondToMatch(context.deps, toActor(member), matches[0]!.id, 'accept');
      const { squads } = await readOwn(leader);
      expect(squads).toMatchObject([{ you_lead: true, members: { length: 5 } }]);
    });

    it('shows contact handles to members only and refuses everyone else', async () => {
      const [one, two] = (await makePlayers(2, { discord: 'on_court' })) as [Player, Player];
      const { squadId } = await makeSquad(context.deps, [one, two]);
      const squad = await readRoom(one, squadId);
      expect(squad.size).toBe(2);
      expect(squad.members.map((member) => [member.is_you, member.contacts])).toEqual([
        [true, []],
        [
          false,
          [
            { label: 'Discord', value: 'on_court', url: null },
            { label: 'PSN', value: expect.any(String), url: null },
          ],
        ],
      ]);
      const [stranger] = await makePlayers(1);
      const refusal = await ask(stranger!, 'GET', `/api/squads/${squadId}`);
      expect([refusal.status, getError(refusal)]).toEqual([404, 'Squad not found, or you’re no longer in it.']);
      const response = await ask(stranger!, 'GET', `/api/squads/${squadId}?explain=denied`);
      expect([response.status, response.body]).toEqual([200, { denied: getError(refusal) }]);
      // Clients of the previous version send `?shut=told` and read `shut`.
      const earlier = await ask(stranger!, 'GET', `/api/squads/${squadId}?shut=told`);
      expect(earlier.body).toMatchObject({ shut: getError(refusal) });
      const calendar = await ask<string>(two, 'GET', `/api/squads/${squadId}/calendar.ics`);
      expect(calendar.body).toMatch(/^BEGIN:VCALENDAR/);
      expect(calendar.body.match(/BEGIN:VEVENT/g)).toHaveLength(squad.next_sessions.length);
    });
  });

  it("propose times from the current members' availability, not from the match", async () => {
    const [captain, mate] = (await makePlayers(2)) as [Player, Player];
    const { squadId } = await makeSquad(context.deps, [captain, mate]);
    const sundays = { timezone: 'UTC', availability: [{ days: ['Sun' as const], start: '18:00', end: '22:00' }] };
    const third = await makePlayer(context.deps, sundays);
    const path = `/api/squads/${squadId}`;
    const { link_path } = (await ask<{ link_path: string }>(captain, 'PUT', `${path}/link`)).body;
    await ask(third, 'POST', `/api/squad-links/${link_path.split('/').at(-1)}`);
    const { next_sessions: times } = (await ask<SquadRoom>(captain, 'GET', path)).body;
    const otherDays = times.filter(({ start }) => new Date(start).getUTCDay() !== 0);
    expect(otherDays).toEqual([]);
    await ask(third, 'POST', `${path}/leave`, { reason: 'hours' });
    const nextSessions = (await ask<SquadRoom>(captain, 'GET', path)).body.next_sessions;
    expect(nextSessions).toHaveLength(3);
  });

  describe('past squad page', () => {
    it('lists former members and the reason page by page, leaving out blocked people', async () => {
      const [person, friend, blockedPlayer] = (await makePlayers(3)) as [Player, Player, Player];
      const name = (player: Player) => player.profile.display_name;
      const ids: string[] = [];
      for (let i = 0; i < 12; i++) {
        const { squadId } = await makeSquad(context.deps, [person, friend]);
        ids.unshift(squadId);
        await leaveSquad(context.deps, toActor(person), squadId, 'hours');
      }
      const { squadId: endedSquadId } = await makeSquad(context.deps, [blockedPlayer, person]);
      await endSquad(context.deps, toActor(blockedPlayer), endedSquadId);
      const first = (await readOwn(person)).past;
      expect(first.past[0]).toMatchObject({
        ...{
          id: endedSquadId,
          ended: true,
          reason: 'The captain ended it for everyone.',
          others: [name(blockedPlayer)],
        },
      });
      expect(first.past[1]).toMatchObject({ ended: false, reason: 'You left the squad.', others: [name(friend)] });
      const readPage = (before: string) =>
        ask<OwnSquads['past']>(person, 'GET', `/api/squads/past?before=${encodeURIComponent(before)}`);
      const { body: second } = await readPage(first.next!);
      expect(second.next).toBeNull();
      const pastIds = [...first.past, ...second.past].map(({ id }) => id);
      expect(new Set(pastIds)).toEqual(new Set([endedSquadId, ...ids]));
      expect(pastIds).toHaveLength(13);
      await ask(blockedPlayer, 'PUT', `/api/profiles/${person.userId}/block`, { kind: 'block' });
      expect((await readOwn(person)).past.past[0]).toMatchObject({ id: endedSquadId, others: [] });
      expect((await readPage('nowhere')).status).toBe(422);
    });
  });

  describe('captain permissions', () => {
    it('lets only the captain rename the squad and notifies the other members', async () => {
      const [captain, mate] = (await makePlayers(2)) as [Player, Player];
      const { squadId } = await makeSquad(context.deps, [captain, mate]);
      const before = await readRoom(captain, squadId);
      const refusal = await ask(mate, 'PATCH', `/api/squads/${squadId}`, { name: 'Mine now' });
      expect([refusal.status, getError(refusal)]).toEqual([403, 'Only the squad’s captain can do this.']);
      const { body } = await ask<SquadRoom>(captain, 'PATCH', `/api/squads/${squadId}`, { name: ' Tide ' });
      expect([body.name, body.rev, body.crest_seed]).toEqual(['Tide', before.rev + 1, before.crest_seed]);
      expect(await listNotifications(mate)).toMatchObject([{ title: `${before.name} is now called Tide` }]);
      expect(await listNotifications(captain)).toEqual([]);
      const secondResponse = await ask<SquadRoom>(captain, 'PATCH', `/api/squads/${squadId}`, { name: 'Tide' });
      expect(secondResponse.body.rev).toBe(body.rev);
      const crest = await ask<SquadRoom>(captain, 'PATCH', `/api/squads/${squadId}`, { new_crest: true });
      expect(crest.body.crest_seed).not.toBe(body.crest_seed);
      expect(await listNotifications(mate)).toHaveLength(1);
      for (const name of ['', 'x'.repeat(41)]) {
        expect((await ask(captain, 'PATCH', `/api/squads/${squadId}`, { name })).status).toBe(422);
      }
    });

    it('refuses a squad name with a blocked word', async () => {
      const pair = await makePlayers(2);
      const { squadId } = await makeSquad(context.deps, pair);
      const { blockedWords } = await import('../../content/blocked-words.ts');
      const refusal = await ask(pair[0]!, 'PATCH', `/api/squads/${squadId}`, { name: `The ${blockedWords[0]} five` });
      expect([refusal.status, getError(refusal)]).toEqual([422, 'This name isn’t allowed here. Choose another one.']);
    });

    it('lets the captain hand the squad over to a member, but not take it back', async () => {
      const squadPlayers = await makePlayers(5);
      const { squadId } = await makeSquad(context.deps, squadPlayers);
      const [captain, next, third] = squadPlayers as [Player, Player, Player];
      const [stranger] = await makePlayers(1);
      const give = (player: Player, to: Player) =>
        ask<SquadRoom>(player, 'PUT', `/api/squads/${squadId}/captain`, { user_id: to.userId });
      expect((await give(captain, stranger!)).status).toBe(409);
      expect((await give(next, third)).status).toBe(403);
      expect(getCaptain((await give(captain, next)).body)).toBe(next.userId);
      expect((await give(captain, captain)).status).toBe(403);
      expect(await listNotifications(next)).toMatchObject([{ lines: ['You’re the captain now.'] }]);
      expect(await listNotifications(third)).toMatchObject([
        { lines: [`${next.profile.display_name} is the captain now.`] },
      ]);
    });

    it('refuses changes in the database that leave the squad without a captain', async () => {
      const pair = await makePlayers(2);
      const [stranger] = await makePlayers(1);
      const { squadId } = await makeSquad(context.deps, pair);
      const { db } = context.deps;
      const statements = [
        sql`update squads set captain_id = null where id = ${squadId}`,
        sql`update squads set captain_id = ${stranger!.userId} where id = ${squadId}`,
        sql`update squad_members set left_at = now(), left_reason = 'unsaid'
             where squad_id = ${squadId} and user_id = ${pair[0]!.userId}`,
        sql`delete from squad_members where squad_id = ${squadId} and user_id = ${pair[0]!.userId}`,
      ];
      for (const statement of statements) await expect(db.execute(statement)).rejects.toThrow();
      expect(getCaptain(await readRoom(pair[1]!, squadId))).toBe(pair[0]!.userId);
    });
  });

  describe('leaving a squad', () => {
    it('accepts only listed reasons, promotes the longest-serving member, and ends with the last one', async () => {
      const [captain, mate] = (await makePlayers(2)) as [Player, Player];
      const { squadId } = await makeSquad(context.deps, [captain, mate]);
      const { name } = await readRoom(mate, squadId);
      expect((await ask(captain, 'POST', `/api/squads/${squadId}/leave`, { reason: 'they are bad' })).status).toBe(422);
      expect((await ask(captain, 'POST', `/api/squads/${squadId}/leave`, { reason: 'hours' })).status).toBe(200);
      expect(await listNotifications(mate)).toMatchObject([
        {
          title: `${captain.profile.display_name} left ${name}`,
          lines: ['Their availability changed.', 'You’re the captain now.', 'You’re the only member now.'],
        },
      ]);
      expect((await ask(captain, 'GET', `/api/squads/${squadId}`)).status).toBe(404);
      expect((await ask(captain, 'POST', `/api/squads/${squadId}/leave`, { reason: 'hours' })).status).toBe(404);
      expect(await readOwn(captain)).toMatchObject({
        squads: [],
        past: { past: [{ id: squadId, name, ended: false, reason: 'You left the squad.' }] },
      });
      const lastRoom = await readRoom(mate, squadId);
      expect([getCaptain(lastRoom), lastRoom.week, lastRoom.next_sessions]).toEqual([mate.userId, null, []]);
      expect((await ask(mate, 'GET', `/api/squads/${squadId}/calendar.ics`)).status).toBe(409);
      expect((await ask(mate, 'POST', `/api/squads/${squadId}/leave`, { reason: 'unsaid' })).status).toBe(200);
      expect(await readOwn(mate)).toMatchObject({
        squads: [],
        past: { past: [{ id: squadId, ended: true, others: [] }] },
      });
      const { rows } = await context.deps.db.execute(sql`select captain_id from squads where id = ${squadId}`);
      expect(rows).toEqual([{ captain_id: null }]);
    });

    it('lets the captain end the squad for everyone', async () => {
      const squadPlayers = await makePlayers(5);
      const { squadId, matchId } = await makeSquad(context.deps, squadPlayers);
      expect((await ask(squadPlayers[1]!, 'DELETE', `/api/squads/${squadId}`)).status).toBe(403);
      expect((await ask(squadPlayers[0]!, 'DELETE', `/api/squads/${squadId}`)).status).toBe(200);
      for (const member of squadPlayers)
        expect(await readOwn(member)).toMatchObject({
          squads: [],
          past: { past: [{ ended: true, others: { length: 4 } }], next: null },
        });
      expect(await listNotifications(squadPlayers[4]!)).toMatchObject([
        { title: expect.stringMatching(/ has ended$/), address: '/protocol/squads' },
      ]);
      const { body } = await ask<Match>(squadPlayers[0]!, 'GET', `/api/matches/${matchId}`);
      expect([body.status, body.squad_id]).toEqual(['mutual', null]);
    });

    it('lets all five leave at once, with exactly one captain until the squad ends', async () => {
      const squadPlayers = await makePlayers(5);
      const { squadId } = await makeSquad(context.deps, squadPlayers);
      const [captain, next] = squadPlayers as [Player, Player];
      const outcomes = await Promise.allSettled([
        transferCaptaincy(context.deps, captain, squadId, next.userId),
        ...squadPlayers.map((member) => leaveSquad(context.deps, member, squadId, 'unsaid')),
        endSquad(context.deps, squadPlayers[3]!, squadId),
      ]);
      // Depending on the order, some actions are refused, because the captain has changed or the squad has ended.
      const errors = outcomes.flatMap((one) =>
        one.status === 'rejected' ? [(one.reason as { code?: string }).code] : [],
      );
      for (const code of errors) expect(['conflict', 'forbidden', 'not_found']).toContain(code);
      const { rows } = await context.deps.db.execute(sql`
        select s.captain_id, s.ended_at is not null as ended,
               (select count(*)::int from squad_members m where m.squad_id = s.id and m.left_at is null) as members
          from squads s where s.id = ${squadId}`);
      expect(rows).toEqual([{ captain_id: null, ended: true, members: 0 }]);
    });

    it('removes members banned from matches, names the reason, and ignores listing bans', async () => {
      const pair = await makePlayers(2);
      const { squadId } = await makeSquad(context.deps, pair);
      const admin = await makeAdmin(context.deps);
      const ban = async (scope: 'listing' | 'matching') => {
        const what = { userId: pair[0]!.userId, reason: 'Test', days: 3, scope };
        const { after } = await context.deps.db.transaction((tx) => banUser(tx, context.deps, admin, what));
        await after();
      };
      await ban('listing');
      expect((await readRoom(pair[0]!, squadId)).members).toHaveLength(2);
      await ban('matching');
      expect((await ask(pair[0]!, 'GET', `/api/squads/${squadId}`)).status).toBe(404);
      expect(getCaptain(await readRoom(pair[1]!, squadId))).toBe(pair[1]!.userId);
      expect(await listNotifications(pair[1]!)).toMatchObject([
        { lines: expect.arrayContaining(['A moderator removed them from matches.']) },
      ]);
    });

    it("removes a member when their account deletion is scheduled, and all traces once it's erased", async () => {
      const [captain, mate] = (await makePlayers(2)) as [Player, Player];
      const { squadId } = await makeSquad(context.deps, [captain, mate]);
      expect(await listEverythingAbout(context.deps.db, captain.userId)).toMatchObject({
        squad_members: [{ squad_id: squadId, left_at: null }],
      });
      expect((await ask(captain, 'POST', '/api/account/deletion')).status).toBe(200);
      expect((await readRoom(mate, squadId)).members.map(({ id }) => id)).toEqual([mate.userId]);
      expect(await listNotifications(mate)).toMatchObject([
        { lines: expect.arrayContaining(["They're leaving Planet Crew.", 'You’re the captain now.']) },
      ]);
      for (const person of [captain, mate]) await deleteByAdmin(context.deps, person.userId, false);
      const { rows } = await context.deps.db.execute(sql`
        select s.ended_at is not null as ended, (select count(*)::int from squad_members m where m.squad_id = s.id) as rows
          from squads s where s.id = ${squadId}`);
      expect(rows).toEqual([{ ended: true, rows: 0 }]);
    });

    it('keeps members who unpublish their profile', async () => {
      const pair = await makePlayers(2);
      const { squadId } = await makeSquad(context.deps, pair);
      expect((await ask(pair[0]!, 'DELETE', '/api/profiles/me/publication')).status).toBe(200);
      expect((await readRoom(pair[1]!, squadId)).members).toHaveLength(2);
    });

    it('silently removes a member who blocks another member, but keeps a captain who does', async () => {
      const squadPlayers = await makePlayers(5);
      const [captain, one, two, three] = squadPlayers as [Player, Player, Player, Player];
      const { squadId } = await makeSquad(context.deps, squadPlayers);
      const block = (player: Player, target: Player) =>
        ask(player, 'PUT', `/api/profiles/${target.userId}/block`, { kind: 'block' });
      await block(one, two);
      expect((await ask(one, 'GET', `/api/squads/${squadId}`)).status).toBe(404);
      expect((await readRoom(two, squadId)).members).toHaveLength(4);
      await block(captain, three);
      expect((await ask(three, 'GET', `/api/squads/${squadId}`)).status).toBe(404);
      expect(getCaptain(await readRoom(captain, squadId))).toBe(captain.userId);
      expect(
        (await listNotifications(three)).find(({ title }) => title.startsWith('You’re no longer in ')),
      ).toMatchObject({
        title: expect.stringMatching(/^You’re no longer in .+$/),
        address: '/protocol/squads',
      });
      for (const reader of [two, three, captain])
        expect(JSON.stringify(await listNotifications(reader))).not.toMatch(/block/i);
    });
  });
});
