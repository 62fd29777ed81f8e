import { DAY_MS, MINUTE_MS } from '../../../time/units.ts';
import type { Position } from '../../profiles/game.schema.ts';
import type { Player } from '../../profiles/profiles.factory.ts';
import {
  isBlocked,
  isInSquad,
  listMemberIds,
  listPlayers,
  listSquadSessions,
  makeBenchPlayer,
  type Session,
  SIZE,
  type SquadModel,
} from './test-squad-model.ts';

const CONFIRMATION_DELAY_MS = 2 * MINUTE_MS;
const FEEDBACK_WITHIN_MS = DAY_MS;

export const listConfirmed = ({ answers }: Session): string[] =>
  [...answers].filter(([, { answer }]) => answer === 'yes').map(([id]) => id);
/** Returns everyone who counts toward confirming the session. */
const listParticipants = (one: Session): string[] => [...listConfirmed(one), ...one.guests.keys()];
export const countMissing = (one: Session): number => Math.max(0, SIZE - listParticipants(one).length);
export const isOpen = ({ run }: SquadModel, one: Session): boolean => !one.canceled && one.closes > run.now();
/** Returns the sessions shown in the room, next one first. */
export const listUpcomingSessions = (model: SquadModel): Session[] =>
  listSquadSessions(model)
    .filter(({ end }) => end > model.run.now())
    .sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
export const isSearching = ({ search }: Session): boolean => search !== null && !search.stopped && !search.filled;

/**
 * Returns the number of spots to offer to substitutes. Undecided members keep their spots, unless the session was
 * confirmed before or the captain asked for substitutes.
 */
export function countSeatsToOffer(model: SquadModel, one: Session, isRequested: boolean): number {
  const members = listMemberIds(model);
  if (!listConfirmed(one).some((id) => members.includes(id))) return 0;
  const silentCount = members.filter((id) => !one.answers.has(id) && !one.guests.has(id)).length;
  return Math.max(0, countMissing(one) - (isRequested || one.notified.count > 0 ? 0 : silentCount));
}

type Cause = { lost?: boolean; substituteLost?: boolean; forGood?: boolean; isAnnounced?: boolean };

/** Updates the substitute search and the members' notifications after changed answers. */
export function applyAnswerChange(
  model: SquadModel,
  one: Session,
  { lost, substituteLost, forGood, isAnnounced }: Cause = {},
): void {
  updateSearch(model, one, { lost, substituteLost });
  const isConfirmed = countMissing(one) === 0;
  const isFirst = isConfirmed && one.notified.count === 0;
  if (isConfirmed === one.notified.isConfirmed) one.notified.differs = null;
  else if (isAnnounced || isFirst || forGood) markNotified(one);
  else one.notified.differs ??= model.run.now();
}

export function updateSearch(
  model: SquadModel,
  one: Session,
  { lost = false, substituteLost = false }: Cause = {},
): void {
  const aheadMs = one.start - model.run.now();
  if (countMissing(one) === 0) {
    if (one.search && isSearching(one)) one.search.filled = true;
    return;
  }
  if (!substituteLost && !(lost && aheadMs > 0 && aheadMs < DAY_MS)) return;
  if (one.search) one.search.filled &&= one.search.stopped;
  else if (countSeatsToOffer(model, one, false) > 0) one.search = { pressed: false, stopped: false, filled: false };
}

function markNotified(one: Session): void {
  one.notified = { isConfirmed: countMissing(one) === 0, count: one.notified.count + 1, differs: null };
}

export function cancelModelSession(one: Session): void {
  Object.assign(one, { canceled: true, version: one.version + 1, guests: new Map(), search: null });
}

/**
 * Removes a member from the roster and from open sessions. The longest-serving member becomes captain; when the last
 * one leaves, the squad ends.
 */
export function removeMember(model: SquadModel, id: string): void {
  const { squad } = model;
  if (!isInSquad(model, id)) return;
  squad.roster = squad.roster.filter((one) => one.id !== id);
  squad.former.add(id);
  if (squad.captain === id) setCaptain(model, squad.roster[0]?.id ?? null);
  for (const one of listSquadSessions(model).filter((each) => isOpen(model, each))) {
    const wasYes = one.answers.get(id)?.answer === 'yes';
    one.answers.delete(id);
    if (squad.roster.length < 2) cancelModelSession(one);
    else applyAnswerChange(model, one, { forGood: true, lost: wasYes });
  }
  if (squad.captain === null) endModelSquad(model);
}

/** Sets the captain. This ends the join link, because it names its inviter. */
export function setCaptain({ squad }: SquadModel, id: string | null): void {
  squad.captain = id;
  if (id === null) return;
  squad.oldLink = squad.link ?? squad.oldLink;
  squad.link = null;
}

/** Ends the squad, cancels upcoming sessions and deletes invitations. Former members can still read the closed chat. */
export function endModelSquad(model: SquadModel): void {
  const { squad } = model;
  squad.formerReaders = listMemberIds(model).sort();
  Object.assign(squad, { captain: null, roster: [], invited: new Map() });
  for (const one of listSquadSessions(model)) {
    if (isOpen(model, one)) cancelModelSession(one);
    for (const guest of one.guests.values()) guest.until = null;
  }
}

/** Removes a substitute from upcoming sessions and the chat. */
export function removeSubstitute(model: SquadModel, id: string): void {
  for (const one of listSquadSessions(model)) {
    const guest = one.guests.get(id);
    if (guest) guest.until = null;
    if (!guest || one.start <= model.run.now()) continue;
    one.guests.delete(id);
    applyAnswerChange(model, one, { forGood: true, substituteLost: true });
  }
}

/** Makes a player a member, with a yes wherever they were a substitute. Removes substitutes they have a block with. */
export async function addMember(model: SquadModel, player: Player, position: Position | null): Promise<void> {
  const { squad, pool, bench } = model;
  const { userId: id } = player;
  squad.roster.push({ id, position });
  squad.invited.delete(id);
  squad.former.delete(id);
  for (const one of listSquadSessions(model)) {
    const guest = one.guests.get(id);
    if (guest) guest.until = null;
    if (!guest || one.end <= model.run.now()) continue;
    one.answers.set(id, { answer: 'yes', here: guest.here });
    one.guests.delete(id);
  }
  for (const { userId: other } of listPlayers(model)) {
    if (!isBlocked(model, id, [other])) continue;
    squad.invited.delete(other);
    removeSubstitute(model, other);
  }
  const index = bench.indexOf(player);
  if (index < 0) return;
  pool.push(player);
  bench[index] = await makeBenchPlayer(model, player.profile.role!);
}

/** Applies the effects of the jobs that run every minute. */
export function applyMinuteJobs(model: SquadModel): void {
  const now = model.run.now();
  expireSubstitutes(model);
  for (const one of listSquadSessions(model)) {
    const { differs } = one.notified;
    if (isOpen(model, one) && differs !== null && differs <= now - CONFIRMATION_DELAY_MS) markNotified(one);
    const isRunning = one.startsNow && !one.canceled && one.closes <= now && one.end > now;
    if (isRunning && countMissing(one) > 0) cancelModelSession(one);
  }
  for (const one of model.sessions.values()) {
    if (one.canceled || one.asked || one.end > now || one.end <= now - FEEDBACK_WITHIN_MS) continue;
    one.asked = new Set(countMissing(one) === 0 ? listParticipants(one) : []);
  }
}

/** Ends the chat access of past substitutes when it expires. */
export function expireSubstitutes(model: SquadModel): void {
  for (const { guests } of listSquadSessions(model)) {
    for (const guest of guests.values()) if (guest.until !== null && guest.until <= model.run.now()) guest.until = null;
  }
}
