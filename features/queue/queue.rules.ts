import { addMs } from '../../time/instants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';

/** Formats an admin's reason as the end of a sentence. */
export const formatReasonSuffix = (reason: string): string => (reason ? `: ${reason.replace(/[.\s]+$/, '')}` : '');

export const QUEUE_TEXTS = {
  noCheck: 'Ready check not found. Refresh the queue.',
  noTicket: 'You’re no longer in the queue. Press Play now to rejoin.',
  changed: 'The queue changed. Refresh and try again.',
  over: 'This ready check is over. Open the queue to see what happened.',
  alreadyNow: 'You’re already in the queue.',
  otherKind: 'You’re already in the queue. Leave it first to play at another time.',
  mateInQueue: (name: string) => `${name} is already in the queue alone. Ask them to leave it, or join without them.`,
  notReady: 'Your profile is incomplete or unpublished, so we can’t match you. Publish it first.',
  banned: 'You’re banned from matches, so we can’t match you while the ban lasts.',
  noLanguage: 'Squads need a shared language. Add one to your profile, or turn on Any language.',
  mateNotReady: (name: string) =>
    `${name} can’t be matched right now. Ask them to check their profile and account status, or join without your party.`,
  mateMarked: (name: string) =>
    `${name} missed more than one ready check in 24 hours and is locked out for 15 minutes. Join alone, or wait.`,
  unreachable:
    'We couldn’t reach you for two ready checks, so you’re paused for 15 minutes. Keep this page open or turn on push notifications.',
  mateUnreachable: (name: string) =>
    `We couldn’t reach ${name} for two ready checks, so they’re paused for 15 minutes. Join alone, or wait.`,
  mateNoLanguage: (name: string) => `${name} has no language in their profile. Turn on Any language, or join alone.`,
  noParty: 'You’re not in a party. Join alone, or invite someone first.',
  partyLeader: 'Only the party leader can take the party into the queue.',
  stopped: (reason: string) =>
    `The queue is stopped right now${formatReasonSuffix(reason)}. Try again later. Matching rounds continue.`,
  window: 'Choose a start and end time for tonight.',
  windowShort: 'Choose at least an hour and a half for tonight.',
  windowPast: 'That time has passed. Choose a later one.',
  windowFar: 'Tonight covers the next 24 hours. For later matches, set your availability in your profile.',
  tooMany: (wait: string) => `You’ve joined the queue too often in an hour. Try again in ${wait}.`,
  token: 'This notification has expired. Open the queue instead.',
} as const;

/** A player with an open page is seen at least this often. */
export const SEEN_EVERY_MS = 15_000;
/** A player seen within this time is considered to be on a page. */
export const ON_PAGE_MS = 40_000;
/** A player who hasn't been seen for this long, and isn't reachable otherwise, is removed. */
export const ABSENCE_MS = MINUTE_MS;
/**
 * Time since their last action until players are asked whether they're still there, and the time they have to confirm.
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

/** Returns the problem with a player's availability for tonight, as a sentence. */
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
