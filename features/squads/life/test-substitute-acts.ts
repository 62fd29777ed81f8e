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
import { type Act, runForOutcome } from './test-life.ts';
import { follow, followSeats, guestsGone, isLooking, missing, seatsToOffer, shown } from './test-life-changes.ts';
import { isBlocked, leader, ledBy, memberIds, people, type Session, type World } from './test-life-world.ts';
import { checkOffers } from './test-seat-checks.ts';
import { seen } from './test-session-acts.ts';

const LEAST_MS = 5 * MINUTE_MS;
const WRITES_MS = 12 * HOUR_MS;

type Question = { version: number; state: string; until: string };

/** Actions that offer, take, give up and play spots, and that let the captain start or stop the search. */
export function createSubstituteActs(world: World): Act[] {
  const { life } = world;
  const { below, press, pick } = life;
  const rowsOf = async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    (await life.deps.db.execute<T>(query)).rows;
  /** Returns a player's latest offer, because the model doesn't predict the ranking's choice. */
  const question = async (one: Session, who: Player): Promise<Question | undefined> => {
    const [row] = await rowsOf<Question>(sql`
      select version, state, until from squad_stand_ins where session_id = ${one.id} and user_id = ${who.userId}
       order by version desc limit 1`);
    return row;
  };

  async function offer() {
    await life.work((deps) => offerAllOpenSeats(deps, life.never));
    guestsGone(world);
    await checkOffers(world);
  }

  async function offerWhatWasAskedFor() {
    await life.workOff<{ sessionId: string }>(OFFER_JOB, (deps, { sessionId }) => offerSessionSeats(deps, sessionId));
  }

  async function answerRequest() {
    const asked = await rowsOf<{ session_id: string; user_id: string }>(sql`
      select session_id, user_id from squad_stand_ins where state = 'asked' and squad_id = ${world.squad.id}
       order by session_id, user_id`);
    const known = below(6) > 0 ? pick(asked) : undefined;
    const one = known && below(5) > 0 ? world.sessions.get(known.session_id) : pick(shown(world));
    const who = people(world).find(({ userId }) => userId === known?.user_id) ?? pick(world.bench)!;
    if (!one) return;
    const row = await question(one, who);
    const accept = below(4) > 0;
    const stale = below(10) === 0;
    const word = { sessionId: one.id, version: one.version - (stale ? 1 : 0) };
    const expected = said(world, one, { who, row, accept, stale });
    const same = expected === 'done' && row!.state !== 'asked';
    const work = accept ? acceptSubstituteRequest : declineSubstituteRequest;
    // A double tap is handled as one answer.
    const twice = below(4) === 0;
    if (twice) {
      const both = await Promise.all([0, 1].map(() => runForOutcome(() => work(life.deps, who, word))));
      expect(both, JSON.stringify(row)).toEqual([expected, expected]);
    }
    const done = twice ? expected === 'done' : await press(expected, (deps) => work(deps, who, word));
    if (!done || same) return;
    if (!accept) return followSeats(world, one);
    one.guests.set(who.userId, { here: false, until: one.end + WRITES_MS });
    follow(world, one, { isAnnounced: true });
  }

  async function standOut() {
    const one = pick(shown(world).filter(({ guests }) => guests.size > 0)) ?? pick(shown(world));
    const who = people(world).find(({ userId }) => one?.guests.has(userId)) ?? pick(world.bench)!;
    if (!one) return;
    const row = await question(one, who);
    const may = one.guests.has(who.userId) && one.start > life.now();
    const expected = !row ? 'not_found' : may ? 'done' : 'conflict';
    const word = { sessionId: one.id, version: one.version };
    if (!(await press(expected, (deps) => cancelSubstitution(deps, who, word)))) return;
    one.guests.delete(who.userId);
    follow(world, one, { forGood: true, again: true });
  }

  async function guestIsHere() {
    const one = pick(shown(world).filter(({ guests }) => guests.size > 0));
    const id = one && pick([...one.guests.keys()]);
    const who = people(world).find(({ userId }) => userId === id);
    if (!one || !who) return;
    const early = getCheckInStart(new Date(one.start)).getTime() > life.now();
    const word = { sessionId: one.id, version: one.version };
    const done = await press(early ? 'conflict' : 'done', (deps) => checkInSubstitute(deps, who, word));
    if (done) one.guests.get(who.userId)!.here = true;
  }

  async function captainAsks() {
    const one = pick(shown(world).filter((each) => missing(each) > 0)) ?? pick(shown(world));
    if (!one) return;
    const who = leader(world);
    const stop = below(3) === 0;
    const stale = below(10) === 0;
    // Whether any player fits depends on the ranking.
    const [found] = await rowsOf<{ nobody: boolean }>(sql`
      select nobody_at is not null as nobody from squad_stand_in_searches where session_id = ${one.id}`);
    const late = stale || one.calledOff || one.start <= life.now();
    const asksAll = isLooking(one) && one.search!.pressed && !found?.nobody;
    const nothing = seatsToOffer(world, one, true) === 0 || asksAll || one.start - life.now() < LEAST_MS;
    const refused = late || (stop ? !isLooking(one) : nothing);
    const expected = ledBy(world, who) ?? (refused ? 'conflict' : 'done');
    const work = stop ? stopSubstituteSearch : startSubstituteSearch;
    if (!(await press(expected, (deps) => work(deps, who, seen(one, stale))))) return;
    life.count(stop ? 'stopped looking' : 'captain asked');
    if (stop) one.search!.stopped = true;
    else one.search = { pressed: true, stopped: false, filled: false };
  }

  return [
    ...([
      [16, offer],
      [14, offerWhatWasAskedFor],
      [40, answerRequest],
    ] satisfies Act[]),
    ...([
      [5, standOut],
      [6, guestIsHere],
      [8, captainAsks],
    ] satisfies Act[]),
  ];
}

type SubstituteAnswer = { who: Player; row: Question | undefined; accept: boolean; stale: boolean };

/** Returns the expected outcome of answering a sub offer. */
function said(world: World, one: Session, { who: { userId }, row, accept, stale }: SubstituteAnswer): string {
  if (!row) return 'not_found';
  const now = world.life.now();
  const current = !stale && row.version === one.version && !one.calledOff;
  if (accept && current && row.state === 'in') return 'done';
  // Declining twice is accepted, even if the session has changed since.
  if (!accept && row.state === 'declined' && row.version === one.version - (stale ? 1 : 0)) return 'done';
  const open = row.state === 'asked' && new Date(row.until).getTime() > now;
  if (!current || !open || one.start <= now) return 'conflict';
  if (!accept) return 'done';
  const beside = [...memberIds(world), ...one.guests.keys()];
  const elsewhere = [...world.sessions.values()].filter((other) => overlaps(one, other));
  const busy = elsewhere.some(({ guests, answers }) => guests.has(userId) || answers.get(userId)?.answer === 'yes');
  return busy || isBlocked(world, userId, beside) ? 'conflict' : 'done';
}

const overlaps = (a: Session, b: Session) => a !== b && !b.calledOff && a.start < b.end && a.end > b.start;
