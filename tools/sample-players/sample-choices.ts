/** Chance that can be repeated: the same words always give the same number. @returns uniform in [0, 1) */
export function seededChance(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of words.join('\n')) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
}

/** One of a list by chance. */
export const pickOne = <T>(list: readonly T[], ...words: readonly (string | number)[]): T =>
  list[Math.floor(seededChance(...words) * list.length)]!;

/** Nobody answers at once, and nobody at the same moment as the others. @returns seconds */
const pickSeconds = (low: number, high: number, ...words: readonly (string | number)[]) =>
  low + seededChance(...words) * (high - low);

/** One in so many proposals, checks and sessions is declined by one of those who are asked. */
const DECLINE_RATES = 8;

/** What somebody does about something that they are asked, and after how many seconds. */
export type Choice<Answer> = { answer: Answer; seconds: number };

/**
 * Who of several says no to something that all of them are asked: mostly nobody, never more than one.
 * @param about what they are asked, by its id
 */
export function findDecliner(about: string, asked: readonly string[]): string | undefined {
  if (asked.length === 0 || seededChance('declines', about) >= 1 / DECLINE_RATES) return undefined;
  return pickOne([...asked].sort(), 'decliner', about);
}

/**
 * The answer to a proposal. Whoever says no waits until others have said yes, so that their seat is offered to somebody
 * else, and says it only where somebody is there to take it.
 */
export function chooseForMatch(
  matchId: string,
  asked: readonly string[],
  userId: string,
  canReplace: (userId: string) => boolean,
): Choice<'accept' | 'decline'> {
  if (asked.length > 1 && findDecliner(matchId, asked) === userId && canReplace(userId)) {
    return { answer: 'decline', seconds: pickSeconds(12, 16, matchId, userId) };
  }
  return { answer: 'accept', seconds: pickSeconds(3, 12, matchId, userId) };
}

/** The answer to a ready check, of which everybody sees the seconds go by. */
export function chooseForCheck(checkId: string, asked: readonly string[], userId: string): Choice<'ready' | 'not_now'> {
  const answer = findDecliner(checkId, asked) === userId ? 'not_now' : 'ready';
  return { answer, seconds: pickSeconds(3, 9, checkId, userId) };
}

/** The answer to the date of a squad: whoever declines leaves a seat to a stand-in, where one is to be had. */
export function chooseForSession(
  sessionId: string,
  asked: readonly string[],
  userId: string,
  canReplace: (userId: string) => boolean,
): Choice<'yes' | 'no'> {
  const answer = findDecliner(sessionId, asked) === userId && canReplace(userId) ? 'no' : 'yes';
  return { answer, seconds: pickSeconds(4, 18, sessionId, userId) };
}

/** The answer to an invitation, into a party, a squad or an evening of one. */
export function chooseForInvitation(subjectId: string, userId: string): Choice<'accept' | 'decline'> {
  const answer = seededChance('invited', subjectId, userId) < 1 / DECLINE_RATES ? 'decline' : 'accept';
  return { answer, seconds: pickSeconds(4, 12, subjectId, userId) };
}

/** After how many seconds somebody who may check in does so. */
export const chooseCheckInSeconds = (sessionId: string, userId: string): number =>
  pickSeconds(6, 40, 'here', sessionId, userId);
