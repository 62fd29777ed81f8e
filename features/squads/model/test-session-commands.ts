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
import { getCheckInStart, MAX_OPEN_SESSIONS, planRunBack } from '../sessions/squad-sessions.rules.ts';
import type { SessionAnswer } from '../sessions/squad-sessions.schema.ts';
import { offerAllOpenSeats } from '../substitutes/substitute-offers.commands.ts';
import { isDroppingOut } from '../substitutes/substitutes.rules.ts';
import type { Command } from './test-model-run.ts';
import { checkOffers } from './test-seat-invariants.ts';
import {
  getPlayer,
  isInSquad,
  listMemberIds,
  listPlayers,
  listSquadSessions,
  pickMemberOrOther,
  type Session,
  type SquadModel,
} from './test-squad-model.ts';
import {
  applyAnswerChange,
  applyMinuteJobs,
  cancelModelSession,
  countMissing,
  isOpen,
  listConfirmed,
  listUpcomingSessions,
} from './test-squad-model-changes.ts';

const SLOT_COUNT = 16;
const WAITS = [MINUTE_MS, 3 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 5 * HOUR_MS];
const ANSWERS = ['yes', 'yes', 'yes', 'yes', 'yes', 'maybe', 'no'] as const;

/** Returns a reference to a session's current version or, if stale, its previous one. */
export const toSessionRef = (one: Session, isStale = false) => ({
  squadId: one.squadId,
  sessionId: one.id,
  version: one.version - (isStale ? 1 : 0),
});

/** Records an answer in the model. */
function recordAnswer(
  model: SquadModel,
  one: Session,
  { id, answer, here }: { id: string; answer: SessionAnswer; here?: boolean },
) {
  const before = one.answers.get(id);
  one.answers.set(id, { answer, here: answer === 'yes' && (here ?? before?.here ?? false) });
  if (before?.answer !== answer || here) applyAnswerChange(model, one, { lost: isDroppingOut(before?.answer, answer) });
}

/**
 * Returns commands that propose, answer, move, cancel, play and extend sessions, give feedback, and advance the clock.
 */
export function createSessionCommands(model: SquadModel): Command[] {
  const { run } = model;
  const { below, press, pick } = run;
  /** Returns a random half hour within the next eight hours, so that sessions sometimes overlap. */
  const pickSlot = () => (Math.floor(run.now() / (30 * MINUTE_MS)) + 1 + below(SLOT_COUNT)) * 30 * MINUTE_MS;
  const pickMinutes = () => 30 * (1 + below(6));
  const getTime = (start: number, length: number) => ({ starts_at: new Date(start), minutes: length });
  const isTaken = (start: number) => listUpcomingSessions(model).some((one) => !one.canceled && one.start === start);
  const getOutsiderRefusal = ({ userId }: Player) => (isInSquad(model, userId) ? undefined : 'not_found');
  const mayChange = (one: Session, { userId }: Player) =>
    one.proposer === userId || model.squad.captain === userId ? undefined : 'forbidden';

  async function propose() {
    const player = pickMemberOrOther(model);
    const [start, length] = [pickSlot(), pickMinutes()];
    const isFull = listUpcomingSessions(model).filter(({ canceled }) => !canceled).length >= MAX_OPEN_SESSIONS;
    const clash = isTaken(start) || isFull || model.squad.roster.length < 2;
    const expected = getOutsiderRefusal(player) ?? (clash ? 'conflict' : 'done');
    const done = await press(expected, (deps) => proposeSession(deps, player, model.squad.id, getTime(start, length)));
    if (done) await recordSession(model, { start, end: start + length * MINUTE_MS, proposer: player.userId });
  }

  async function answer() {
    const one = pick(listUpcomingSessions(model));
    if (!one) return;
    const player = pickMemberOrOther(model);
    const choice = pick(ANSWERS)!;
    const isStale = below(10) === 0;
    const expected = getOutsiderRefusal(player) ?? (isStale || !isOpen(model, one) ? 'conflict' : 'done');
    const done = await press(expected, (deps) => answerSession(deps, player, toSessionRef(one, isStale), choice));
    if (done) recordAnswer(model, one, { id: player.userId, answer: choice });
  }

  async function answerInParallel() {
    const one = pick(listUpcomingSessions(model).filter((each) => isOpen(model, each)));
    if (!one) return;
    const members = listMemberIds(model);
    const confirmSession = (id: string) => answerSession(run.deps, getPlayer(model, id), toSessionRef(one), 'yes');
    await Promise.all(members.map(confirmSession));
    for (const id of members) recordAnswer(model, one, { id, answer: 'yes' });
  }

  async function dropOut() {
    const one = pick(
      listUpcomingSessions(model).filter((each) => isOpen(model, each) && listConfirmed(each).length > 2),
    );
    const id = one && pick(listConfirmed(one));
    if (!one || !id || !isInSquad(model, id)) return;
    const done = await press('done', (deps) => answerSession(deps, getPlayer(model, id), toSessionRef(one), 'no'));
    if (done) recordAnswer(model, one, { id, answer: 'no' });
  }

  async function move() {
    const one = pick(listUpcomingSessions(model));
    if (!one) return;
    const player = pickMemberOrOther(model);
    const [start, length] = [pickSlot(), pickMinutes()];
    const end = start + length * MINUTE_MS;
    const isStale = below(6) === 0;
    const lateRefusal = isStale || !isOpen(model, one) ? 'conflict' : undefined;
    const clash = start === one.start ? end === one.end : isTaken(start);
    const expected =
      getOutsiderRefusal(player) ?? lateRefusal ?? mayChange(one, player) ?? (clash ? 'conflict' : 'done');
    const done = await press(expected, (deps) =>
      moveSession(deps, player, toSessionRef(one, isStale), getTime(start, length)),
    );
    if (!done) return;
    const answers = new Map([[player.userId, { answer: 'yes' as const, here: false }]]);
    const newAnswers = {
      answers,
      guests: new Map(),
      notified: { isConfirmed: false, count: 0, differs: null },
      search: null,
    };
    Object.assign(one, { start, end, closes: start, startsNow: false, version: one.version + 1, ...newAnswers });
  }

  async function cancelOne() {
    const one = pick(listUpcomingSessions(model));
    if (!one) return;
    const player = pickMemberOrOther(model);
    const lateRefusal = isOpen(model, one) ? undefined : 'conflict';
    const expected = getOutsiderRefusal(player) ?? lateRefusal ?? mayChange(one, player) ?? 'done';
    if (await press(expected, (deps) => cancelSession(deps, player, toSessionRef(one)))) cancelModelSession(one);
  }

  async function checkInPlayer() {
    const openSessions = listUpcomingSessions(model).filter(
      (one) => getCheckInStart(new Date(one.start)).getTime() <= run.now(),
    );
    const one = pick(openSessions.length > 0 ? openSessions : listUpcomingSessions(model));
    if (!one) return;
    const player = pickMemberOrOther(model);
    const isEarly = getCheckInStart(new Date(one.start)).getTime() > run.now();
    const expected = getOutsiderRefusal(player) ?? (one.canceled || isEarly ? 'conflict' : 'done');
    const done = await press(expected, (deps) => checkIn(deps, player, toSessionRef(one)));
    if (done) recordAnswer(model, one, { id: player.userId, answer: 'yes', here: true });
  }

  async function repeatSession() {
    const player = pickMemberOrOther(model);
    const { id: squadId } = model.squad;
    const last = findLastSession(model);
    const [startsAt, endsAt] = [new Date(last?.start ?? 0), new Date(last?.end ?? 0)];
    const runBack = planRunBack({ startsAt, endsAt }, new Date(run.now()), player.profile.timezone ?? 'UTC');
    const start = runBack.startsAt.getTime();
    const open = listUpcomingSessions(model).filter((one) => isOpen(model, one));
    const session = open.find((one) => one.follows === last?.id || one.start === start);
    const kind = below(5) === 0 ? (runBack.kind === 'now' ? 'week' : 'now') : runBack.kind;
    const may = last && model.squad.roster.length > 1 && (session || kind === runBack.kind);
    const expected = getOutsiderRefusal(player) ?? (may ? 'done' : 'conflict');
    const input = { sessionId: last?.id ?? squadId, kind };
    if (!(await press(expected, (deps) => startRunBack(deps, player, squadId, input)))) return;
    if (session) return recordAnswer(model, session, { id: player.userId, answer: 'yes' });
    const closes = runBack.answersUntil?.getTime() ?? start;
    const more = { follows: last!.id, startsNow: runBack.answersUntil !== null, closes };
    await recordSession(model, { start, end: runBack.endsAt.getTime(), proposer: player.userId, ...more });
  }

  async function giveFeedback() {
    const sessionsOver = [...model.sessions.values()].filter(({ asked }) => asked && asked.size > 0);
    const one = pick(sessionsOver.slice(-4));
    if (!one?.asked) return;
    const player = pick(listPlayers(model))!;
    const others = [...one.asked].filter((id) => id !== player.userId && below(4) === 0);
    const feedback = { took_place: below(8) > 0, rating: null, absent_ids: others };
    const isLate = run.now() > getFeedbackDeadline(new Date(one.end)).getTime();
    const expected = !one.asked.has(player.userId) ? 'not_found' : isLate ? 'conflict' : 'done';
    await press(expected, (deps) => giveSessionFeedback(deps, player, one.id, feedback));
  }

  async function wait() {
    run.pass(pick(WAITS)!);
    // Sometimes, no process runs the jobs.
    if (below(6) === 0) return run.count('nobody there');
    for (const job of [
      offerAllOpenSeats,
      sendSessionReminders,
      notifySettledConfirmations,
      askAfterSessions,
      closeExpiredRunBacks,
    ]) {
      await run.work((deps) => job(deps, run.never));
      if (job === offerAllOpenSeats) await checkOffers(model);
    }
    applyMinuteJobs(model);
  }

  return [
    ...([
      [10, propose],
      [60, answer],
      [16, answerInParallel],
      [14, dropOut],
      [6, move],
    ] satisfies Command[]),
    ...([
      [3, cancelOne],
      [12, checkInPlayer],
      [8, repeatSession],
      [8, giveFeedback],
      [14, wait],
    ] satisfies Command[]),
  ];
}

async function recordSession(model: SquadModel, more: Partial<Session> & Pick<Session, 'start' | 'end' | 'proposer'>) {
  const { run, squad, sessions } = model;
  const { rows } = await run.deps.db.execute<{ id: string }>(sql`
    select id from squad_sessions where squad_id = ${squad.id} and called_off_at is null
       and starts_at = ${new Date(more.start).toISOString()}::timestamptz`);
  expect(rows).toHaveLength(1);
  const { id } = rows[0]!;
  const answers = new Map([[more.proposer!, { answer: 'yes' as const, here: false }]]);
  sessions.set(id, {
    ...{ id, squadId: squad.id, version: 1, canceled: false, closes: more.start, follows: null, startsNow: false },
    ...{
      answers,
      guests: new Map(),
      asked: null,
      isFeedbackLost: false,
      notified: { isConfirmed: false, count: 0, differs: null },
      search: null,
    },
    ...more,
  });
}

/** Returns the latest confirmed session that has ended. */
const findLastSession = (model: SquadModel): Session | undefined =>
  listSquadSessions(model)
    .filter((one) => !one.canceled && one.end <= model.run.now() && countMissing(one) === 0)
    .sort((a, b) => b.end - a.end || (a.id < b.id ? -1 : 1))[0];
