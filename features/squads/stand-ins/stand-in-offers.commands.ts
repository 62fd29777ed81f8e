import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { subtractMs } from '../../../time/instants.ts';
import { toReaderTimes } from '../../../time/reader-times.ts';
import { explanationReader, keptSentences } from '../../matches/explanations.wording.ts';
import { peopleOf } from '../../matches/matches.queries.ts';
import { type RankedStandIn, rankForEvening } from '../../matches/stand-in-ranking.commands.ts';
import { enqueueNotification } from '../../notifications/notifications.commands.ts';
import type { Position } from '../../profiles/game.schema.ts';
import { eachAlone } from '../each-alone.commands.ts';
import { answersOf, type SessionRow, sessionById, sessionIn } from '../sessions/squad-sessions.queries.ts';
import { formerMembers, lockSquad, rosterOf, type SquadRow } from '../squads.queries.ts';
import { questionMessage } from './stand-in-messages.wording.ts';
import { isActive, leaveAsGuest } from './stand-in-seats.commands.ts';
import * as queries from './stand-ins.queries.ts';
import {
  ASKED_A_DAY,
  ASKED_MOST,
  ASKED_WITHIN_MS,
  answerUntil,
  emptySeats,
  LOOK_AGAIN_MS,
  seatsToOffer,
  stateAt,
} from './stand-ins.rules.ts';

/** Of each seat so many are looked at; whoever cannot be asked any more at that moment is passed over. */
const RANKED = 20;
/** More seats than a squad has are never offered at once. */
const SEATS_MOST = 5;

/** Offers the seats of all sessions where that is due, and lets those out of threads whose time there is over. */
export async function offerSeats(deps: Deps, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  const due = await queries.sessionsToOffer(deps.db, { now, nobodySince: subtractMs(now, LOOK_AGAIN_MS) });
  await eachAlone(deps, { signal, what: 'seats not offered' }, due, (id) => offerSeatsOf(deps, id));
  const over = await queries.threadsToLeave(deps.db, now);
  await eachAlone(deps, { signal, what: 'a stand-in not let out of a thread' }, over, (guest) =>
    deps.db.transaction(async (tx) => {
      await lockSquad(tx, guest.squadId);
      await queries.clearThreadTime(tx, guest, now);
      await leaveAsGuest(tx, deps, guest.squadId, guest.userId);
    }),
  );
}

/** Offers the seats of one session, each to the best who can be asked. */
export async function offerSeatsOf(deps: Deps, sessionId: string): Promise<void> {
  for (let seats = 0; seats < SEATS_MOST; seats++) {
    const need = await lookAt(deps, sessionId);
    if (!need || !(await askBest(deps, need))) return;
  }
}

/** What a session lacks: seats for which nobody is asked, and who plays. */
type Need = {
  squad: SquadRow;
  session: SessionRow;
  seats: (Position | null)[];
  playerIds: string[];
  memberIds: string[];
  until: Date;
};

/** Ends what has run out, and says what is still to be offered. */
async function lookAt(deps: Deps, sessionId: string): Promise<Need | undefined> {
  const known = await sessionById(deps.db, sessionId);
  if (!known) return undefined;
  return deps.db.transaction(async (tx) => {
    const squad = await lockSquad(tx, known.squadId);
    const session = await sessionIn(tx, known.squadId, sessionId);
    if (!session) return undefined;
    const now = deps.now();
    const live = await queries.liveStandIns(tx, [sessionId]);
    const lapsed = live.filter((row) => row.state === 'asked' && stateAt(row, now) === 'lapsed');
    await queries.putState(tx, idsOf(lapsed), { state: 'lapsed', now });
    if (!squad || session.calledOffAt || session.startsAt <= now) {
      await queries.deleteSearch(tx, sessionId);
      return undefined;
    }
    const rows = live.filter((row) => row.state === 'asked' && !lapsed.includes(row));
    for (const row of rows) {
      // They have said yes elsewhere, and know it.
      if (!(await queries.isBusy(tx, row.userId, session))) continue;
      await queries.putState(tx, [row.id], { state: 'lapsed', now });
    }
    return needOf(tx, deps, squad, session);
  });
}

const idsOf = (rows: readonly queries.StandInRow[]) => rows.map(({ id }) => id);

/** What a session of a locked squad lacks; undefined when nobody is to be asked now. */
async function needOf(tx: Db, deps: Deps, squad: SquadRow, session: SessionRow): Promise<Need | undefined> {
  const now = deps.now();
  const search = await queries.searchFor(tx, session.id);
  const until = answerUntil(session.startsAt, now);
  if (!isActive(search, session) || !until) return undefined;
  if (search.nobodyAt && search.nobodyAt > subtractMs(now, LOOK_AGAIN_MS)) return undefined;
  const roster = await rosterOf(tx, [squad.id]);
  const memberIds = roster.map(({ userId }) => userId);
  const answers = await answersOf(tx, [session.id]);
  const playerIds = answers.flatMap(({ userId, answer }) => (answer === 'yes' ? [userId] : []));
  const live = await queries.liveStandIns(tx, [session.id]);
  const asked = live.filter(({ state }) => state === 'asked');
  const table = { size: squad.size, memberIds, answers, stoodOnce: session.toldCount > 0 };
  if (asked.length >= seatsToOffer(table, search.pressed)) return undefined;
  const said = new Set(answers.map(({ userId }) => userId));
  const silentIds = memberIds.filter((id) => !said.has(id));
  const people = await peopleOf(tx, [...playerIds, ...silentIds]);
  const seatOf = (userId: string) => {
    const member = roster.find((one) => one.userId === userId);
    const standIn = live.find((one) => one.userId === userId);
    return (member?.position ?? standIn?.seat ?? people.get(userId)?.role ?? null) as Position | null;
  };
  const empty = emptySeats(squad.size, { taken: playerIds.map(seatOf), mayStill: silentIds.map(seatOf) });
  const seats = empty.filter((seat) => !asked.some((one) => one.seat === seat));
  return { squad, session, seats, playerIds, memberIds, until };
}

/** @returns whether somebody was asked for one of the seats */
async function askBest(deps: Deps, need: Need): Promise<boolean> {
  const { squad, session, playerIds, memberIds } = need;
  const now = deps.now();
  const before = await queries.askedFor(deps.db, session.id, session.version);
  if (before.length < ASKED_MOST) {
    const often = { times: ASKED_A_DAY, since: new Date(now.getTime() - ASKED_WITHIN_MS) };
    const others = await queries.notToBeAsked(deps.db, session, often);
    const exceptIds = [...memberIds, ...(await formerMembers(deps.db, squad.id)), ...before, ...others];
    for (const seat of need.seats) {
      const ranked = await rankForEvening(deps, { ...session, memberIds: playerIds, seat, exceptIds }, RANKED);
      if (ranked.length > 0 && (await ask(deps, { squad, session, seat }, ranked))) return true;
    }
  }
  await deps.db.transaction(async (tx) => {
    const locked = await lockSquad(tx, squad.id);
    const again = await sessionIn(tx, squad.id, session.id);
    if (locked && again && (await needOf(tx, deps, locked, again))) {
      await queries.changeSearch(tx, session.id, { nobodyAt: now });
    }
  });
  return false;
}

type Seat = { squad: SquadRow; session: SessionRow; seat: Position | null };

/** Asks the first who can be asked, if the seat is still to be offered. @returns whether anybody was */
async function ask(deps: Deps, { squad, session, seat }: Seat, ranked: readonly RankedStandIn[]): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const locked = await lockSquad(tx, squad.id);
    const current = await sessionIn(tx, squad.id, session.id);
    if (!locked || !current || current.calledOffAt || current.version !== session.version) return false;
    const need = await needOf(tx, deps, locked, current);
    if (!need?.seats.includes(seat)) return false;
    const now = deps.now();
    const standing = (await queries.liveStandIns(tx, [session.id])).filter(({ state }) => state === 'in');
    const besideIds = [...need.memberIds, ...standing.map(({ userId }) => userId)];
    const free = await queries.askable(
      tx,
      ranked.map(({ id }) => id),
      { besideIds, now },
    );
    const often = { times: ASKED_A_DAY, since: new Date(now.getTime() - ASKED_WITHIN_MS) };
    const others = new Set(await queries.notToBeAsked(tx, current, often));
    for (const { id: userId, score, facts } of ranked) {
      if (!free.has(userId) || others.has(userId) || besideIds.includes(userId)) continue;
      const row = { sessionId: session.id, squadId: squad.id, userId, version: session.version, seat };
      const why = { score, facts, askedAt: now, until: need.until };
      const question = await queries.insertQuestion(tx, { ...row, ...why, state: 'asked' });
      if (!question) continue;
      await queries.changeSearch(tx, session.id, { nobodyAt: null });
      const people = await peopleOf(tx, [userId, ...need.playerIds]);
      const reader = { userId, times: toReaderTimes(people.get(userId)) };
      const coming = need.playerIds.length;
      const reasons = keptSentences(facts, [], explanationReader(userId, reader.times, people));
      await enqueueNotification(tx, deps, questionMessage(locked, current, reader, { question, coming, reasons }));
      return true;
    }
    return false;
  });
}
