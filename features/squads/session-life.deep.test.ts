import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRandom } from '../../matcher/random.ts';
import { Refusal } from '../../server/refusal.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { deleteByAdmin } from '../accounts/account-admin/account-admin.commands.ts';
import { actorOf } from '../accounts/accounts.factory.ts';
import { banUser } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { outboxOf } from '../notifications/notifications.queries.ts';
import { blockPlayer, unblockPlayer } from '../profiles/blocks/blocks.commands.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { changeSquadLink, joinSquadByLink } from './invitations/squad-invitations.commands.ts';
import { ROSTER_MAX } from './invitations/squad-invitations.schema.ts';
import { askAfterSessions, giveSessionFeedback } from './session-feedback/session-feedback.commands.ts';
import { sayUntil } from './session-feedback/session-feedback.rules.ts';
import { endHours, runBack } from './sessions/squad-run-back.commands.ts';
import { remindOfSessions } from './sessions/squad-session-reminders.commands.ts';
import { tellWhatLasted } from './sessions/squad-session-standing.commands.ts';
import {
  answerSession,
  callOffSession,
  checkIn,
  moveSession,
  proposeSession,
} from './sessions/squad-sessions.commands.ts';
import { checkInFrom, OPEN_MOST, runBackOf } from './sessions/squad-sessions.rules.ts';
import type { SessionAnswer } from './sessions/squad-sessions.schema.ts';
import { handOver, leaveSquad, readSquad } from './squads.commands.ts';
import { makeSquad } from './squads.factory.ts';
import { offerSeats } from './stand-ins/stand-in-offers.commands.ts';
import {
  acceptStandIn,
  askForStandIns,
  checkInStandIn,
  declineStandIn,
  leaveStandIn,
  stopStandIns,
} from './stand-ins/stand-ins.commands.ts';

/** The whole length is `SESSION_STEPS=20000`; a run that failed is repeated with its `SESSION_SEED`. */
const STEPS = Number(process.env.SESSION_STEPS ?? 400);
const SEED = Number(process.env.SESSION_SEED ?? 11);
const POOL = 9;
const SIZE = 5;
const WHOLE_CHECK = 100;
const SLOTS = 16;
const ROLES = ['PG', 'SG', 'SF', 'PF', 'C'] as const;

type Answer = { answer: SessionAnswer; here: boolean };
type Session = {
  id: string;
  start: number;
  end: number;
  /** Until when it is answered. */
  closes: number;
  version: number;
  proposer: string | null;
  calledOff: boolean;
  follows: string | null;
  atOnce: boolean;
  answers: Map<string, Answer>;
  /** Who stands in, and whether they are there. */
  guests: Map<string, { here: boolean }>;
  /** Who was asked how it was; null before. */
  asked: Set<string> | null;
};

let context: TestContext;
let admin: { userId: string };
beforeAll(async () => {
  context = await openTestContext({ AUTH_LIMITS_DISABLED: 'true' });
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());

test('a squad and its sessions through a long life are what their rules say, for everybody', {
  timeout: 3_600_000,
}, async () => {
  const { below } = makeRandom(SEED);
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)];
  let clock = Date.parse('2026-03-03T12:00:00Z');
  context.setNow(new Date(clock));
  const { deps } = context;
  const never = new AbortController().signal;

  const pool: Player[] = [];
  /** Free at all hours and for every seat, and never in the squad: whoever comes in is one of the pool from then on. */
  const bench: Player[] = [];
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const benchPlayer = (role: string) =>
    makePlayer(deps, {
      ...{ role: role as 'PG', flex_positions: ROLES.filter((one) => one !== role), timezone: 'UTC' },
      availability: [{ days, start: '00:00', end: '24:00' }],
    });
  for (let i = 0; i < POOL; i++) pool.push(await makePlayer(deps));
  for (const role of ROLES) bench.push(await benchPlayer(role));
  const { squadId } = await makeSquad(deps, pool.slice(0, SIZE));
  const { zone } = await readSquad(deps, pool[0]!, squadId);
  /** The longest first. */
  let roster = pool.slice(0, SIZE).map(({ userId }) => userId);
  let captain = roster[0]!;
  const bannedUntil = new Map<string, number>();
  const sessions = new Map<string, Session>();

  const playerOf = (id: string) => pool.find(({ userId }) => userId === id)!;
  const member = () => playerOf(pick(roster)!);
  const outsiders = () => pool.filter(({ userId }) => !roster.includes(userId));
  const yes = ({ answers }: Session) => [...answers].filter(([, { answer }]) => answer === 'yes').map(([id]) => id);
  /** Whoever counts for whether it stands. */
  const playing = (one: Session) => [...yes(one), ...one.guests.keys()];
  const shown = () =>
    [...sessions.values()].filter(({ end }) => end > clock).sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
  const isOpen = (one: Session) => !one.calledOff && one.closes > clock;
  const taken = (start: number) => shown().some((one) => !one.calledOff && one.start === start);
  const mayFail = async (work: () => Promise<unknown>): Promise<string> => {
    try {
      await work();
      return 'done';
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  };
  /** Full half hours of the coming eight hours, so that two fall on one time now and then. */
  const slot = () => (Math.floor(clock / (30 * MINUTE_MS)) + 1 + below(SLOTS)) * 30 * MINUTE_MS;
  const minutes = () => 30 * (1 + below(6));
  const timeOf = (start: number, length: number) => ({ starts_at: new Date(start), minutes: length });
  const seen = (one: Session, stale = false) => ({
    squadId,
    sessionId: one.id,
    version: one.version - (stale ? 1 : 0),
  });
  /** Off the roster: out of what has not begun; the next in time leads. */
  const out = (id: string) => {
    if (!roster.includes(id)) return;
    roster = roster.filter((one) => one !== id);
    if (captain === id) captain = roster[0]!;
    for (const one of sessions.values()) if (isOpen(one)) one.answers.delete(id);
  };
  /** Out of what has not begun. */
  const guestOut = (id: string) => {
    for (const one of sessions.values()) if (one.start > clock) one.guests.delete(id);
  };
  const people = () => [...pool, ...bench];
  /** A member from now on, who has said yes where they stood in. */
  const joined = (who: Player) => {
    roster.push(who.userId);
    for (const one of shown()) {
      const guest = one.guests.get(who.userId);
      if (guest) one.answers.set(who.userId, { answer: 'yes', ...guest });
      one.guests.delete(who.userId);
    }
  };
  const question = async (one: Session, who: Player) => {
    const { rows } = await deps.db.execute<{ version: number; state: string; until: string }>(sql`
      select version, state, until from squad_stand_ins where session_id = ${one.id} and user_id = ${who.userId}
       order by version desc limit 1`);
    return rows[0];
  };
  const overlaps = (a: Session, b: Session) => a !== b && !b.calledOff && a.start < b.end && a.end > b.start;
  const made = async (more: Partial<Session> & Pick<Session, 'start' | 'end' | 'proposer'>) => {
    const { rows } = await deps.db.execute<{ id: string }>(sql`
      select id from squad_sessions where squad_id = ${squadId} and called_off_at is null
         and starts_at = ${new Date(more.start).toISOString()}::timestamptz`);
    expect(rows).toHaveLength(1);
    const { id } = rows[0]!;
    const fresh = { id, version: 1, calledOff: false, follows: null, atOnce: false, asked: null, closes: more.start };
    const answers = new Map([[more.proposer!, { answer: 'yes' as const, here: false }]]);
    sessions.set(id, { ...fresh, ...more, answers, guests: new Map() });
  };
  const lastEvening = () =>
    [...sessions.values()]
      .filter((one) => !one.calledOff && one.end <= clock && playing(one).length >= SIZE)
      .sort((a, b) => b.end - a.end || (a.id < b.id ? -1 : 1))[0];

  const jobs = async () => {
    // Two nodes at once do the same work.
    for (const job of [offerSeats, remindOfSessions, tellWhatLasted, askAfterSessions, endHours]) {
      await Promise.all([job(deps, never), job(deps, never)]);
    }
    for (const one of sessions.values()) {
      if (one.atOnce && !one.calledOff && one.closes <= clock && one.end > clock && playing(one).length < SIZE) {
        Object.assign(one, { calledOff: true, version: one.version + 1, guests: new Map() });
      }
      if (one.calledOff || one.asked || one.end > clock) continue;
      one.asked = new Set(playing(one).length >= SIZE ? playing(one) : []);
    }
  };

  const acts: [number, () => Promise<void>][] = [
    [
      10,
      async function propose() {
        const who = member();
        const [start, length] = [slot(), minutes()];
        const full = shown().filter(({ calledOff }) => !calledOff).length >= OPEN_MOST;
        const done = await mayFail(() => proposeSession(deps, who, squadId, timeOf(start, length)));
        expect(done).toBe(taken(start) || full || roster.length < 2 ? 'conflict' : 'done');
        if (done === 'done') await made({ start, end: start + length * MINUTE_MS, proposer: who.userId });
      },
    ],
    [
      60,
      async function answer() {
        const one = pick(shown());
        if (!one) return;
        const who = member();
        const word = pick(['yes', 'yes', 'yes', 'yes', 'yes', 'maybe', 'no'] as const)!;
        const stale = below(10) === 0;
        const done = await mayFail(() => answerSession(deps, who, seen(one, stale), word));
        expect(done).toBe(stale || !isOpen(one) ? 'conflict' : 'done');
        if (done !== 'done') return;
        const before = one.answers.get(who.userId);
        one.answers.set(who.userId, { answer: word, here: word === 'yes' && (before?.here ?? false) });
      },
    ],
    [
      16,
      async function everybodyAtOnce() {
        const one = pick(shown().filter(isOpen));
        if (!one) return;
        await Promise.all(roster.map((id) => answerSession(deps, playerOf(id), seen(one), 'yes')));
        for (const id of roster) one.answers.set(id, { answer: 'yes', here: one.answers.get(id)?.here ?? false });
      },
    ],
    [
      6,
      async function move() {
        const one = pick(shown());
        if (!one) return;
        const who = member();
        const [start, length] = [slot(), minutes()];
        const stale = below(6) === 0;
        const done = await mayFail(() => moveSession(deps, who, seen(one, stale), timeOf(start, length)));
        const may = one.proposer === who.userId || captain === who.userId;
        const end = start + length * MINUTE_MS;
        const same = start === one.start && end === one.end;
        const late = stale || !isOpen(one);
        const clash = same || (start !== one.start && taken(start));
        expect(done).toBe(late ? 'conflict' : !may ? 'forbidden' : clash ? 'conflict' : 'done');
        if (done !== 'done') return;
        const answers = new Map([[who.userId, { answer: 'yes' as const, here: false }]]);
        const fresh = { answers, guests: new Map() };
        Object.assign(one, { start, end, closes: start, atOnce: false, version: one.version + 1, ...fresh });
      },
    ],
    [
      3,
      async function callOff() {
        const one = pick(shown());
        if (!one) return;
        const who = member();
        const done = await mayFail(() => callOffSession(deps, who, seen(one)));
        const may = one.proposer === who.userId || captain === who.userId;
        expect(done).toBe(!isOpen(one) ? 'conflict' : may ? 'done' : 'forbidden');
        if (done === 'done') Object.assign(one, { calledOff: true, version: one.version + 1, guests: new Map() });
      },
    ],
    [
      12,
      async function hereNow() {
        const near = shown().filter((one) => checkInFrom(new Date(one.start)).getTime() <= clock);
        const one = pick(near.length > 0 ? near : shown());
        if (!one) return;
        const who = member();
        const done = await mayFail(() => checkIn(deps, who, seen(one)));
        const early = checkInFrom(new Date(one.start)).getTime() > clock;
        expect(done).toBe(one.calledOff || early ? 'conflict' : 'done');
        if (done === 'done') one.answers.set(who.userId, { answer: 'yes', here: true });
      },
    ],
    [
      8,
      async function again() {
        const who = member();
        const last = lastEvening();
        if (!last)
          return expect(await mayFail(() => runBack(deps, who, squadId, wishOf(squadId, 'now')))).toBe('conflict');
        const back = runBackOf({ startsAt: new Date(last.start), endsAt: new Date(last.end) }, new Date(clock), zone);
        const start = back.startsAt.getTime();
        const asked = shown().filter((one) => isOpen(one) && (one.follows === last.id || one.start === start))[0];
        const kind = below(5) === 0 ? (back.kind === 'now' ? 'week' : 'now') : back.kind;
        const done = await mayFail(() => runBack(deps, who, squadId, wishOf(last.id, kind)));
        expect(done).toBe(asked || kind === back.kind ? 'done' : 'conflict');
        if (done !== 'done') return;
        if (asked) {
          const here = asked.answers.get(who.userId)?.here ?? false;
          asked.answers.set(who.userId, { answer: 'yes', here });
          return;
        }
        const closes = back.answersUntil?.getTime() ?? start;
        const more = { follows: last.id, atOnce: back.answersUntil !== null, closes };
        await made({ start, end: back.endsAt.getTime(), proposer: who.userId, ...more });
      },
    ],
    [
      8,
      async function howWasIt() {
        const over = [...sessions.values()].filter(({ asked }) => asked && asked.size > 0);
        const one = pick(over.slice(-4));
        if (!one?.asked) return;
        const who = pick([...pool, ...bench])!;
        const others = [...one.asked].filter((id) => id !== who.userId && below(4) === 0);
        const said = { took_place: below(8) > 0, rating: null, absent_ids: others };
        const done = await mayFail(() => giveSessionFeedback(deps, who, one.id, said));
        const late = clock > sayUntil(new Date(one.end)).getTime();
        expect(done).toBe(!one.asked.has(who.userId) ? 'not_found' : late ? 'conflict' : 'done');
      },
    ],
    [
      5,
      async function comeIn() {
        const who = pick(outsiders());
        if (!who || roster.length === ROSTER_MAX) return;
        await changeSquadLink(deps, { userId: captain }, squadId, true);
        const { rows } = await deps.db.execute<{ token: string }>(sql`
          select link_token as token from squads where id = ${squadId}`);
        const done = await mayFail(() => joinSquadByLink(deps, who, rows[0]!.token));
        expect(done).toBe((bannedUntil.get(who.userId) ?? 0) > clock ? 'forbidden' : 'done');
        if (done === 'done') joined(who);
      },
    ],
    [
      2,
      async function leave() {
        const who = member();
        if (roster.length < 4) return;
        await leaveSquad(deps, who, squadId, 'unsaid');
        out(who.userId);
      },
    ],
    [
      3,
      async function lead() {
        const who = member();
        const to = pick(pool)!.userId;
        const done = await mayFail(() => handOver(deps, who, squadId, to));
        const may = who.userId === captain;
        expect(done).toBe(!may ? 'forbidden' : to === captain || !roster.includes(to) ? 'conflict' : 'done');
        if (done === 'done') captain = to;
      },
    ],
    [
      1,
      async function ban() {
        const who = member();
        if (roster.length < 4) return;
        const ban = { userId: who.userId, reason: 'Test', days: 1, scope: 'matching' } as const;
        const { after } = await deps.db.transaction((tx) => banUser(tx, deps, admin, ban));
        await after();
        bannedUntil.set(who.userId, clock + DAY_MS);
        out(who.userId);
      },
    ],
    [
      1,
      async function block() {
        const [who, other] = [member(), member()];
        if (who === other || roster.length < 4) return;
        await blockPlayer(deps, actorOf(who), other.userId, 'block');
        out(captain === who.userId ? other.userId : who.userId);
        await unblockPlayer(deps, actorOf(who), other.userId);
      },
    ],
    [
      1,
      async function erase() {
        const at = below(pool.length);
        const { userId } = pool[at]!;
        if (roster.includes(userId) && roster.length < 4) return;
        await deleteByAdmin(deps, userId, false);
        out(userId);
        for (const one of sessions.values()) {
          one.answers.delete(userId);
          one.guests.delete(userId);
          one.asked?.delete(userId);
          if (one.proposer === userId) one.proposer = null;
        }
        pool[at] = await makePlayer(deps);
      },
    ],
    [
      20,
      async function offer() {
        await Promise.all([offerSeats(deps, never), offerSeats(deps, never)]);
      },
    ],
    [
      14,
      async function cannotCome() {
        const one = pick(shown().filter((each) => isOpen(each) && yes(each).length > 2));
        const who = one && playerOf(pick(yes(one))!);
        if (!who || !roster.includes(who.userId)) return;
        await answerSession(deps, who, seen(one), 'no');
        one.answers.set(who.userId, { answer: 'no', here: false });
        if (below(2) === 0) await offerSeats(deps, never);
      },
    ],
    [
      40,
      async function standIn() {
        const { rows } = await deps.db.execute<{ session_id: string; user_id: string }>(sql`
          select session_id, user_id from squad_stand_ins where state = 'asked' order by session_id, user_id`);
        const known = pick(rows);
        const one = known && below(5) > 0 ? sessions.get(known.session_id) : pick(shown());
        const who = (known && people().find(({ userId }) => userId === known.user_id)) ?? pick(bench)!;
        if (!one) return;
        const row = await question(one, who);
        const word = pick([acceptStandIn, acceptStandIn, acceptStandIn, declineStandIn])!;
        const stale = below(10) === 0;
        const give = () =>
          mayFail(() => word(deps, who, { sessionId: one.id, version: one.version - (stale ? 1 : 0) }));
        // A double tap is one answer.
        const answers = below(4) === 0 ? await Promise.all([give(), give()]) : [await give()];
        const open = row?.state === 'asked' && row.version === one.version && new Date(row.until).getTime() > clock;
        const late = stale || !open || one.calledOff || one.start <= clock;
        const busy = [...sessions.values()].some((other) => overlaps(one, other) && other.guests.has(who.userId));
        const again = !stale && row?.version === one.version && !one.calledOff;
        const same = again && row?.state === (word === acceptStandIn ? 'in' : 'declined');
        const refused = late || (word === acceptStandIn && busy);
        const expected = !row ? 'not_found' : same || !refused ? 'done' : 'conflict';
        expect(new Set(answers), `${word.name} ${JSON.stringify(row)}`).toEqual(new Set([expected]));
        if (expected === 'done' && !same && word === acceptStandIn) one.guests.set(who.userId, { here: false });
      },
    ],
    [
      5,
      async function standOut() {
        const one = pick(shown().filter(({ guests }) => guests.size > 0)) ?? pick(shown());
        const who = people().find(({ userId }) => one?.guests.has(userId)) ?? pick(bench)!;
        if (!one) return;
        const row = await question(one, who);
        const done = await mayFail(() => leaveStandIn(deps, who, { sessionId: one.id, version: one.version }));
        const may = one.guests.has(who.userId) && one.start > clock;
        expect(done).toBe(!row ? 'not_found' : may ? 'done' : 'conflict');
        if (done === 'done') one.guests.delete(who.userId);
      },
    ],
    [
      6,
      async function guestIsHere() {
        const one = pick(shown().filter(({ guests }) => guests.size > 0));
        const who = people().find(({ userId }) => one?.guests.has(userId));
        if (!one || !who) return;
        const done = await mayFail(() => checkInStandIn(deps, who, { sessionId: one.id, version: one.version }));
        const early = checkInFrom(new Date(one.start)).getTime() > clock;
        expect(done).toBe(early ? 'conflict' : 'done');
        if (done === 'done') one.guests.set(who.userId, { here: true });
      },
    ],
    [
      6,
      async function captainAsks() {
        const one = pick(shown());
        if (!one) return;
        const who = below(4) === 0 ? member() : playerOf(captain);
        const word = below(4) === 0 ? stopStandIns : askForStandIns;
        const done = await mayFail(() => word(deps, who, seen(one)));
        if (who.userId !== captain) return expect(done).toBe('forbidden');
        const off = one.calledOff || one.start <= clock || (word === askForStandIns && playing(one).length >= SIZE);
        expect(off ? ['conflict'] : ['done', 'conflict']).toContain(done);
      },
    ],
    [
      3,
      async function guestGoes() {
        const at = below(bench.length);
        const who = bench[at]!;
        const way = pick(['ban', 'block', 'blocked', 'erase', 'join'] as const)!;
        const shut = (bannedUntil.get(who.userId) ?? 0) > clock;
        if (way === 'join' && (shut || roster.length > 7 || pool.length > POOL + 4)) return;
        if (way === 'ban' && shut) return;
        if (way === 'ban') {
          const ban = { userId: who.userId, reason: 'Test', days: 1, scope: 'matching' } as const;
          await (await deps.db.transaction((tx) => banUser(tx, deps, admin, ban))).after();
          bannedUntil.set(who.userId, clock + DAY_MS);
        }
        const [blocker, other] = way === 'block' ? [who, member()] : [member(), who];
        if (way === 'block' || way === 'blocked') {
          await blockPlayer(deps, actorOf(blocker), other.userId, 'block');
          await unblockPlayer(deps, actorOf(blocker), other.userId);
        }
        if (way === 'erase') await deleteByAdmin(deps, who.userId, false);
        if (way === 'join') {
          await changeSquadLink(deps, { userId: captain }, squadId, true);
          const { rows } = await deps.db.execute<{ token: string }>(sql`
            select link_token as token from squads where id = ${squadId}`);
          await joinSquadByLink(deps, who, rows[0]!.token);
          joined(who);
          pool.push(who);
        }
        if (way === 'erase' || way === 'join') bench[at] = await benchPlayer(ROLES[at]!);
        if (way !== 'join') guestOut(who.userId);
        if (way !== 'erase') return;
        for (const one of sessions.values()) {
          one.guests.delete(who.userId);
          one.asked?.delete(who.userId);
        }
      },
    ],
    [
      14,
      async function wait() {
        clock += pick([MINUTE_MS, 3 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 5 * HOUR_MS])!;
        context.setNow(new Date(clock));
        await jobs();
      },
    ],
  ];
  const bag = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act));

  const check = async (who: Player) => {
    if (!roster.includes(who.userId)) {
      expect(await mayFail(() => readSquad(deps, who, squadId))).toBe('not_found');
      return;
    }
    const room = await readSquad(deps, who, squadId);
    expect(room.members.map(({ id }) => id)).toEqual(roster);
    expect(room.members.filter((one) => one.captain).map(({ id }) => id)).toEqual([captain]);
    expect(room.you_lead).toBe(who.userId === captain);
    expect(
      room.sessions.map((one) => ({
        ...{ id: one.id, version: one.version, state: one.state, open: one.open, mine: one.my_answer },
        ...{ start: Date.parse(one.starts_at), end: Date.parse(one.ends_at), change: one.you_may_change },
        answers: one.answers.map(({ id, answer, here_at }) => [id, answer, here_at !== null]),
        guests: one.stand_ins
          .flatMap(({ id, state, here_at }) => (state === 'in' ? [[id, here_at !== null]] : []))
          .sort(),
        missing: one.search.missing,
      })),
    ).toEqual(
      shown().map((one) => ({
        ...{ id: one.id, version: one.version, open: isOpen(one), start: one.start, end: one.end },
        state: one.calledOff ? 'called_off' : playing(one).length >= SIZE ? 'stands' : 'proposed',
        mine: one.answers.get(who.userId)?.answer ?? null,
        change: isOpen(one) && (one.proposer === who.userId || captain === who.userId),
        answers: roster.map((id) => [id, one.answers.get(id)?.answer ?? null, one.answers.get(id)?.here ?? false]),
        guests: [...one.guests].map(([id, { here }]) => [id, here]).sort(),
        missing: Math.max(0, SIZE - playing(one).length),
      })),
    );
    const asked = room.questions.map(({ session_id }) => session_id);
    for (const id of asked) expect(sessions.get(id)?.asked?.has(who.userId)).toBe(true);
  };

  /** Who is asked, and who writes with the squad, whoever the ranking has chosen. */
  const checkSeats = async () => {
    type Row = { session_id: string; user_id: string; version: number };
    const { rows } = await deps.db.execute<Row>(sql`
      select session_id, user_id, version from squad_stand_ins where state = 'asked'`);
    for (const { session_id: id, user_id: userId, version } of rows) {
      const one = sessions.get(id)!;
      const asked = rows.filter((row) => row.session_id === id).length;
      if (one.start > clock)
        expect(asked, 'one person a seat').toBeLessThanOrEqual(Math.max(0, SIZE - playing(one).length));
      expect([one.calledOff, one.version, roster.includes(userId)], 'asked for what is').toEqual([
        false,
        version,
        false,
      ]);
      expect(
        people().some((who) => who.userId === userId),
        'may be asked',
      ).toBe(true);
    }
    const { rows: writing } = await deps.db.execute<{ id: string; guest: boolean }>(sql`
      select m.user_id as id, exists (select 1 from squad_stand_ins x
             where x.squad_id = t.subject_id and x.user_id = m.user_id and x.thread_until is not null) as guest
        from threads t join thread_members m on m.thread_id = t.id and m.left_at is null
       where t.subject_id = ${squadId}`);
    const members = writing.filter(({ id, guest }) => roster.includes(id) || !guest).map(({ id }) => id);
    expect(members.sort(), 'nobody else writes').toEqual([...roster].sort());
    const standing = shown().flatMap(({ guests }) => [...guests.keys()]);
    expect(writing.map(({ id }) => id)).toEqual(expect.arrayContaining(standing));
  };

  const checkWhole = async () => {
    for (const who of [...pool, ...bench]) {
      await check(who);
      const told = (await outboxOf(deps.db, who.userId)).filter(({ title }) => title.endsWith('how was it?'));
      const about = told.map(({ links }) => links[0]!.path);
      expect(new Set(about).size).toBe(about.length);
    }
    const { rows } = await deps.db.execute<{ id: string; asked: string[] }>(sql`
      select session_id as id, array_agg(user_id::text order by user_id) as asked
        from squad_session_feedback group by session_id`);
    const expected = [...sessions.values()].filter(({ asked }) => asked && asked.size > 0);
    expect(Object.fromEntries(rows.map(({ id, asked }) => [id, asked]))).toEqual(
      Object.fromEntries(expected.map(({ id, asked }) => [id, [...asked!].sort()])),
    );
    await checkSeats();
    // Nothing is known of anybody that nobody said, and nothing of oneself.
    const { rows: unheard } = await deps.db.execute(sql`
      select e.user_id from reliability_evidence e
       where e.cause like 'session:%' and not exists (
         select 1 from squad_session_feedback f
          where e.cause = 'session:' || f.session_id and f.user_id <> e.user_id and e.user_id = any (f.judged_ids))
         and exists (select 1 from squad_session_feedback g where e.cause = 'session:' || g.session_id
                       and g.user_id <> e.user_id and g.said_at is not null)`);
    expect(unheard).toEqual([]);
  };

  for (let step = 1; step <= STEPS; step++) {
    await pick(bag)!();
    await check(pick(pool)!);
    if (step % WHOLE_CHECK === 0) await checkWhole();
  }
  await checkWhole();
  // The life was one: sessions stood and were asked about.
  expect([...sessions.values()].filter(({ asked }) => asked && asked.size > 0).length).toBeGreaterThan(STEPS / 1000);
  const { rows: stood } = await deps.db.execute(sql`
    select 1 from squad_stand_ins x join squad_session_feedback f using (session_id, user_id)`);
  expect(stood.length).toBeGreaterThan(STEPS / 2000);
});

const wishOf = (sessionId: string, kind: 'now' | 'week') => ({ sessionId, kind });
