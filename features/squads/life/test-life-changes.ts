import { DAY_MS, MINUTE_MS } from '../../../time/units.ts';
import type { Position } from '../../profiles/game.schema.ts';
import type { Player } from '../../profiles/profiles.factory.ts';
import {
  benchPlayer,
  isBlocked,
  isIn,
  memberIds,
  ofSquad,
  people,
  type Session,
  SIZE,
  type World,
} from './test-life-world.ts';

const LASTS_MS = 2 * MINUTE_MS;
const ASKED_WITHIN_MS = DAY_MS;

export const yes = ({ answers }: Session): string[] =>
  [...answers].filter(([, { answer }]) => answer === 'yes').map(([id]) => id);
/** Everyone counted toward the session being confirmed. */
const playing = (one: Session): string[] => [...yes(one), ...one.guests.keys()];
export const missing = (one: Session): number => Math.max(0, SIZE - playing(one).length);
export const isOpen = ({ life }: World, one: Session): boolean => !one.calledOff && one.closes > life.now();
/** The sessions shown in the room, next one first. */
export const shown = (world: World): Session[] =>
  ofSquad(world)
    .filter(({ end }) => end > world.life.now())
    .sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
export const isLooking = ({ search }: Session): boolean => search !== null && !search.stopped && !search.filled;

/**
 * Returns how many spots are offered to substitutes. Members who haven't answered may still come, unless the session
 * was confirmed before or the captain asked for substitutes.
 */
export function seatsToOffer(world: World, one: Session, isRequested: boolean): number {
  const members = memberIds(world);
  if (!yes(one).some((id) => members.includes(id))) return 0;
  const silent = members.filter((id) => !one.answers.has(id) && !one.guests.has(id)).length;
  return Math.max(0, missing(one) - (isRequested || one.told.count > 0 ? 0 : silent));
}

type Cause = { lost?: boolean; again?: boolean; forGood?: boolean; isAnnounced?: boolean };

/** Applies changed answers to the search for substitutes and to the members' notifications. */
export function follow(world: World, one: Session, { lost, again, forGood, isAnnounced: said }: Cause = {}): void {
  followSeats(world, one, { lost, again });
  const isConfirmed = missing(one) === 0;
  const first = isConfirmed && one.told.count === 0;
  if (isConfirmed === one.told.stands) one.told.differs = null;
  else if (said || first || forGood) markNotified(one);
  else one.told.differs ??= world.life.now();
}

export function followSeats(world: World, one: Session, { lost = false, again = false }: Cause = {}): void {
  const ahead = one.start - world.life.now();
  if (missing(one) === 0) {
    if (one.search && isLooking(one)) one.search.filled = true;
    return;
  }
  if (!again && !(lost && ahead > 0 && ahead < DAY_MS)) return;
  if (one.search) one.search.filled &&= one.search.stopped;
  else if (seatsToOffer(world, one, false) > 0) one.search = { pressed: false, stopped: false, filled: false };
}

function markNotified(one: Session): void {
  one.told = { stands: missing(one) === 0, count: one.told.count + 1, differs: null };
}

export function callOff(one: Session): void {
  Object.assign(one, { calledOff: true, version: one.version + 1, guests: new Map(), search: null });
}

/**
 * Removes a member from the roster and from open sessions. The longest-serving member becomes captain; when the last
 * one leaves, the squad ends.
 */
export function takeOff(world: World, id: string): void {
  const { squad } = world;
  if (!isIn(world, id)) return;
  squad.roster = squad.roster.filter((one) => one.id !== id);
  squad.former.add(id);
  if (squad.captain === id) lead(world, squad.roster[0]?.id ?? null);
  for (const one of ofSquad(world).filter((each) => isOpen(world, each))) {
    const lost = one.answers.get(id)?.answer === 'yes';
    one.answers.delete(id);
    if (squad.roster.length < 2) callOff(one);
    else follow(world, one, { forGood: true, lost });
  }
  if (squad.captain === null) end(world);
}

/** A join link names its inviter, so it ends when the captain changes. */
export function lead({ squad }: World, id: string | null): void {
  squad.captain = id;
  if (id === null) return;
  squad.oldLink = squad.link ?? squad.oldLink;
  squad.link = null;
}

/** Ends the squad: upcoming sessions are canceled, invitations are deleted, and former members keep the closed chat. */
export function end(world: World): void {
  const { squad } = world;
  squad.keepers = memberIds(world).sort();
  Object.assign(squad, { captain: null, roster: [], invited: new Map() });
  for (const one of ofSquad(world)) {
    if (isOpen(world, one)) callOff(one);
    for (const guest of one.guests.values()) guest.until = null;
  }
}

/** Removes a substitute from upcoming sessions and the chat. */
export function guestOut(world: World, id: string): void {
  for (const one of ofSquad(world)) {
    const guest = one.guests.get(id);
    if (guest) guest.until = null;
    if (!guest || one.start <= world.life.now()) continue;
    one.guests.delete(id);
    follow(world, one, { forGood: true, again: true });
  }
}

/**
 * Makes a player a member. They count as a yes wherever they were a substitute, and substitutes they have a block with
 * are removed.
 */
export async function joined(world: World, who: Player, position: Position | null): Promise<void> {
  const { squad, pool, bench } = world;
  const { userId: id } = who;
  squad.roster.push({ id, position });
  squad.invited.delete(id);
  squad.former.delete(id);
  for (const one of ofSquad(world)) {
    const guest = one.guests.get(id);
    if (guest) guest.until = null;
    if (!guest || one.end <= world.life.now()) continue;
    one.answers.set(id, { answer: 'yes', here: guest.here });
    one.guests.delete(id);
  }
  for (const { userId: other } of people(world)) {
    if (!isBlocked(world, id, [other])) continue;
    squad.invited.delete(other);
    guestOut(world, other);
  }
  const at = bench.indexOf(who);
  if (at < 0) return;
  pool.push(who);
  bench[at] = await benchPlayer(world, who.profile.role!);
}

/** Applies everything the jobs that run every minute would do. */
export function minutePassed(world: World): void {
  const now = world.life.now();
  guestsGone(world);
  for (const one of ofSquad(world)) {
    const { differs } = one.told;
    if (isOpen(world, one) && differs !== null && differs <= now - LASTS_MS) markNotified(one);
    const over = one.atOnce && !one.calledOff && one.closes <= now && one.end > now;
    if (over && missing(one) > 0) callOff(one);
  }
  for (const one of world.sessions.values()) {
    if (one.calledOff || one.asked || one.end > now || one.end <= now - ASKED_WITHIN_MS) continue;
    one.asked = new Set(missing(one) === 0 ? playing(one) : []);
  }
}

/** Ends past substitutes' access to the chat, which they only keep for a while. */
export function guestsGone(world: World): void {
  for (const { guests } of ofSquad(world)) {
    for (const guest of guests.values())
      if (guest.until !== null && guest.until <= world.life.now()) guest.until = null;
  }
}
