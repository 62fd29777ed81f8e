/**
 * Returns a repeatable pseudo-random number: the same words always give the same result.
 * @returns uniform in [0, 1)
 */
export function getSeededChance(...seedParts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of seedParts.join('\n')) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
}

/** Picks one item of a list at random, repeatably. */
export const pickOne = <T>(list: readonly T[], ...seedParts: readonly (string | number)[]): T =>
  list[Math.floor(getSeededChance(...seedParts) * list.length)]!;

/**
 * Picks a delay, so players don't answer instantly or at the same moment.
 * @returns seconds
 */
const pickSeconds = (low: number, high: number, ...seedParts: readonly (string | number)[]) =>
  low + getSeededChance(...seedParts) * (high - low);

/** One in this many matches, ready checks and sessions has a decliner. */
const DECLINE_ONE_IN = 8;

/** An answer to a request, and the delay in seconds before giving it. */
export type WeightedChoice<Answer> = { answer: Answer; seconds: number };

/** Returns the one of these players who declines, assuming that all of them are asked. Usually no one does. */
export function findDecliner(subject: string, invitedIds: readonly string[]): string | undefined {
  if (invitedIds.length === 0 || getSeededChance('declines', subject) >= 1 / DECLINE_ONE_IN) return undefined;
  return pickOne([...invitedIds].sort(), 'decliner', subject);
}

/**
 * Chooses the answer to a match. The decliner waits until all others have accepted, so the spot is offered to a
 * replacement, and declines only if a replacement exists.
 */
export function chooseForMatch(
  matchId: string,
  invitedIds: readonly string[],
  userId: string,
  canReplace: (userId: string) => boolean,
): WeightedChoice<'accept' | 'decline'> {
  if (invitedIds.length > 1 && findDecliner(matchId, invitedIds) === userId && canReplace(userId)) {
    return { answer: 'decline', seconds: pickSeconds(12, 16, matchId, userId) };
  }
  return { answer: 'accept', seconds: pickSeconds(3, 12, matchId, userId) };
}

/** Chooses the answer to a ready check, before its visible countdown ends. */
export function chooseForCheck(
  checkId: string,
  invitedIds: readonly string[],
  userId: string,
): WeightedChoice<'ready' | 'not_now'> {
  const answer = findDecliner(checkId, invitedIds) === userId ? 'not_now' : 'ready';
  return { answer, seconds: pickSeconds(3, 9, checkId, userId) };
}

/** Chooses the answer to a squad's session. The decliner declines only if a sub is available. */
export function chooseForSession(
  sessionId: string,
  invitedIds: readonly string[],
  userId: string,
  canReplace: (userId: string) => boolean,
): WeightedChoice<'yes' | 'no'> {
  const answer = findDecliner(sessionId, invitedIds) === userId && canReplace(userId) ? 'no' : 'yes';
  return { answer, seconds: pickSeconds(4, 18, sessionId, userId) };
}

/** Chooses the answer to an invitation to a party, a squad or one session of a squad. */
export function chooseForInvitation(subjectId: string, userId: string): WeightedChoice<'accept' | 'decline'> {
  const answer = getSeededChance('invited', subjectId, userId) < 1 / DECLINE_ONE_IN ? 'decline' : 'accept';
  return { answer, seconds: pickSeconds(4, 12, subjectId, userId) };
}

/** Returns how many seconds to wait before checking in. */
export const chooseCheckInSeconds = (sessionId: string, userId: string): number =>
  pickSeconds(6, 40, 'here', sessionId, userId);
