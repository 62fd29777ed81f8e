import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../content/endpoints.ts';
import { paths } from '../../../content/paths.ts';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { openLive } from '../../live/test-live.ts';
import { banUser } from '../../moderation/bans.commands.ts';
import { makeAdmin } from '../../moderation/moderation.factory.ts';
import { listOutbox } from '../../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../../profiles/profiles.factory.ts';
import { makeSquad } from '../squads.factory.ts';
import type { SquadRoom } from '../squads.schema.ts';
import { notifySettledConfirmations } from './session-confirmation.commands.ts';
import { sendSessionReminders } from './squad-session-reminders.commands.ts';

describe('session planning', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext();
  });
  afterAll(() => context.close());

  async function ask<T = SquadRoom>(caller: { accessToken: string }, method: string, path: string, body?: object) {
    const response = await context.app.request(`/api/squads/${path}`, {
      method,
      headers: { Authorization: `Bearer ${caller.accessToken}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T };
  }
  type Late = { error: { message: string }; squad: SquadRoom };
  const makePlayers = (count: number) => Promise.all(Array.from({ length: count }, () => makePlayer(context.deps)));
  const listNotifications = async (player: Player) =>
    (await listOutbox(context.deps.db, player.userId))
      .filter(({ kind }) => kind === 'session')
      .map(({ title }) => title);
  /** Returns the time this far ahead, rounded up to the full minute. */
  const timeAhead = (ms: number) =>
    new Date(Math.ceil((context.deps.now().getTime() + ms) / MINUTE_MS) * MINUTE_MS).toISOString();
  async function make(count: number) {
    const members = await makePlayers(count);
    const { squadId } = await makeSquad(context.deps, members);
    return { members, squadId };
  }
  const propose = (player: Player, squadId: string, starts_at = timeAhead(3 * DAY_MS), minutes = 120) =>
    ask(player, 'POST', `${squadId}/sessions`, { starts_at, minutes });
  const answerSession = <T = SquadRoom>(player: Player, room: SquadRoom, word: string) => {
    const { id, version } = room.sessions[0]!;
    return ask<T>(player, 'PUT', `${room.id}/sessions/${id}/answer`, { version, answer: word });
  };
  const readAnswers = ({ sessions }: SquadRoom) =>
    Object.fromEntries(sessions[0]!.answers.map((one) => [one.id, one.answer]));

  it('shows overlapping plans only to the member who has them', async () => {
    const { members, squadId } = await make(2);
    const [captain, mate] = members as [Player, Player];
    const friend = (await makePlayers(1))[0]!;
    const { squadId: other } = await makeSquad(context.deps, [mate, friend]);
    const [startsAt, overlapping] = [timeAhead(4 * DAY_MS), timeAhead(4 * DAY_MS + HOUR_MS)];
    const otherSession = await propose(mate, other, startsAt);
    const { body: room } = await propose(captain, squadId, overlapping);
    expect(room.sessions[0]!.overlaps).toEqual([]);
    const listOverlaps = async (player: Player) => (await ask(player, 'GET', squadId)).body.sessions[0]!.overlaps;
    const { id, starts_at, ends_at } = otherSession.body.sessions[0]!;
    expect(await listOverlaps(mate)).toEqual([
      { name: otherSession.body.name, path: paths.session(id), starts_at, ends_at },
    ]);
    expect(await listOverlaps(captain)).toEqual([]);
    await answerSession(mate, otherSession.body, 'no');
    expect(await listOverlaps(mate)).toEqual([]);
  });

  it('lets any member propose each time once and notifies the others in their own time zone', async () => {
    const { members, squadId } = await make(2);
    const [captain, mate] = members as [Player, Player];
    const { status, body: room } = await propose(mate, squadId);
    expect(status).toBe(200);
    expect(room.sessions).toMatchObject([{ version: 1, state: 'proposed', my_answer: 'yes', you_may_change: true }]);
    expect(readAnswers(room)).toEqual({ [captain.userId]: null, [mate.userId]: 'yes' });
    expect(await listNotifications(captain)).toEqual([
      `${mate.profile.display_name} proposed a session for ${room.name}`,
    ]);
    expect(await listNotifications(mate)).toEqual([]);
    const secondResponse = await ask<Late>(captain, 'POST', `${squadId}/sessions`, {
      starts_at: room.sessions[0]!.starts_at,
      minutes: 60,
    });
    expect([
      secondResponse.status,
      secondResponse.body.error.message,
      secondResponse.body.squad.sessions.length,
    ]).toEqual([409, 'There’s already a session at this time. Answer it instead.', 1]);
    for (const [body, field] of [
      [{ starts_at: timeAhead(-DAY_MS), minutes: 60 }, 'starts_at'],
      [{ starts_at: timeAhead(90 * DAY_MS), minutes: 60 }, 'starts_at'],
      [{ starts_at: 'soon', minutes: 60 }, 'starts_at'],
      [{ starts_at: timeAhead(DAY_MS), minutes: 10 }, 'minutes'],
    ] as const) {
      const refusal = await ask<{ error: { field: string } }>(mate, 'POST', `${squadId}/sessions`, body);
      expect([refusal.status, refusal.body.error.field]).toEqual([422, field]);
    }
    const file = await ask<string>(captain, 'GET', `${squadId}/calendar.ics`);
    expect(file.body.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(file.body).toContain('STATUS:TENTATIVE');
  });

  it('confirms a session once enough players confirm, until one withdraws', async () => {
    const { members, squadId } = await make(5);
    const first = (await propose(members[0]!, squadId)).body;
    let last = first;
    for (const member of members.slice(1)) {
      expect(last.sessions[0]!.state).toBe('proposed');
      last = (await answerSession(member, first, 'yes')).body;
    }
    expect(last.sessions[0]!.state).toBe('stands');
    for (const member of members) {
      expect(
        (await listNotifications(member)).filter((title) => title === `Your ${first.name} session is confirmed`),
      ).toHaveLength(1);
    }
    await answerSession(members[4]!, first, 'yes');
    const { body } = await answerSession(members[4]!, first, 'no');
    expect([body.sessions[0]!.state, body.sessions[0]!.my_answer]).toEqual(['proposed', 'no']);
    // The calendar has the announced status, so a short-lived withdrawal never reaches it.
    expect((await ask<string>(members[2]!, 'GET', `${squadId}/calendar.ics`)).body).toContain('STATUS:CONFIRMED');
  });

  it('notifies of lasting changes but not of answers that are changed back', async () => {
    const { members, squadId } = await make(2);
    const [captain, mate] = members as [Player, Player];
    const start = context.deps.now();
    const room = (await propose(captain, squadId)).body;
    const [confirmedTitle, short] = [
      `Your ${room.name} session is confirmed`,
      `${room.name} needs one more player for a session`,
    ];
    const listStateTitles = async (player: Player) =>
      (await listNotifications(player)).filter((title) => title === confirmedTitle || title === short);
    const advanceClock = async (ms: number) => {
      context.setNow(new Date(context.deps.now().getTime() + ms));
      // When two nodes check at once, only one sends notifications.
      await Promise.all([1, 2].map(() => notifySettledConfirmations(context.deps, new AbortController().signal)));
    };
    try {
      for (const word of ['yes', 'no', 'yes', 'maybe', 'yes']) await answerSession(mate, room, word);
      await advanceClock(10 * MINUTE_MS);
      expect(await listStateTitles(captain)).toEqual([confirmedTitle]);
      await answerSession(mate, room, 'no');
      await advanceClock(MINUTE_MS);
      await answerSession(mate, room, 'maybe');
      expect(await listStateTitles(captain)).toEqual([confirmedTitle]);
      await advanceClock(MINUTE_MS);
      expect((await listStateTitles(captain)).sort()).toEqual([short, confirmedTitle].sort());
      const file = (await ask<string>(captain, 'GET', `${squadId}/calendar.ics`)).body;
      expect(file.match(/^(STATUS|SEQUENCE):.*$/gm)).toEqual(['SEQUENCE:1002', 'STATUS:TENTATIVE']);
      expect(await listStateTitles(mate)).toEqual([confirmedTitle]);
      await advanceClock(10 * MINUTE_MS);
      for (const word of ['yes', 'no', 'yes']) await answerSession(mate, room, word);
      await advanceClock(2 * MINUTE_MS);
      await advanceClock(2 * MINUTE_MS);
      expect((await listStateTitles(captain)).sort()).toEqual([short, confirmedTitle, confirmedTitle].sort());
    } finally {
      context.setNow(start);
    }
  });

  it('stops sending planning notices once a session has begun', async () => {
    const { members, squadId } = await make(2);
    await propose(members[0]!, squadId);
    const { sessions } = (await ask(members[0]!, 'GET', squadId)).body;
    const { rows } = await context.deps.db.execute(sql`
      select extract(epoch from useful_until) * 1000 as until from notification_outbox
       where user_id = ${members[1]!.userId} and kind = 'session'`);
    expect(rows.map(({ until }) => Number(until))).toEqual([Date.parse(sessions[0]!.starts_at)]);
  });

  it('refuses outdated actions on moved or canceled sessions and returns the current state', async () => {
    const { members, squadId } = await make(5);
    const [captain, proposer, other] = members as [Player, Player, Player];
    const room = (await propose(proposer, squadId)).body;
    const { id, version } = room.sessions[0]!;
    const path = `${squadId}/sessions/${id}`;
    const time = { starts_at: timeAhead(4 * DAY_MS), minutes: 90, version };
    await answerSession(other, room, 'yes');
    expect((await ask(other, 'PATCH', path, time)).status).toBe(403);
    const response = await ask(captain, 'PATCH', path, time);
    expect(response.body.sessions).toMatchObject([
      { version: version + 1, starts_at: time.starts_at, state: 'proposed' },
    ]);
    expect(Object.values(readAnswers(response.body)).filter(Boolean)).toEqual(['yes']);
    expect(readAnswers(response.body)[captain.userId]).toBe('yes');
    expect(await listNotifications(other)).toContain(`Your ${room.name} session moved`);
    const lateResponse = await answerSession<Late>(other, room, 'yes');
    expect([lateResponse.status, lateResponse.body.error.message]).toEqual([
      409,
      'This session changed. Check its time and answer again.',
    ]);
    expect(lateResponse.body.squad.sessions).toMatchObject([{ version: version + 1, my_answer: null }]);
    expect((await answerSession(other, lateResponse.body.squad, 'maybe')).status).toBe(200);
    expect((await ask(other, 'POST', `${path}/call-off`, { version: version + 1 })).status).toBe(403);
    expect((await ask(proposer, 'POST', `${path}/call-off`, { version })).status).toBe(409);
    const offResponse = await ask(proposer, 'POST', `${path}/call-off`, { version: version + 1 });
    expect(offResponse.body.sessions).toMatchObject([{ state: 'called_off', open: false, you_may_change: false }]);
    expect(await listNotifications(other)).toContain(`Your ${room.name} session is canceled`);
    expect((await answerSession<Late>(other, offResponse.body, 'yes')).body.error.message).toMatch(/was canceled/);
    expect((await propose(other, squadId, time.starts_at)).status).toBe(200);
  });

  it("refuses outsiders and removes former members' answers", async () => {
    const { members, squadId } = await make(5);
    const [captain, leaver, bannedPlayer] = members as [Player, Player, Player];
    const stranger = await makePlayer(context.deps);
    const room = (await propose(captain, squadId)).body;
    expect((await answerSession(stranger, room, 'yes')).status).toBe(404);
    expect((await propose(stranger, squadId)).status).toBe(404);
    const otherSquad = await make(2);
    const { id, version } = room.sessions[0]!;
    const wrongPath = `${otherSquad.squadId}/sessions/${id}/answer`;
    expect((await ask(otherSquad.members[0]!, 'PUT', wrongPath, { version, answer: 'yes' })).status).toBe(404);
    for (const member of members.slice(1)) await answerSession(member, room, 'yes');
    await ask(leaver, 'POST', `${squadId}/leave`, { reason: 'hours' });
    const { body } = await ask(captain, 'GET', squadId);
    expect(Object.keys(readAnswers(body))).not.toContain(leaver.userId);
    expect(body.sessions[0]!.state).toBe('proposed');
    expect(await listNotifications(bannedPlayer)).toContain(`${room.name} needs one more player for a session`);
    expect((await answerSession(leaver, room, 'yes')).status).toBe(404);
    const admin = await makeAdmin(context.deps);
    const ban = { userId: bannedPlayer.userId, reason: 'Test', days: 3, scope: 'matching' as const };
    const { after } = await context.deps.db.transaction((tx) => banUser(tx, context.deps, admin, ban));
    await after();
    expect([403, 404]).toContain((await answerSession(bannedPlayer, room, 'no')).status);
    const roomAfter = (await ask(captain, 'GET', squadId)).body;
    expect(Object.values(readAnswers(roomAfter))).toEqual(['yes', 'yes', 'yes']);
  });

  it('records one answer per member despite repeated taps and concurrent answers', async () => {
    const { members, squadId } = await make(5);
    const room = (await propose(members[0]!, squadId)).body;
    await Promise.all([
      ...members.slice(1).flatMap((member) => [answerSession(member, room, 'yes'), answerSession(member, room, 'yes')]),
      propose(members[1]!, squadId, room.sessions[0]!.starts_at),
    ]);
    const { body } = await ask(members[0]!, 'GET', squadId);
    expect(body.sessions).toHaveLength(1);
    expect(body.sessions[0]!.state).toBe('stands');
    const confirmedTitles = (await listNotifications(members[2]!)).filter((title) =>
      title.endsWith('session is confirmed'),
    );
    expect(confirmedTitles).toHaveLength(1);
  });

  it('reminds members a day before, and only confirmed and undecided ones again an hour before', async () => {
    const { members, squadId } = await make(5);
    const [first, second, third, fourth] = members as [Player, Player, Player, Player];
    const start = context.deps.now();
    const room = (await propose(first, squadId)).body;
    await answerSession(second, room, 'maybe');
    await answerSession(third, room, 'no');
    const remindersOf = async (player: Player) =>
      (await listNotifications(player)).filter((title) => title.includes(' plays in '));
    const runAt = async (starts_at: string, before: number) => {
      context.setNow(new Date(Date.parse(starts_at) - before));
      // Two nodes run the same job at once, which also covers a repeat after a crash.
      await Promise.all([1, 2].map(() => sendSessionReminders(context.deps, new AbortController().signal)));
    };
    try {
      const startsAt = room.sessions[0]!.starts_at;
      await runAt(startsAt, DAY_MS + MINUTE_MS);
      expect(await remindersOf(first)).toEqual([]);
      await runAt(startsAt, DAY_MS);
      for (const user of [first, second, fourth])
        expect(await remindersOf(user)).toEqual([`${room.name} plays in a day`]);
      expect(await remindersOf(third)).toEqual([]);
      const silentMessage = (await listOutbox(context.deps.db, fourth.userId)).find(({ title }) =>
        title.includes(' plays in '),
      )!;
      expect(silentMessage.lines).toContain('You haven’t answered yet. Are you coming?');
      expect(silentMessage.address).toBe(`/protocol/squads/${squadId}?session=${room.sessions[0]!.id}&version=1`);
      context.setNow(start);
      const { id, version } = room.sessions[0]!;
      const time = { starts_at: timeAhead(5 * DAY_MS), minutes: 60 };
      const response = (await ask(first, 'PATCH', `${squadId}/sessions/${id}`, { ...time, version })).body;
      await answerSession(fourth, response, 'yes');
      await runAt(startsAt, HOUR_MS);
      expect(await remindersOf(first)).toHaveLength(1);
      await runAt(time.starts_at, DAY_MS);
      await runAt(time.starts_at, HOUR_MS);
      await runAt(time.starts_at, HOUR_MS / 2);
      const [day, hour] = [`${room.name} plays in a day`, `${room.name} plays in an hour`];
      expect((await remindersOf(first)).sort()).toEqual([day, day, hour]);
      expect((await remindersOf(fourth)).sort()).toEqual([day, day, hour]);
      // They haven't answered the moved session yet.
      for (const user of [second, third]) expect((await remindersOf(user)).at(-1)).toBe(day);
    } finally {
      context.setNow(start);
    }
  });

  it('limits each player to thirty changes an hour, because each change notifies everyone', async () => {
    const { members, squadId } = await make(2);
    const [captain, mate] = members as [Player, Player];
    let room = (await propose(captain, squadId)).body;
    const { id } = room.sessions[0]!;
    for (let times = 1; times < 30; times++) {
      const time = { starts_at: timeAhead(3 * DAY_MS + times * MINUTE_MS), minutes: 60 };
      const { version } = room.sessions[0]!;
      const response = await ask(captain, 'PATCH', `${squadId}/sessions/${id}`, { ...time, version });
      expect(response.status).toBe(200);
      room = response.body;
    }
    const { version } = room.sessions[0]!;
    const offResponse = await ask<Late>(captain, 'POST', `${squadId}/sessions/${id}/call-off`, { version });
    expect([offResponse.status, offResponse.body.error.message]).toEqual([
      429,
      expect.stringContaining('too often in the past hour. Wait '),
    ]);
    expect((await answerSession(mate, room, 'no')).status).toBe(200);
  });

  it('counts an early check-in as a confirmation and undoes it when the confirmation is withdrawn', async () => {
    const { members, squadId } = await make(2);
    const [first, second] = members as [Player, Player];
    const start = context.deps.now();
    const room = (await propose(first, squadId, timeAhead(35 * MINUTE_MS), 30)).body;
    const { id, version, starts_at, check_in_from } = room.sessions[0]!;
    const checkIn = (player: Player) => ask<Late>(player, 'PUT', `${squadId}/sessions/${id}/check-in`, { version });
    const listArrivals = ({ sessions }: SquadRoom) => sessions[0]!.answers.map((one) => [one.answer, one.here_at]);
    try {
      const earlyResponse = await checkIn(first);
      expect([earlyResponse.status, earlyResponse.body.error.message]).toEqual([
        409,
        'Check-in opens 30 minutes before the session.',
      ]);
      context.setNow(check_in_from);
      expect((await checkIn(second)).status).toBe(200);
      const room = (await ask(first, 'GET', squadId)).body;
      expect(room.sessions[0]!.state).toBe('stands');
      expect(listArrivals(room)).toEqual([
        ['yes', null],
        ['yes', check_in_from],
      ]);
      expect(listArrivals((await answerSession(second, room, 'maybe')).body)[1]).toEqual(['maybe', null]);
      const movedTo = new Date(Date.parse(starts_at) + 5 * MINUTE_MS).toISOString();
      context.setNow(movedTo);
      await checkIn(second);
      await checkIn(second);
      expect(listArrivals((await ask(first, 'GET', squadId)).body)[1]).toEqual(['yes', movedTo]);
    } finally {
      context.setNow(start);
    }
  });

  it("serves calendars for one or all squads at a secret address until it's revoked", async () => {
    const { members, squadId } = await make(2);
    const [captain, mate] = members as [Player, Player];
    const other = await makeSquad(context.deps, [captain, await makePlayer(context.deps)]);
    const room = (await propose(captain, squadId)).body;
    await propose(captain, other.squadId);
    await answerSession(mate, room, 'yes');
    const requestApi = (player: Player, method: string, path: string) =>
      context.app.request(path, { method, headers: { Authorization: `Bearer ${player.accessToken}` } });
    const renew = async (player: Player, path: string) =>
      ((await (await requestApi(player, 'PUT', path)).json()) as { calendar_path: string }).calendar_path;
    const readFeed = async (path: string) => {
      const fileResponse = await context.app.request(path);
      return { status: fileResponse.status, text: (await fileResponse.text()).replaceAll('\r\n ', '') };
    };
    const isOff = async (path: string) => {
      const { status, text } = await readFeed(path);
      expect(status).toBe(200);
      const isTurnedOff = text.includes('X-WR-CALDESC:This calendar is turned off.');
      expect(isTurnedOff).toBe(!text.includes('BEGIN:VEVENT'));
      return isTurnedOff;
    };
    const one = `/api/squads/${squadId}/calendar-address`;
    const [ofOne, ofAll, mates] = [
      await renew(captain, one),
      await renew(captain, '/api/squad-calendar'),
      await renew(mate, one),
    ];
    expect(new Set([ofOne, ofAll, mates]).size).toBe(3);
    expect((await ask(captain, 'GET', squadId)).body.calendar_path).toBe(ofOne);
    const first = await readFeed(ofOne);
    expect(first.text.match(/^(STATUS|SEQUENCE):.*$/gm)).toEqual(['SEQUENCE:1001', 'STATUS:CONFIRMED']);
    expect(first.text).toMatch(/^X-WR-CALNAME:Planet Crew: /m);
    expect((await readFeed(ofAll)).text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    const uid = /^UID:.*$/m.exec(first.text)![0];
    const { id, version } = room.sessions[0]!;
    await ask(captain, 'POST', `${squadId}/sessions/${id}/call-off`, { version });
    const feed = await readFeed(ofOne);
    expect(feed.text).toContain(uid);
    expect(feed.text.match(/^(STATUS|SEQUENCE):.*$/gm)).toEqual(['SEQUENCE:2001', 'STATUS:CANCELLED']);
    const next = await renew(captain, one);
    expect([await isOff(ofOne), await isOff(next), await isOff(mates)]).toEqual([true, false, false]);
    expect((await requestApi(captain, 'DELETE', one)).status).toBe(200);
    expect(await isOff(next)).toBe(true);
    await ask(mate, 'POST', `${squadId}/leave`, { reason: 'hours' });
    expect([await isOff(mates), await isOff(ofAll)]).toEqual([true, false]);
    expect(await isOff(endpoints.squadCalendar('never-was'))).toBe(true);
    const stranger = await makePlayer(context.deps);
    expect((await requestApi(stranger, 'PUT', one)).status).toBe(404);
  });

  it("removes a declined session from a member's calendar until the session is moved", async () => {
    const { members, squadId } = await make(2);
    const [captain, mate] = members as [Player, Player];
    const room = (await propose(captain, squadId)).body;
    const headers = { Authorization: `Bearer ${mate.accessToken}` };
    const calendarResponse = await context.app.request('/api/squad-calendar', { method: 'PUT', headers });
    const { calendar_path } = (await calendarResponse.json()) as { calendar_path: string };
    const listSequences = async () =>
      (await (await context.app.request(calendar_path)).text()).match(/^SEQUENCE:\d+$/gm) ?? [];
    const readFile = async () => (await ask<string>(mate, 'GET', `${squadId}/calendar.ics`)).body;
    const own = `SEQUENCE:${room.sessions[0]!.version}000`;
    expect(await listSequences()).toEqual([own]);
    await answerSession(mate, room, 'no');
    expect(await listSequences()).toEqual([]);
    expect(String(await readFile())).not.toContain(own);
    await answerSession(mate, room, 'maybe');
    expect(await listSequences()).toEqual([own]);
    await answerSession(mate, room, 'no');
    const { id, version } = room.sessions[0]!;
    await ask(captain, 'POST', `${squadId}/sessions/${id}/call-off`, { version });
    expect(await listSequences()).toEqual([]);
  });

  it('raises the calendar sequence when a session is confirmed', async () => {
    const { members, squadId } = await make(2);
    const [captain, mate] = members as [Player, Player];
    const room = (await propose(captain, squadId)).body;
    const headers = { Authorization: `Bearer ${captain.accessToken}` };
    const calendarResponse = await context.app.request('/api/squad-calendar', { method: 'PUT', headers });
    const { calendar_path } = (await calendarResponse.json()) as { calendar_path: string };
    const readFeed = async () => {
      const text = await (await context.app.request(calendar_path)).text();
      expect(text).toContain('X-WR-CALNAME:Planet Crew squads');
      return text.match(/^(STATUS|SEQUENCE):.*$/gm);
    };
    expect(await readFeed()).toEqual(['SEQUENCE:1000', 'STATUS:TENTATIVE']);
    await answerSession(mate, room, 'yes');
    expect(await readFeed()).toEqual(['SEQUENCE:1001', 'STATUS:CONFIRMED']);
  });

  it("refuses answers and moves once a session has begun, and hides the session when it's over", async () => {
    const { members, squadId } = await make(2);
    const start = context.deps.now();
    const room = (await propose(members[0]!, squadId, timeAhead(20 * MINUTE_MS), 30)).body;
    try {
      context.setNow(new Date(Date.parse(room.sessions[0]!.starts_at)));
      const lateResponse = await answerSession<Late>(members[1]!, room, 'yes');
      expect([lateResponse.status, lateResponse.body.squad.sessions[0]!.open]).toEqual([409, false]);
      context.setNow(new Date(Date.parse(room.sessions[0]!.ends_at)));
      expect((await ask(members[1]!, 'GET', squadId)).body.sessions).toEqual([]);
    } finally {
      context.setNow(start);
    }
  });

  it('updates other open pages as answers come in', async () => {
    const { members, squadId } = await make(2);
    const room = (await propose(members[0]!, squadId)).body;
    const live = await openLive(context.app, members[0]!.accessToken);
    const listEventNames = async () => Object.keys((await live.next()).data);
    await live.next();
    await answerSession(members[1]!, room, 'maybe');
    for (;;) if ((await listEventNames()).includes(`squad:${squadId}`)) break;
    await live.close();
  });
});
