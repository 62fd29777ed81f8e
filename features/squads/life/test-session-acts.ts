import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import type { Player } from '../../profiles/profiles.factory.ts';
import { askAfterSessions, giveSessionFeedback } from '../session-feedback/session-feedback.commands.ts';
import { getFeedbackDeadline } from '../session-feedback/session-feedback.rules.ts';
import { notifySettledConfirmations } from '../sessions/session-confirmation.commands.ts';
import { closeExpiredRunBacks, startRunBack } from '../sessions/squad-run-back.commands.ts';
import { sendSessionReminders } from '../sessions/squad-session-reminders.commands.ts';
import {
  answerSession,
  cancelSession,
  checkIn,
  moveSession,
  proposeSession,
} from '../sessions/squad-sessions.commands.ts';
import { getCheckInStart, OPEN_MOST, planRunBack } from '../sessions/squad-sessions.rules.ts';
import type { SessionAnswer } from '../sessions/squad-sessions.schema.ts';
import { offerAllOpenSeats } from '../substitutes/substitute-offers.commands.ts';
import { isDroppingOut } from '../substitutes/substitutes.rules.ts';
import type { Act } from './test-life.ts';
import { callOff, follow, isOpen, minutePassed, missing, shown, yes } from './test-life-changes.ts';
import { getPlayer, isIn, memberIds, ofSquad, people, type Session, speaker, type World } from './test-life-world.ts';
import { checkOffers } from './test-seat-checks.ts';

const SLOTS = 16;
const WAITS = [MINUTE_MS, 3 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 5 * HOUR_MS];
const WORDS = ['yes', 'yes', 'yes', 'yes', 'yes', 'maybe', 'no'] as const;

/** References a session in the version a player has seen. */
export const seen = (one: Session, stale = false) => ({
  squadId: one.squadId,
  sessionId: one.id,
  version: one.version - (stale ? 1 : 0),
});

/** Records an answer in the model. */
function put(world: World, one: Session, { id, answer, here }: { id: string; answer: SessionAnswer; here?: boolean }) {
  const before = one.answers.get(id);
  one.answers.set(id, { answer, here: answer === 'yes' && (here ?? before?.here ?? false) });
  if (before?.answer !== answer || here) follow(world, one, { lost: isDroppingOut(before?.answer, answer) });
}

/** Actions that propose, answer, move, cancel, play and extend sessions, give feedback, and let time pass. */
export function sessionActs(world: World): Act[] {
  const { life } = world;
  const { below, press, pick } = life;
  /** Whole half hours within the next eight hours, so that two sessions sometimes collide. */
  const slot = () => (Math.floor(life.now() / (30 * MINUTE_MS)) + 1 + below(SLOTS)) * 30 * MINUTE_MS;
  const minutes = () => 30 * (1 + below(6));
  const timeOf = (start: number, length: number) => ({ starts_at: new Date(start), minutes: length });
  const isTaken = (start: number) => shown(world).some((one) => !one.calledOff && one.start === start);
  const stranger = ({ userId }: Player) => (isIn(world, userId) ? undefined : 'not_found');
  const mayChange = (one: Session, { userId }: Player) =>
    one.proposer === userId || world.squad.captain === userId ? undefined : 'forbidden';

  async function propose() {
    const who = speaker(world);
    const [start, length] = [slot(), minutes()];
    const full = shown(world).filter(({ calledOff }) => !calledOff).length >= OPEN_MOST;
    const clash = isTaken(start) || full || world.squad.roster.length < 2;
    const expected = stranger(who) ?? (clash ? 'conflict' : 'done');
    const done = await press(expected, (deps) => proposeSession(deps, who, world.squad.id, timeOf(start, length)));
    if (done) await made(world, { start, end: start + length * MINUTE_MS, proposer: who.userId });
  }

  async function answer() {
    const one = pick(shown(world));
    if (!one) return;
    const who = speaker(world);
    const word = pick(WORDS)!;
    const stale = below(10) === 0;
    const expected = stranger(who) ?? (stale || !isOpen(world, one) ? 'conflict' : 'done');
    const done = await press(expected, (deps) => answerSession(deps, who, seen(one, stale), word));
    if (done) put(world, one, { id: who.userId, answer: word });
  }

  async function everybodyAtOnce() {
    const one = pick(shown(world).filter((each) => isOpen(world, each)));
    if (!one) return;
    const members = memberIds(world);
    const confirmSession = (id: string) => answerSession(life.deps, getPlayer(world, id), seen(one), 'yes');
    await Promise.all(members.map(confirmSession));
    for (const id of members) put(world, one, { id, answer: 'yes' });
  }

  async function cannotCome() {
    const one = pick(shown(world).filter((each) => isOpen(world, each) && yes(each).length > 2));
    const id = one && pick(yes(one));
    if (!one || !id || !isIn(world, id)) return;
    const done = await press('done', (deps) => answerSession(deps, getPlayer(world, id), seen(one), 'no'));
    if (done) put(world, one, { id, answer: 'no' });
  }

  async function move() {
    const one = pick(shown(world));
    if (!one) return;
    const who = speaker(world);
    const [start, length] = [slot(), minutes()];
    const end = start + length * MINUTE_MS;
    const stale = below(6) === 0;
    const late = stale || !isOpen(world, one) ? 'conflict' : undefined;
    const clash = start === one.start ? end === one.end : isTaken(start);
    const expected = stranger(who) ?? late ?? mayChange(one, who) ?? (clash ? 'conflict' : 'done');
    const done = await press(expected, (deps) => moveSession(deps, who, seen(one, stale), timeOf(start, length)));
    if (!done) return;
    const answers = new Map([[who.userId, { answer: 'yes' as const, here: false }]]);
    const fresh = { answers, guests: new Map(), told: { stands: false, count: 0, differs: null }, search: null };
    Object.assign(one, { start, end, closes: start, atOnce: false, version: one.version + 1, ...fresh });
  }

  async function callOneOff() {
    const one = pick(shown(world));
    if (!one) return;
    const who = speaker(world);
    const late = isOpen(world, one) ? undefined : 'conflict';
    const expected = stranger(who) ?? late ?? mayChange(one, who) ?? 'done';
    if (await press(expected, (deps) => cancelSession(deps, who, seen(one)))) callOff(one);
  }

  async function hereNow() {
    const near = shown(world).filter((one) => getCheckInStart(new Date(one.start)).getTime() <= life.now());
    const one = pick(near.length > 0 ? near : shown(world));
    if (!one) return;
    const who = speaker(world);
    const early = getCheckInStart(new Date(one.start)).getTime() > life.now();
    const expected = stranger(who) ?? (one.calledOff || early ? 'conflict' : 'done');
    const done = await press(expected, (deps) => checkIn(deps, who, seen(one)));
    if (done) put(world, one, { id: who.userId, answer: 'yes', here: true });
  }

  async function again() {
    const who = speaker(world);
    const { id: squadId } = world.squad;
    const last = lastEvening(world);
    const [startsAt, endsAt] = [new Date(last?.start ?? 0), new Date(last?.end ?? 0)];
    const back = planRunBack({ startsAt, endsAt }, new Date(life.now()), who.profile.timezone ?? 'UTC');
    const start = back.startsAt.getTime();
    const open = shown(world).filter((one) => isOpen(world, one));
    const asked = open.find((one) => one.follows === last?.id || one.start === start);
    const kind = below(5) === 0 ? (back.kind === 'now' ? 'week' : 'now') : back.kind;
    const may = last && world.squad.roster.length > 1 && (asked || kind === back.kind);
    const expected = stranger(who) ?? (may ? 'done' : 'conflict');
    const wish = { sessionId: last?.id ?? squadId, kind };
    if (!(await press(expected, (deps) => startRunBack(deps, who, squadId, wish)))) return;
    if (asked) return put(world, asked, { id: who.userId, answer: 'yes' });
    const closes = back.answersUntil?.getTime() ?? start;
    const more = { follows: last!.id, atOnce: back.answersUntil !== null, closes };
    await made(world, { start, end: back.endsAt.getTime(), proposer: who.userId, ...more });
  }

  async function howWasIt() {
    const over = [...world.sessions.values()].filter(({ asked }) => asked && asked.size > 0);
    const one = pick(over.slice(-4));
    if (!one?.asked) return;
    const who = pick(people(world))!;
    const others = [...one.asked].filter((id) => id !== who.userId && below(4) === 0);
    const word = { took_place: below(8) > 0, rating: null, absent_ids: others };
    const late = life.now() > getFeedbackDeadline(new Date(one.end)).getTime();
    const expected = !one.asked.has(who.userId) ? 'not_found' : late ? 'conflict' : 'done';
    await press(expected, (deps) => giveSessionFeedback(deps, who, one.id, word));
  }

  async function wait() {
    life.pass(pick(WAITS)!);
    // Occasionally, no process was running at that time.
    if (below(6) === 0) return life.count('nobody there');
    for (const job of [
      offerAllOpenSeats,
      sendSessionReminders,
      notifySettledConfirmations,
      askAfterSessions,
      closeExpiredRunBacks,
    ]) {
      await life.work((deps) => job(deps, life.never));
      if (job === offerAllOpenSeats) await checkOffers(world);
    }
    minutePassed(world);
  }

  return [
    ...([
      [10, propose],
      [60, answer],
      [16, everybodyAtOnce],
      [14, cannotCome],
      [6, move],
    ] satisfies Act[]),
    ...([
      [3, callOneOff],
      [12, hereNow],
      [8, again],
      [8, howWasIt],
      [14, wait],
    ] satisfies Act[]),
  ];
}

async function made(world: World, more: Partial<Session> & Pick<Session, 'start' | 'end' | 'proposer'>) {
  const { life, squad, sessions } = world;
  const { rows } = await life.deps.db.execute<{ id: string }>(sql`
    select id from squad_sessions where squad_id = ${squad.id} and called_off_at is null
       and starts_at = ${new Date(more.start).toISOString()}::timestamptz`);
  expect(rows).toHaveLength(1);
  const { id } = rows[0]!;
  const answers = new Map([[more.proposer!, { answer: 'yes' as const, here: false }]]);
  sessions.set(id, {
    ...{ id, squadId: squad.id, version: 1, calledOff: false, closes: more.start, follows: null, atOnce: false },
    ...{
      answers,
      guests: new Map(),
      asked: null,
      wordsLost: false,
      told: { stands: false, count: 0, differs: null },
      search: null,
    },
    ...more,
  });
}

/** Returns the last confirmed session that's over. */
const lastEvening = (world: World): Session | undefined =>
  ofSquad(world)
    .filter((one) => !one.calledOff && one.end <= world.life.now() && missing(one) === 0)
    .sort((a, b) => b.end - a.end || (a.id < b.id ? -1 : 1))[0];
