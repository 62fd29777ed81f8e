import { addMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';

/** Formats an admin's reason as the end of a sentence. */
export const formatReasonSuffix = (reason: string): string => (reason ? `: ${reason.replace(/[.\s]+$/, '')}` : '');

export const QUEUE_TEXTS = {
  noCheck: 'There is no such ready check for you. Look at the queue again.',
  noTicket: 'You are not in the queue any more. Press Play now to join again.',
  changed: 'Something has changed meanwhile. Look at the queue again and press what stands there now.',
  over: 'This ready check is over. What became of it stands on the page.',
  alreadyNow: 'You are in the queue already.',
  otherKind: 'You are in the queue already. Leave it first to play at another time.',
  mateInQueue: (name: string) => `${name} is in the queue by themselves. Ask them to leave it, or join alone.`,
  notReady: 'Your profile is not complete or not published, so nobody could be found for you. Publish it first.',
  banned: 'You are banned from matches, so nobody is found for you while that lasts.',
  noLanguage:
    'Your profile has no language, so nobody would share one with you. Add one, or allow squads without a common language.',
  mateNotReady: (name: string) =>
    `${name} cannot be matched at the moment: their profile is hidden or not complete. Join without your party, or ask them.`,
  mateMarked: (name: string) =>
    `${name} let others wait more than once today and is kept out of the queue for a quarter of an hour. Join alone, or wait.`,
  unreachable:
    'You missed contact for two ready checks, so you’re paused for 15 minutes. Keep this page open or turn on push.',
  mateUnreachable: (name: string) =>
    `We couldn’t reach ${name} for two ready checks, so they’re paused for 15 minutes. Join alone, or wait.`,
  mateNoLanguage: (name: string) =>
    `The profile of ${name} has no language, so nobody would share one. Allow squads without a common language, or join alone.`,
  noParty: 'You are in no party. Join alone, or invite somebody first.',
  partyLeader: 'Only who leads the party can take it into the queue.',
  stopped: (reason: string) =>
    `The queue is stopped at the moment${formatReasonSuffix(reason)}. Try again later; match proposals go on.`,
  window: 'Choose from when and until when you could play tonight.',
  windowShort: 'Tonight needs at least an hour and a half between from and until.',
  windowPast: 'These hours are over. Choose hours that lie ahead.',
  windowFar: 'Tonight means within the next day. For later, your hours in the profile bring match proposals.',
  tooMany: (wait: string) => `You have joined the queue very often within an hour. Please wait ${wait}.`,
  token: 'This notification is too old to be answered. Open the queue instead.',
} as const;

/** A player on a page is seen at least this often. */
export const SEEN_EVERY_MS = 15_000;
/** A player seen within this time still counts as being on a page. */
export const ON_PAGE_MS = 40_000;
/** A player who hasn't been seen for this long, and isn't reachable otherwise, is removed. */
export const ABSENCE_MS = MINUTE_MS;
/**
 * How long after their last action players are asked whether they're still there, and how long they have to confirm.
 */
export const STILL_THERE_AFTER_MS = 15 * MINUTE_MS;
export const STILL_THERE_WINDOW_MS = 2 * MINUTE_MS;
/** A group that broke up isn't matched again for this long. */
export const GROUP_COOLDOWN_MS = HOUR_MS;
/** How long a player's outcome is shown. */
export const OUTCOME_SHOWN_MS = 5 * MINUTE_MS;
/** The period the wait estimate is based on. */
export const OBSERVED_MS = 6 * HOUR_MS;

const LEAST_WINDOW_MS = 90 * MINUTE_MS;

/** Returns what's wrong with a player's availability for tonight, as a sentence. */
export function findWindowProblem(
  from: Date | null | undefined,
  until: Date | null | undefined,
  now: Date,
): string | undefined {
  if (!from || !until) return QUEUE_TEXTS.window;
  if (until <= now) return QUEUE_TEXTS.windowPast;
  if (until > addMs(now, DAY_MS)) return QUEUE_TEXTS.windowFar;
  const start = from > now ? from : now;
  return until.getTime() - start.getTime() < LEAST_WINDOW_MS ? QUEUE_TEXTS.windowShort : undefined;
}
