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
  const findOffer = async (one: Session, who: Player): Promise<OfferRow | undefined> => {
    const [row] = await listRows<OfferRow>(sql`
      select version, state, until from squad_stand_ins where session_id = ${one.id} and user_id = ${who.userId}
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
    const asked = await listRows<{ session_id: string; user_id: string }>(sql`
      select session_id, user_id from squad_stand_ins where state = 'asked' and squad_id = ${model.squad.id}
       order by session_id, user_id`);
    const known = below(6) > 0 ? pick(asked) : undefined;
    const one = known && below(5) > 0 ? model.sessions.get(known.session_id) : pick(listUpcomingSessions(model));
    const who = listPlayers(model).find(({ userId }) => userId === known?.user_id) ?? pick(model.bench)!;
    if (!one) return;
    const row = await findOffer(one, who);
    const accept = below(4) > 0;
    const stale = below(10) === 0;
    const ref = { sessionId: one.id, version: one.version - (stale ? 1 : 0) };
    const expected = predictAnswer(model, one, { who, row, accept, stale });
    const same = expected === 'done' && row!.state !== 'asked';
    const work = accept ? acceptSubstituteRequest : declineSubstituteRequest;
    // A double tap counts as one answer.
    const twice = below(4) === 0;
    if (twice) {
      const both = await Promise.all([0, 1].map(() => runForOutcome(() => work(run.deps, who, ref))));
      expect(both, JSON.stringify(row)).toEqual([expected, expected]);
    }
    const done = twice ? expected === 'done' : await press(expected, (deps) => work(deps, who, ref));
    if (!done || same) return;
    if (!accept) return updateSearch(model, one);
    one.guests.set(who.userId, { here: false, until: one.end + CHAT_ACCESS_MS });
    applyAnswerChange(model, one, { isAnnounced: true });
  }

  async function leaveAsSubstitute() {
    const one =
      pick(listUpcomingSessions(model).filter(({ guests }) => guests.size > 0)) ?? pick(listUpcomingSessions(model));
    const who = listPlayers(model).find(({ userId }) => one?.guests.has(userId)) ?? pick(model.bench)!;
    if (!one) return;
    const row = await findOffer(one, who);
    const may = one.guests.has(who.userId) && one.start > run.now();
    const expected = !row ? 'not_found' : may ? 'done' : 'conflict';
    const ref = { sessionId: one.id, version: one.version };
    if (!(await press(expected, (deps) => cancelSubstitution(deps, who, ref)))) return;
    one.guests.delete(who.userId);
    applyAnswerChange(model, one, { forGood: true, again: true });
  }

  async function checkInGuest() {
    const one = pick(listUpcomingSessions(model).filter(({ guests }) => guests.size > 0));
    const id = one && pick([...one.guests.keys()]);
    const who = listPlayers(model).find(({ userId }) => userId === id);
    if (!one || !who) return;
    const early = getCheckInStart(new Date(one.start)).getTime() > run.now();
    const ref = { sessionId: one.id, version: one.version };
    const done = await press(early ? 'conflict' : 'done', (deps) => checkInSubstitute(deps, who, ref));
    if (done) one.guests.get(who.userId)!.here = true;
  }

  async function changeSearch() {
    const one =
      pick(listUpcomingSessions(model).filter((each) => countMissing(each) > 0)) ?? pick(listUpcomingSessions(model));
    if (!one) return;
    const who = pickCaptainOrOther(model);
    const stop = below(3) === 0;
    const stale = below(10) === 0;
    // Whether any player fits depends on the ranking.
    const [found] = await listRows<{ nobody: boolean }>(sql`
      select nobody_at is not null as nobody from squad_stand_in_searches where session_id = ${one.id}`);
    const late = stale || one.canceled || one.start <= run.now();
    const asksAll = isSearching(one) && one.search!.pressed && !found?.nobody;
    const nothing = countSeatsToOffer(model, one, true) === 0 || asksAll || one.start - run.now() < MIN_LEAD_MS;
    const refused = late || (stop ? !isSearching(one) : nothing);
    const expected = getCaptainRefusal(model, who) ?? (refused ? 'conflict' : 'done');
    const work = stop ? stopSubstituteSearch : startSubstituteSearch;
    if (!(await press(expected, (deps) => work(deps, who, toSessionRef(one, stale))))) return;
    run.count(stop ? 'stopped looking' : 'captain asked');
    if (stop) one.search!.stopped = true;
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
  const current = !stale && row.version === one.version && !one.canceled;
  if (accept && current && row.state === 'in') return 'done';
  // Declining twice is accepted, even if the session has changed since.
  if (!accept && row.state === 'declined' && row.version === one.version - (stale ? 1 : 0)) return 'done';
  const open = row.state === 'asked' && new Date(row.until).getTime() > now;
  if (!current || !open || one.start <= now) return 'conflict';
  if (!accept) return 'done';
  const beside = [...listMemberIds(model), ...one.guests.keys()];
  const elsewhere = [...model.sessions.values()].filter((other) => overlaps(one, other));
  const busy = elsewhere.some(({ guests, answers }) => guests.has(userId) || answers.get(userId)?.answer === 'yes');
  return busy || isBlocked(model, userId, beside) ? 'conflict' : 'done';
}

const overlaps = (a: Session, b: Session) => a !== b && !b.canceled && a.start < b.end && a.end > b.start;
