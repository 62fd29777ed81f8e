import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import type { Player } from '../../profiles/profiles.factory.ts';
import { getCheckInStart } from '../sessions/squad-sessions.rules.ts';
import { offerAllOpenSeats, offerSessionSeats } from '../substitutes/substitute-offers.commands.ts';
import { OFFER_JOB } from '../substitutes/substitute-seats.commands.ts';
import {
  acceptSubstituteRequest,
  cancelSubstitution,
  checkInSubstitute,
  declineSubstituteRequest,
  startSubstituteSearch,
  stopSubstituteSearch,
} from '../substitutes/substitutes.commands.ts';
import { type Command, runForOutcome } from './test-model-run.ts';
import { checkOffers } from './test-seat-invariants.ts';
import { toSessionRef } from './test-session-commands.ts';
import {
  getCaptainRefusal,
  isBlocked,
  listMemberIds,
  listPlayers,
  pickCaptainOrOther,
  type Session,
  type SquadModel,
} from './test-squad-model.ts';
import {
  applyAnswerChange,
  countMissing,
  countSeatsToOffer,
  expireSubstitutes,
  isSearching,
  listUpcomingSessions,
  updateSearch,
} from './test-squad-model-changes.ts';

const MIN_LEAD_MS = 5 * MINUTE_MS;
const CHAT_ACCESS_MS = 12 * HOUR_MS;

type OfferRow = { version: number; state: string; until: string };

/** Returns commands that offer, accept, cancel and play substitutions, and start or stop the captain's search. */
export function createSubstituteCommands(model: SquadModel): Command[] {
  const { run } = model;
  const { below, press, pick } = run;
  const listRows = async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    (await run.deps.db.execute<T>(query)).rows;
  /** Reads a player's latest offer, because the model can't predict the ranking. */
  const findOffer = async (one: Session, player: Player): Promise<OfferRow | undefined> => {
    const [row] = await listRows<OfferRow>(sql`
      select version, state, until from squad_stand_ins where session_id = ${one.id} and user_id = ${player.userId}
       order by version desc limit 1`);
    return row;
  };

  async function offer() {
    await run.work((deps) => offerAllOpenSeats(deps, run.never));
    expireSubstitutes(model);
    await checkOffers(model);
  }

  async function offerRequestedSeats() {
    await run.workOff<{ sessionId: string }>(OFFER_JOB, (deps, { sessionId }) => offerSessionSeats(deps, sessionId));
  }

  async function answerOffer() {
    const offers = await listRows<{ session_id: string; user_id: string }>(sql`
      select session_id, user_id from squad_stand_ins where state = 'asked' and squad_id = ${model.squad.id}
       order by session_id, user_id`);
    const pickedOffer = below(6) > 0 ? pick(offers) : undefined;
    const one =
      pickedOffer && below(5) > 0 ? model.sessions.get(pickedOffer.session_id) : pick(listUpcomingSessions(model));
    const player = listPlayers(model).find(({ userId }) => userId === pickedOffer?.user_id) ?? pick(model.bench)!;
    if (!one) return;
    const row = await findOffer(one, player);
    const accepts = below(4) > 0;
    const isStale = below(10) === 0;
    const ref = { sessionId: one.id, version: one.version - (isStale ? 1 : 0) };
    const expected = predictAnswer(model, one, { who: player, row, accept: accepts, stale: isStale });
    const isSame = expected === 'done' && row!.state !== 'asked';
    const work = accepts ? acceptSubstituteRequest : declineSubstituteRequest;
    // A double tap counts as one answer.
    const isRepeated = below(4) === 0;
    if (isRepeated) {
      const outcomes = await Promise.all([0, 1].map(() => runForOutcome(() => work(run.deps, player, ref))));
      expect(outcomes, JSON.stringify(row)).toEqual([expected, expected]);
    }
    const done = isRepeated ? expected === 'done' : await press(expected, (deps) => work(deps, player, ref));
    if (!done || isSame) return;
    if (!accepts) return updateSearch(model, one);
    one.guests.set(player.userId, { here: false, until: one.end + CHAT_ACCESS_MS });
    applyAnswerChange(model, one, { isAnnounced: true });
  }

  async function leaveAsSubstitute() {
    const one =
      pick(listUpcomingSessions(model).filter(({ guests }) => guests.size > 0)) ?? pick(listUpcomingSessions(model));
    const player = listPlayers(model).find(({ userId }) => one?.guests.has(userId)) ?? pick(model.bench)!;
    if (!one) return;
    const row = await findOffer(one, player);
    const isAllowed = one.guests.has(player.userId) && one.start > run.now();
    const expected = !row ? 'not_found' : isAllowed ? 'done' : 'conflict';
    const ref = { sessionId: one.id, version: one.version };
    if (!(await press(expected, (deps) => cancelSubstitution(deps, player, ref)))) return;
    one.guests.delete(player.userId);
    applyAnswerChange(model, one, { forGood: true, substituteLost: true });
  }

  async function checkInGuest() {
    const one = pick(listUpcomingSessions(model).filter(({ guests }) => guests.size > 0));
    const id = one && pick([...one.guests.keys()]);
    const player = listPlayers(model).find(({ userId }) => userId === id);
    if (!one || !player) return;
    const isEarly = getCheckInStart(new Date(one.start)).getTime() > run.now();
    const ref = { sessionId: one.id, version: one.version };
    const done = await press(isEarly ? 'conflict' : 'done', (deps) => checkInSubstitute(deps, player, ref));
    if (done) one.guests.get(player.userId)!.here = true;
  }

  async function changeSearch() {
    const one =
      pick(listUpcomingSessions(model).filter((each) => countMissing(each) > 0)) ?? pick(listUpcomingSessions(model));
    if (!one) return;
    const player = pickCaptainOrOther(model);
    const shouldStop = below(3) === 0;
    const isStale = below(10) === 0;
    // Whether any player fits depends on the ranking.
    const [found] = await listRows<{ nobody: boolean }>(sql`
      select nobody_at is not null as nobody from squad_stand_in_searches where session_id = ${one.id}`);
    const isLate = isStale || one.canceled || one.start <= run.now();
    const asksEveryone = isSearching(one) && one.search!.pressed && !found?.nobody;
    const hasNothingToOffer =
      countSeatsToOffer(model, one, true) === 0 || asksEveryone || one.start - run.now() < MIN_LEAD_MS;
    const isRefused = isLate || (shouldStop ? !isSearching(one) : hasNothingToOffer);
    const expected = getCaptainRefusal(model, player) ?? (isRefused ? 'conflict' : 'done');
    const work = shouldStop ? stopSubstituteSearch : startSubstituteSearch;
    if (!(await press(expected, (deps) => work(deps, player, toSessionRef(one, isStale))))) return;
    run.count(shouldStop ? 'stopped looking' : 'captain asked');
    if (shouldStop) one.search!.stopped = true;
    else one.search = { pressed: true, stopped: false, filled: false };
  }

  return [
    ...([
      [16, offer],
      [14, offerRequestedSeats],
      [40, answerOffer],
    ] satisfies Command[]),
    ...([
      [5, leaveAsSubstitute],
      [6, checkInGuest],
      [8, changeSearch],
    ] satisfies Command[]),
  ];
}

type SubstituteAnswer = { who: Player; row: OfferRow | undefined; accept: boolean; stale: boolean };

/** Returns the expected outcome of answering a sub offer. */
function predictAnswer(
  model: SquadModel,
  one: Session,
  { who: { userId }, row, accept, stale }: SubstituteAnswer,
): string {
  if (!row) return 'not_found';
  const now = model.run.now();
  const isCurrent = !stale && row.version === one.version && !one.canceled;
  if (accept && isCurrent && row.state === 'in') return 'done';
  // Declining twice is accepted, even if the session has changed since.
  if (!accept && row.state === 'declined' && row.version === one.version - (stale ? 1 : 0)) return 'done';
  const open = row.state === 'asked' && new Date(row.until).getTime() > now;
  if (!isCurrent || !open || one.start <= now) return 'conflict';
  if (!accept) return 'done';
  const companions = [...listMemberIds(model), ...one.guests.keys()];
  const overlappingSessions = [...model.sessions.values()].filter((other) => doOverlap(one, other));
  const busy = overlappingSessions.some(
    ({ guests, answers }) => guests.has(userId) || answers.get(userId)?.answer === 'yes',
  );
  return busy || isBlocked(model, userId, companions) ? 'conflict' : 'done';
}

const doOverlap = (a: Session, b: Session) => a !== b && !b.canceled && a.start < b.end && a.end > b.start;
