import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { HOUR_MS } from '../../time/units.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { blockPlayer } from '../profiles/blocks/blocks.commands.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { formMatch } from './match-groups.commands.ts';
import { replaceMissingPlayer } from './match-replacements.commands.ts';
import {
  closePlayerProposals,
  expireMatches,
  getMatch,
  getMatchCalendar,
  listMatches,
  notifyMatch,
  respondToMatch,
} from './matches.commands.ts';
import { makeFittingFive, makeSquadProposal } from './matches.factory.ts';
import { applyAnswer, formatSummary, getTypeLabel, type Proposal } from './matches.rules.ts';
import type { MatchResponse, MatchStatus } from './matches.schema.ts';

describe('a match', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());

  const signal = new AbortController().signal;
  const respond = (player: Player, matchId: string, action: MatchResponse) =>
    respondToMatch(context.deps, toActor(player), matchId, action);
  const acceptAll = async (members: Player[], matchId: string) => {
    for (const member of members) await respond(member, matchId, 'accept');
  };
  const listKinds = async (player: Player) =>
    (await listOutbox(context.deps.db, player.userId)).map((message) => message.kind);
  const listOf = async (player: Player) => (await listMatches(context.deps, toActor(player), undefined)).matches;
  const listWaiting = async (player: Player) => {
    const { rows } = await context.deps.db.execute<{ waiting: number }>(
      sql`select waiting from matcher_left_over where user_id = ${player.userId}`,
    );
    return rows[0]?.waiting;
  };

  it('becomes mutual when the last member accepts, then shows contacts and sessions', async () => {
    context.setNow('2026-03-03T12:00:00Z');
    const { matchId, members } = await makeSquadProposal(context.deps);
    await context.deps.db.execute(
      sql`update protocol_profiles set discord = 'tallguy', phone = '+15550100' where id = ${members[4]!.userId}`,
    );
    const open = await respond(members[0]!, matchId, 'accept');
    expect(open).toMatchObject({ status: 'proposed', my_response: 'accept' });
    expect(open.members.every((member) => member.contacts.length === 0)).toBe(true);
    for (const member of members.slice(1)) await respond(member, matchId, 'accept');
    const mutualMatch = await getMatch(context.deps, toActor(members[0]!), matchId);
    expect(mutualMatch.status).toBe('mutual');
    expect(mutualMatch.members[4]!.contacts).toEqual([
      { label: 'Discord', value: 'tallguy', url: null },
      { label: 'PSN', value: expect.any(String), url: null },
    ]);
    expect(JSON.stringify(mutualMatch)).not.toContain('5550100');
    expect(JSON.stringify(mutualMatch)).not.toContain(members[4]!.email);
    expect(mutualMatch.next_sessions).toHaveLength(3);
    const admin = toActor(await makeAdmin(context.deps));
    expect(JSON.stringify(await getMatch(context.deps, admin, matchId))).not.toContain('tallguy');
    expect(await getMatchCalendar(context.deps, admin, matchId)).not.toContain('tallguy');
  });

  it('shows answers, names, sessions and the feedback window up to date on each read', async () => {
    context.setNow('2026-03-03T12:00:00Z');
    const { matchId, members } = await makeSquadProposal(context.deps);
    const [reader, other] = [members[0]!, members[1]!];
    const read = async () => (await listOf(reader)).find(({ id }) => id === matchId)!;
    expect((await read()).members[1]).toMatchObject({ response: null });
    await respond(other, matchId, 'accept');
    expect((await read()).members[1]).toMatchObject({ response: 'accept' });
    await context.deps.db.execute(
      sql`update protocol_profiles set display_name = 'Renamed' where id = ${other.userId}`,
    );
    expect((await read()).members[1]).toMatchObject({ display_name: 'Renamed' });
    for (const member of members) if (member !== other) await respond(member, matchId, 'accept');
    const [first, second] = (await read()).next_sessions;
    expect(await read()).toMatchObject({ status: 'mutual', feedback_open: false });
    context.setNow(first!.end);
    expect((await read()).next_sessions[0]).toEqual(second);
    expect(await read()).toMatchObject({ feedback_open: true });
  });

  it('sends each member one message with their own times and a calendar', async () => {
    context.setNow('2026-03-03T12:00:00Z');
    const { matchId, members } = await makeSquadProposal(context.deps);
    await context.deps.db.execute(
      sql`update protocol_profiles set timezone = 'America/Chicago', availability = '[{"days":["Mon","Tue","Wed","Thu"],"start":"18:00","end":"22:00"}]' where id = ${members[1]!.userId}`,
    );
    await acceptAll(members, matchId);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await notifyMatch(context.deps, toActor(members[2]!), matchId)).toEqual({ notified: 5 });
    }
    for (const member of members)
      expect((await listKinds(member)).filter((kind) => kind === 'match_mutual')).toHaveLength(1);
    const listLines = async (player: Player) =>
      (await listOutbox(context.deps.db, player.userId)).find((l) => l.kind === 'match_mutual')!;
    expect((await listLines(members[0]!)).lines.join('\n')).toContain('Tue, Mar 3, 7:00–11:00 PM EST');
    expect((await listLines(members[1]!)).lines.join('\n')).toContain('Tue, Mar 3, 6:00–10:00 PM CST');
    expect((await listLines(members[0]!)).attachments[0]).toMatchObject({
      name: 'squad-sessions.ics',
      type: 'text/calendar',
    });
    const calendar = await getMatchCalendar(context.deps, toActor(members[3]!), matchId);
    expect(calendar).toContain('DTSTART:20260304T000000Z');
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(3);
    expect((await listLines(members[0]!)).attachments[0]!.content.replaceAll(/DTSTAMP.*/g, '')).toBe(
      calendar.replaceAll(/DTSTAMP.*/g, ''),
    );
  });

  it('becomes mutual exactly once when the last two members accept at the same moment', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    await acceptAll(members.slice(0, 3), matchId);
    context.sent.length = 0;
    const repeatedMembers = [members[3]!, members[4]!, members[3]!, members[4]!];
    const results = await Promise.all(repeatedMembers.map((member) => respond(member, matchId, 'accept')));
    expect(results.map((match) => match.status)).toContain('mutual');
    for (const member of members)
      expect((await listKinds(member)).filter((kind) => kind === 'match_mutual')).toHaveLength(1);
    expect(context.sent.filter((job) => job.name === 'deliver-notifications')).toHaveLength(1);
  });

  it('ends when a member declines, which frees the others immediately', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    await respond(members[1]!, matchId, 'decline');
    for (const member of members) expect(await listOf(member)).toEqual([]);
    const { rows } = await context.deps.db.execute(
      sql`select 1 from match_members where match_id = ${matchId} and open`,
    );
    expect(rows).toEqual([]);
    await expect(respond(members[0]!, matchId, 'accept')).rejects.toThrow(
      "This match ended because a player declined. You're open for new ones.",
    );
    expect(await listKinds(members[0]!)).toContain('match_changed');
    expect(await listKinds(members[1]!)).not.toContain('match_changed');
  });

  it("restores the others' waiting count but not the decliner's", async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    await context.deps.db.execute(sql`update match_members set waited = 2 where match_id = ${matchId}`);
    await respond(members[1]!, matchId, 'decline');
    expect(await listWaiting(members[0]!)).toBe(3);
    expect(await listWaiting(members[1]!)).toBeUndefined();
  });

  it('expires after 72 hours and notifies the other members', async () => {
    context.setNow('2026-03-10T12:00:00Z');
    const { matchId, members } = await makeSquadProposal(context.deps);
    await respond(members[0]!, matchId, 'accept');
    context.setNow('2026-03-13T11:59:00Z');
    await expireMatches(context.deps, signal);
    expect((await getMatch(context.deps, toActor(members[0]!), matchId)).status).toBe('proposed');
    context.setNow('2026-03-13T12:00:00Z');
    await expect(respond(members[1]!, matchId, 'accept')).rejects.toThrow('within 72 hours');
    await expireMatches(context.deps, signal);
    expect(await expireMatches(context.deps, signal)).toBe(0);
    expect((await getMatch(context.deps, toActor(members[0]!), matchId)).status).toBe('expired');
    expect(await listWaiting(members[0]!)).toBe(1);
    expect(await listWaiting(members[1]!)).toBeUndefined();
    const notifications = await listOutbox(context.deps.db, members[1]!.userId);
    expect(notifications.find((message) => message.kind === 'match_changed')!.lines[0]).toContain("You didn't answer");
  });

  it('is visible only to its members', async () => {
    const { matchId } = await makeSquadProposal(context.deps);
    const stranger = await makePlayer(context.deps, { languages: ['Nobody’s'] });
    const admin = await makeAdmin(context.deps);
    const notFound = 'Match not found or you do not have access';
    for (const attempt of [
      () => getMatch(context.deps, toActor(stranger), matchId),
      () => respond(stranger, matchId, 'accept'),
      () => getMatchCalendar(context.deps, toActor(stranger), matchId),
      () => notifyMatch(context.deps, toActor(stranger), matchId),
      () => respond(stranger, '00000000-0000-4000-8000-000000000000', 'accept'),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found', message: notFound });
    }
    expect((await getMatch(context.deps, toActor(admin), matchId)).id).toBe(matchId);
    await expect(respondToMatch(context.deps, toActor(admin), matchId, 'accept')).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You are not a member of this match',
    });
  });

  it('refuses the calendar file and the notification until everyone has accepted', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    await expect(getMatchCalendar(context.deps, toActor(members[0]!), matchId)).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(notifyMatch(context.deps, toActor(members[0]!), matchId)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('disappears for both players when one blocks the other, and looks declined to the other members', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    await blockPlayer(context.deps, toActor(members[0]!), members[1]!.userId, 'block');
    await expect(respond(members[1]!, matchId, 'accept')).rejects.toMatchObject({ code: 'not_found' });
    expect(await listOf(members[2]!)).toEqual([]);
    const endings = await Promise.all(
      members.map(async ({ userId }) =>
        (await listOutbox(context.deps.db, userId)).filter(({ title }) => /ended/.test(title)),
      ),
    );
    expect(endings.map((messages) => messages.map(({ lines }) => lines[0]))).toEqual([
      [],
      ...Array(4).fill(["A player couldn't make it, so this match is canceled."]),
    ]);
    await expect(respond(members[2]!, matchId, 'accept')).rejects.toMatchObject({
      message: "This match ended because a player couldn't make it.",
    });
  });

  it('ends for everyone when a member is banned', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    await context.deps.db.transaction((tx) => closePlayerProposals(tx, context.deps, members[0]!.userId, 'banned'));
    expect((await getMatch(context.deps, toActor(members[1]!), matchId)).status).toBe('expired');
    expect(await listWaiting(members[0]!)).toBeUndefined();
    expect(await listWaiting(members[1]!)).toBe(1);
  });

  it("shows members each other's details and hides availability from admins", async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    await respond(members[1]!, matchId, 'accept');
    const card = await getMatch(context.deps, toActor(members[0]!), matchId);
    expect(card.members[1]).toEqual({
      id: members[1]!.userId,
      display_name: members[1]!.profile.display_name,
      verified: false,
      avatar_path: expect.stringMatching(/^\/og\/face\//),
      position: 'SG',
      role: 'SG',
      platform: 'PS5',
      region: 'NA-East',
      timezone: 'America/New_York',
      overall_rating: 85,
      competitive_level: 'competitive',
      mic: members[1]!.profile.mic,
      is_you: false,
      substitute: false,
      carried: false,
      response: 'accept',
      contacts: [],
    });
    expect(card.members.map((member) => member.is_you)).toEqual([true, false, false, false, false]);
    expect(card).toMatchObject({ my_response: null, feedback_open: false, my_feedback: null });
    expect(card.week).toMatchObject({ zone: 'America/New_York' });
    expect(card.week!.own).toBe(card.week!.common);
    expect(new Set(card.week!.others)).toEqual(new Set(['0', '4']));
    const admin = toActor(await makeAdmin(context.deps));
    expect(await getMatch(context.deps, admin, matchId)).toMatchObject({ week: null, my_response: null });
  });

  it("keeps agreed sessions until they're over, and shows deleted members as gone", async () => {
    context.setNow('2026-03-03T12:00:00Z');
    const { matchId, members } = await makeSquadProposal(context.deps);
    await acceptAll(members, matchId);
    const fixedSessions = [{ start: '2026-03-05T01:00:00.000Z', end: '2026-03-05T02:00:00.000Z' }];
    await context.deps.db.execute(sql`
      update matches set sessions = ${JSON.stringify(fixedSessions)}::jsonb where id = ${matchId}`);
    const read = () => getMatch(context.deps, toActor(members[0]!), matchId);
    expect((await read()).next_sessions).toEqual(fixedSessions);
    expect((await read()).feedback_open).toBe(false);
    context.setNow('2026-03-05T02:00:00Z');
    expect(await read()).toMatchObject({ next_sessions: { length: 3 }, feedback_open: true });
    context.setNow('2026-03-03T12:00:00Z');
    await context.deps.db.execute(sql`delete from protocol_profiles where id = ${members[2]!.userId}`);
    const formerMember = { display_name: 'Former player', role: null, mic: false, contacts: [] };
    expect((await read()).members[2]).toMatchObject(formerMember);
    expect(await getMatchCalendar(context.deps, toActor(members[0]!), matchId)).toContain('Former player');
    context.sent.length = 0;
    await notifyMatch(context.deps, toActor(members[0]!), matchId);
    expect(context.sent.map((job) => job.name)).toEqual(['deliver-notifications']);
  });

  it('refuses an unknown page cursor', async () => {
    const player = await makePlayer(context.deps, { languages: ['Lists'] });
    await expect(listMatches(context.deps, toActor(player), 'nonsense')).rejects.toMatchObject({
      code: 'invalid',
      field: 'before',
      message: 'We lost your place in the list. Open your matches again.',
    });
    expect(await listMatches(context.deps, toActor(player), undefined)).toEqual({ matches: [], next: null });
  });

  it('notifies the other members when no replacement can be found', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    context.sent.length = 0;
    await respond(members[1]!, matchId, 'decline');
    expect(context.sent.filter((job) => job.name === 'rescue-match')).toEqual([]);
    const secondProposal = await makeSquadProposal(context.deps);
    await respond(secondProposal.members[0]!, secondProposal.matchId, 'accept');
    await replaceMissingPlayer(context.deps, secondProposal.matchId);
    context.sent.length = 0;
    await respond(secondProposal.members[1]!, secondProposal.matchId, 'decline');
    expect(context.sent.filter((job) => job.name === 'rescue-match')).toMatchObject([
      { data: { matchId: secondProposal.matchId }, key: secondProposal.matchId },
    ]);
    expect(await listKinds(secondProposal.members[0]!)).not.toContain('match_changed');
    // No one else speaks their language.
    await replaceMissingPlayer(context.deps, secondProposal.matchId);
    expect(await listKinds(secondProposal.members[0]!)).toContain('match_changed');
    expect(await listKinds(secondProposal.members[1]!)).not.toContain('match_changed');
  });

  describe('for players who found each other', () => {
    const group = async (size: number, overrides: Parameters<typeof makePlayer>[1] = {}) => {
      const players = await makeFittingFive(context.deps, overrides);
      const members = players.slice(0, size);
      const seats = Object.fromEntries(members.map((one) => [one.userId, one.profile.role as string]));
      const createMatch = (change: Record<string, string> = {}) =>
        context.deps.db.transaction((tx) =>
          formMatch(tx, context.deps, {
            seats: { ...seats, ...change },
            origin: { by: 'listing', title: 'Two wanted' },
            leaderId: Object.keys(seats)[0]!,
          }),
        );
      return { members, form: createMatch };
    };
    const CONFLICT = { code: 'conflict', message: expect.stringMatching(/^One of the players can't be matched/) };

    it.each([
      [5, 'nba2k_squad5', 'Your squad is on: all five accepted'],
      [2, 'nba2k_pair', 'Your pair is on: you both accepted'],
    ] as const)(
      'becomes mutual immediately for %i people, with reasons, sessions and one message each',
      async (size, type, title) => {
        context.setNow('2026-03-03T12:00:00Z');
        const { members, form } = await group(size);
        const { id } = await form();
        const card = await getMatch(context.deps, toActor(members[0]!), id);
        expect(card).toMatchObject({ type, status: 'mutual', my_response: 'accept', next_sessions: { length: 3 } });
        expect(card.member_ids).toEqual(members.map((one) => one.userId));
        expect(card.position_coverage).toEqual(Object.fromEntries(members.map((one) => [one.profile.role, 1])));
        expect(card.scheduled_overlap_minutes).toBe(16 * 60);
        expect(card.explanation.split('\n')[0]).toBe('You found each other through the listing "Two wanted"');
        expect(card.explanation).toContain(
          'are free Mon 7:00–11:00 PM, Tue 7:00–11:00 PM, Wed 7:00–11:00 PM and 1 more time (Eastern)',
        );
        expect(card.explanation).not.toContain('Worth knowing');
        expect(card.members.map((member) => member.position)).toEqual(members.map((one) => one.profile.role));
        const { rows } = await context.deps.db.execute(
          sql`select kind, open from match_members where match_id = ${id} group by kind, open`,
        );
        expect(rows).toEqual([{ kind: size === 5 ? 'squad' : 'pair', open: false }]);
        for (const member of members) {
          const [firstMessage] = (await listOutbox(context.deps.db, member.userId)).filter(
            ({ kind }) => kind === 'match_mutual',
          );
          expect(firstMessage).toMatchObject({ title, attachments: [{ name: 'squad-sessions.ics' }] });
          expect(firstMessage!.lines.join()).toContain('in your time zone (Eastern time):');
        }
      },
    );

    it("explains what's wrong when the matcher wouldn't have proposed it", async () => {
      const { members, form } = await group(2);
      await context.deps.db.execute(
        sql`update protocol_profiles set availability = '[{"days":["Sun"],"start":"03:00","end":"04:00"}]', timezone = 'UTC' where id = ${members[1]!.userId}`,
      );
      const card = await getMatch(context.deps, toActor(members[0]!), (await form()).id);
      expect(card.explanation).toMatch(/^You found each other .*\nWorth knowing: you don’t share enough availability$/);
      expect(card.next_sessions).toEqual([]);
      const [firstMessage] = (await listOutbox(context.deps.db, members[0]!.userId)).filter(
        ({ kind }) => kind === 'match_mutual',
      );
      expect(firstMessage).toMatchObject({ attachments: [] });
    });

    it('counts a position twice when two members play it', async () => {
      const { members, form } = await group(2);
      const { id } = await form({ [members[1]!.userId]: 'PG' });
      const card = await getMatch(context.deps, toActor(members[0]!), id);
      expect(card.position_coverage).toEqual({ PG: 2 });
    });

    it('requires two or five members and refuses hidden, banned or blocked ones', async () => {
      for (const size of [1, 3, 4]) {
        await expect((await group(size)).form()).rejects.toMatchObject({
          code: 'conflict',
          message: 'A squad has five players. A pair has two players.',
        });
      }
      const hiddenMatch = await group(2);
      await context.deps.db.execute(
        sql`update protocol_profiles set published = false where id = ${hiddenMatch.members[1]!.userId}`,
      );
      await expect(hiddenMatch.form()).rejects.toMatchObject(CONFLICT);
      const bannedGroup = await group(2);
      await context.deps.db.execute(
        sql`insert into ban_list (user_id, scope, reason) values (${bannedGroup.members[0]!.userId}, 'matching', 'Test')`,
      );
      await expect(bannedGroup.form()).rejects.toMatchObject(CONFLICT);
      const blockedGroup = await group(2);
      await blockPlayer(context.deps, toActor(blockedGroup.members[1]!), blockedGroup.members[0]!.userId, 'block');
      await expect(blockedGroup.form()).rejects.toMatchObject(CONFLICT);
    });
  });

  describe('with an available replacement', () => {
    const replaceDecliner = async () => {
      const { matchId, members } = await makeSquadProposal(context.deps);
      const { languages } = members[0]!.profile;
      const best = await makePlayer(context.deps, { role: 'C', languages, overall_rating: 85 });
      const second = await makePlayer(context.deps, { role: 'C', languages, overall_rating: 96 });
      await respond(members[0]!, matchId, 'accept');
      await respond(members[1]!, matchId, 'accept');
      await respond(members[4]!, matchId, 'decline');
      await replaceMissingPlayer(context.deps, matchId);
      return { matchId, members, best, second };
    };

    it('offers the seat to the best replacement and asks the others only about them', async () => {
      const { matchId, members, best } = await replaceDecliner();
      const [savedMatch] = await listOf(members[0]!);
      expect(savedMatch!.member_ids).toContain(best.userId);
      expect(savedMatch!.member_ids).not.toContain(members[4]!.userId);
      const seat = (id: string) => savedMatch!.members.find((member) => member.id === id);
      expect(seat(best.userId)).toMatchObject({ substitute: true, carried: false, position: 'C' });
      expect(seat(members[0]!.userId)).toMatchObject({ carried: true, response: null });
      expect(seat(members[2]!.userId)).toMatchObject({ carried: false, response: null });
      const messages = await listOutbox(context.deps.db, members[0]!.userId);
      const changeMessage = messages.find((message) => message.kind === 'match_changed');
      expect(changeMessage!.actions[0]).toEqual({
        label: 'Agree',
        path: `/protocol/respond?matchId=${savedMatch!.id}&action=accept`,
      });
      await replaceMissingPlayer(context.deps, matchId);
      expect(await listOf(members[0]!)).toHaveLength(1);
      const { rows } = await context.deps.db.execute(
        sql`select rescued_from, rescue_depth, substitute_id from matches where id = ${savedMatch!.id}`,
      );
      expect(rows).toEqual([{ rescued_from: matchId, rescue_depth: 1, substitute_id: best.userId }]);
    });

    it('asks the next-ranked player when the replacement declines too, but no one twice', async () => {
      const { members, best, second } = await replaceDecliner();
      const [savedMatch] = await listOf(members[0]!);
      await respond(members[0]!, savedMatch!.id, 'accept');
      await respond(best, savedMatch!.id, 'decline');
      await replaceMissingPlayer(context.deps, savedMatch!.id);
      const [secondResponse] = await listOf(members[0]!);
      expect(secondResponse!.member_ids).toContain(second.userId);
      const { rows } = await context.deps.db.execute(
        sql`select rescue_depth from matches where id = ${secondResponse!.id}`,
      );
      expect(rows).toEqual([{ rescue_depth: 2 }]);
      expect(secondResponse!.members.find((member) => member.id === members[1]!.userId)).toMatchObject({
        carried: true,
      });
      await respond(second, secondResponse!.id, 'decline');
      await replaceMissingPlayer(context.deps, secondResponse!.id);
      expect(await listOf(members[0]!)).toEqual([]);
      const titles = (await listOutbox(context.deps.db, members[0]!.userId)).map((message) => message.title);
      expect(titles).toContain('Your squad match has ended');
    });

    it('becomes mutual once the four others and the replacement accept', async () => {
      const { members, best } = await replaceDecliner();
      const [savedMatch] = await listOf(members[0]!);
      for (const member of [...members.slice(0, 4), best]) await respond(member, savedMatch!.id, 'accept');
      expect((await getMatch(context.deps, toActor(best), savedMatch!.id)).status).toBe('mutual');
    });
  });
});

describe('answer rules', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const now = new Date('2026-03-03T12:00:00Z');
  const start = (): Proposal => ({
    status: 'proposed',
    expiresAt: new Date(now.getTime() + 72 * HOUR_MS),
    memberIds: ids,
    answers: {},
  });
  const step = fc.record({
    member: fc.constantFrom(...ids),
    action: fc.constantFrom<MatchResponse>('accept', 'decline'),
    hours: fc.integer({ min: 0, max: 30 }),
  });

  it('hold for every sequence of answers', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let proposal = start();
        let clock = now.getTime();
        const history: MatchStatus[] = ['proposed'];
        for (const { member, action, hours } of steps) {
          clock += hours * HOUR_MS;
          const result = applyAnswer(proposal, member, action, new Date(clock));
          if (result.kind !== 'recorded') continue;
          // No answers are recorded after the end or the deadline.
          expect(proposal.status).toBe('proposed');
          expect(clock).toBeLessThan(proposal.expiresAt.getTime());
          proposal = { ...proposal, status: result.status, answers: { ...proposal.answers, [member]: action } };
          history.push(result.status);
        }
        const all = ids.map((id) => proposal.answers[id]);
        expect(proposal.status === 'mutual').toBe(all.every((one) => one === 'accept'));
        expect(proposal.status === 'declined').toBe(all.includes('decline'));
        expect(history.filter((status) => status !== 'proposed').length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  it('ignore a repeated answer', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), step, (steps, last) => {
        let proposal = start();
        for (const { member, action } of [...steps, last]) {
          const result = applyAnswer(proposal, member, action, now);
          if (result.kind === 'recorded') {
            proposal = { ...proposal, status: result.status, answers: { ...proposal.answers, [member]: action } };
          }
        }
        if (proposal.answers[last.member] !== last.action) return;
        const repeatedAnswer = applyAnswer(proposal, last.member, last.action, now);
        expect(['repeated', 'refused']).toContain(repeatedAnswer.kind);
      }),
    );
  });
});

it("summarizes a match from point guard to center, with a dash when there's no coverage", () => {
  const coverage = { C: 1, PF: 1, PG: 1, SF: 1, SG: 1 };
  expect(formatSummary(english, 210, coverage)).toBe('Overlap ≈ 3.5h/wk · Coverage PG:1 · SG:1 · SF:1 · PF:1 · C:1');
  expect(formatSummary(english, 135, {})).toBe('Overlap ≈ 2.25h/wk · Coverage —');
  expect(english(getTypeLabel('nba2k_squad5'))).toBe('Squad5');
  expect(english(getTypeLabel('nba2k_pair'))).toBe('Pair');
});
