/** Chance that can be repeated: the same words always give the same number. @returns uniform in [0, 1) */
export function chanceOf(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of words.join('\n')) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
}

/** One of a list by chance. */
export const oneOf = <T>(list: readonly T[], ...words: readonly (string | number)[]): T =>
  list[Math.floor(chanceOf(...words) * list.length)]!;

/** Nobody answers at once, and nobody at the same moment as the others. @returns seconds */
const secondsFrom = (low: number, high: number, ...words: readonly (string | number)[]) =>
  low + chanceOf(...words) * (high - low);

/** One in so many proposals, checks and sessions is declined by one of those who are asked. */
const DECLINES = 8;

/** What somebody does about something that they are asked, and after how many seconds. */
export type Choice<Answer> = { answer: Answer; seconds: number };

/**
 * Who of several says no to something that all of them are asked: mostly nobody, never more than one.
 * @param about what they are asked, by its id
 */
export function decliner(about: string, asked: readonly string[]): string | undefined {
  if (asked.length === 0 || chanceOf('declines', about) >= 1 / DECLINES) return undefined;
  return oneOf([...asked].sort(), 'decliner', about);
}

/**
 * The answer to a proposal. Whoever says no waits until others have said yes, so that their seat is offered to somebody
 * else, and says it only where somebody is there to take it.
 */
export function matchChoice(
  matchId: string,
  asked: readonly string[],
  userId: string,
  canReplace: (userId: string) => boolean,
): Choice<'accept' | 'decline'> {
  if (asked.length > 1 && decliner(matchId, asked) === userId && canReplace(userId)) {
    return { answer: 'decline', seconds: secondsFrom(12, 16, matchId, userId) };
  }
  return { answer: 'accept', seconds: secondsFrom(3, 12, matchId, userId) };
}

/** The answer to a ready check, of which everybody sees the seconds go by. */
export function checkChoice(checkId: string, asked: readonly string[], userId: string): Choice<'ready' | 'not_now'> {
  const answer = decliner(checkId, asked) === userId ? 'not_now' : 'ready';
  return { answer, seconds: secondsFrom(3, 9, checkId, userId) };
}

/** The answer to the date of a squad: whoever declines leaves a seat to a stand-in, where one is to be had. */
export function sessionChoice(
  sessionId: string,
  asked: readonly string[],
  userId: string,
  canReplace: (userId: string) => boolean,
): Choice<'yes' | 'no'> {
  const answer = decliner(sessionId, asked) === userId && canReplace(userId) ? 'no' : 'yes';
  return { answer, seconds: secondsFrom(4, 18, sessionId, userId) };
}

/** The answer to an invitation, into a party, a squad or an evening of one. */
export function invitationChoice(subjectId: string, userId: string): Choice<'accept' | 'decline'> {
  const answer = chanceOf('invited', subjectId, userId) < 1 / DECLINES ? 'decline' : 'accept';
  return { answer, seconds: secondsFrom(4, 12, subjectId, userId) };
}

/** After how many seconds somebody who may check in does so. */
export const checkInSeconds = (sessionId: string, userId: string): number =>
  secondsFrom(6, 40, 'here', sessionId, userId);
