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
  isIn,
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
export const toSessionRef = (one: Session, stale = false) => ({
  squadId: one.squadId,
  sessionId: one.id,
  version: one.version - (stale ? 1 : 0),
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
  const slot = () => (Math.floor(run.now() / (30 * MINUTE_MS)) + 1 + below(SLOT_COUNT)) * 30 * MINUTE_MS;
  const minutes = () => 30 * (1 + below(6));
  const timeOf = (start: number, length: number) => ({ starts_at: new Date(start), minutes: length });
  const isTaken = (start: number) => listUpcomingSessions(model).some((one) => !one.canceled && one.start === start);
  const getOutsiderRefusal = ({ userId }: Player) => (isIn(model, userId) ? undefined : 'not_found');
  const mayChange = (one: Session, { userId }: Player) =>
    one.proposer === userId || model.squad.captain === userId ? undefined : 'forbidden';

  async function propose() {
    const who = pickMemberOrOther(model);
    const [start, length] = [slot(), minutes()];
    const full = listUpcomingSessions(model).filter(({ canceled }) => !canceled).length >= MAX_OPEN_SESSIONS;
    const clash = isTaken(start) || full || model.squad.roster.length < 2;
    const expected = getOutsiderRefusal(who) ?? (clash ? 'conflict' : 'done');
    const done = await press(expected, (deps) => proposeSession(deps, who, model.squad.id, timeOf(start, length)));
    if (done) await recordSession(model, { start, end: start + length * MINUTE_MS, proposer: who.userId });
  }

  async function answer() {
    const one = pick(listUpcomingSessions(model));
    if (!one) return;
    const who = pickMemberOrOther(model);
    const choice = pick(ANSWERS)!;
    const stale = below(10) === 0;
    const expected = getOutsiderRefusal(who) ?? (stale || !isOpen(model, one) ? 'conflict' : 'done');
    const done = await press(expected, (deps) => answerSession(deps, who, toSessionRef(one, stale), choice));
    if (done) recordAnswer(model, one, { id: who.userId, answer: choice });
  }

  async function confirmTogether() {
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
    if (!one || !id || !isIn(model, id)) return;
    const done = await press('done', (deps) => answerSession(deps, getPlayer(model, id), toSessionRef(one), 'no'));
    if (done) recordAnswer(model, one, { id, answer: 'no' });
  }

  async function move() {
    const one = pick(listUpcomingSessions(model));
    if (!one) return;
    const who = pickMemberOrOther(model);
    const [start, length] = [slot(), minutes()];
    const end = start + length * MINUTE_MS;
    const stale = below(6) === 0;
    const late = stale || !isOpen(model, one) ? 'conflict' : undefined;
    const clash = start === one.start ? end === one.end : isTaken(start);
    const expected = getOutsiderRefusal(who) ?? late ?? mayChange(one, who) ?? (clash ? 'conflict' : 'done');
    const done = await press(expected, (deps) =>
      moveSession(deps, who, toSessionRef(one, stale), timeOf(start, length)),
    );
    if (!done) return;
    const answers = new Map([[who.userId, { answer: 'yes' as const, here: false }]]);
    const fresh = {
      answers,
      guests: new Map(),
      notified: { isConfirmed: false, count: 0, differs: null },
      search: null,
    };
    Object.assign(one, { start, end, closes: start, startsNow: false, version: one.version + 1, ...fresh });
  }

  async function cancelOne() {
    const one = pick(listUpcomingSessions(model));
    if (!one) return;
    const who = pickMemberOrOther(model);
    const late = isOpen(model, one) ? undefined : 'conflict';
    const expected = getOutsiderRefusal(who) ?? late ?? mayChange(one, who) ?? 'done';
    if (await press(expected, (deps) => cancelSession(deps, who, toSessionRef(one)))) cancelModelSession(one);
  }

  async function checkInPlayer() {
    const near = listUpcomingSessions(model).filter(
      (one) => getCheckInStart(new Date(one.start)).getTime() <= run.now(),
    );
    const one = pick(near.length > 0 ? near : listUpcomingSessions(model));
    if (!one) return;
    const who = pickMemberOrOther(model);
    const early = getCheckInStart(new Date(one.start)).getTime() > run.now();
    const expected = getOutsiderRefusal(who) ?? (one.canceled || early ? 'conflict' : 'done');
    const done = await press(expected, (deps) => checkIn(deps, who, toSessionRef(one)));
    if (done) recordAnswer(model, one, { id: who.userId, answer: 'yes', here: true });
  }

  async function repeatSession() {
    const who = pickMemberOrOther(model);
    const { id: squadId } = model.squad;
    const last = findLastSession(model);
    const [startsAt, endsAt] = [new Date(last?.start ?? 0), new Date(last?.end ?? 0)];
    const back = planRunBack({ startsAt, endsAt }, new Date(run.now()), who.profile.timezone ?? 'UTC');
    const start = back.startsAt.getTime();
    const open = listUpcomingSessions(model).filter((one) => isOpen(model, one));
    const asked = open.find((one) => one.follows === last?.id || one.start === start);
    const kind = below(5) === 0 ? (back.kind === 'now' ? 'week' : 'now') : back.kind;
    const may = last && model.squad.roster.length > 1 && (asked || kind === back.kind);
    const expected = getOutsiderRefusal(who) ?? (may ? 'done' : 'conflict');
    const wish = { sessionId: last?.id ?? squadId, kind };
    if (!(await press(expected, (deps) => startRunBack(deps, who, squadId, wish)))) return;
    if (asked) return recordAnswer(model, asked, { id: who.userId, answer: 'yes' });
    const closes = back.answersUntil?.getTime() ?? start;
    const more = { follows: last!.id, startsNow: back.answersUntil !== null, closes };
    await recordSession(model, { start, end: back.endsAt.getTime(), proposer: who.userId, ...more });
  }

  async function giveFeedback() {
    const over = [...model.sessions.values()].filter(({ asked }) => asked && asked.size > 0);
    const one = pick(over.slice(-4));
    if (!one?.asked) return;
    const who = pick(listPlayers(model))!;
    const others = [...one.asked].filter((id) => id !== who.userId && below(4) === 0);
    const feedback = { took_place: below(8) > 0, rating: null, absent_ids: others };
    const late = run.now() > getFeedbackDeadline(new Date(one.end)).getTime();
    const expected = !one.asked.has(who.userId) ? 'not_found' : late ? 'conflict' : 'done';
    await press(expected, (deps) => giveSessionFeedback(deps, who, one.id, feedback));
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
      [16, confirmTogether],
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
