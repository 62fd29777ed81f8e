import {
  type ExplanationFact,
  explanationSentences,
  type PoolPlayer,
  type Reader,
  readExplanation,
} from '../../matcher/run.ts';
import { formatReasonSuffix } from './queue.rules.ts';
import type { Relaxation } from './queue-limits.rules.ts';
import type { Penalty } from './queue-penalties.rules.ts';
import { MIN_OBSERVATIONS } from './queue-waits.rules.ts';

const POSITIONS: Record<string, string> = {
  PG: 'a point guard',
  SG: 'a shooting guard',
  SF: 'a small forward',
  PF: 'a power forward',
  C: 'a center',
};
const formatPositions = (position: string): string => POSITIONS[position] ?? `a ${position}`;

/** Rounds a duration the way people say it, so it doesn't sound more precise than it is. */
function formatDuration(seconds: number): { number: number; unit: 'second' | 'minute' } {
  if (seconds < 55) return { number: Math.max(10, Math.round(seconds / 10) * 10), unit: 'second' };
  return { number: Math.max(1, Math.round(seconds / 60)), unit: 'minute' };
}

const plural = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** The player whose wait is being estimated, for the wording. */
export type Waiter = Pick<PoolPlayer, 'positions' | 'crossplay' | 'region'>;

/** Formats the usual wait as a sentence; with too little data, says what would shorten it. */
export function formatWaitEstimate(wait: { low: number; high: number } | null, seen: number, waiter: Waiter): string {
  const who = `${formatPositions(waiter.positions[0] ?? '')} in ${waiter.region}`;
  if (wait) {
    const [low, high] = [formatDuration(wait.low), formatDuration(wait.high)];
    if (low.number === high.number && low.unit === high.unit)
      return `Usually about ${plural(high.number, high.unit)} for ${who}.`;
    const from = low.unit === high.unit ? String(low.number) : plural(low.number, low.unit);
    return `Usually ${from} to ${plural(high.number, high.unit)} for ${who}.`;
  }
  const shorter = waiter.crossplay
    ? waiter.positions.length > 1
      ? 'Bring friends who fit to shorten it.'
      : 'Add a second position to your profile to shorten it.'
    : 'Allow crossplay in your profile to shorten it.';
  const few = seen < MIN_OBSERVATIONS ? 'Too few players waited lately' : 'Too many players gave up lately';
  return `${few} to estimate the wait for ${who}. ${shorter}`;
}

/** Formats the limits that relax over time, as a sentence. */
export function formatRelaxation({ regions, score, spread }: Relaxation, minutes: number): string {
  const parts = [
    ...(regions.length > 0 ? [`players from ${regions.join(' and ')}`] : []),
    ...(score !== null ? [score > 0 ? `squads scoring ${score} or more of 100` : 'squads with any score'] : []),
    ...(spread !== null ? [`ratings up to ${spread} apart`] : []),
  ];
  return `After ${plural(minutes, 'minute')}, also ${parts.join(', ')}`;
}

export const formatPenalty = ({ warning, until }: Penalty): string =>
  warning || !until
    ? 'You missed a ready check. Miss another in the next 24 hours and you’ll be locked out for 15 minutes.'
    : 'You missed more than one ready check in 24 hours. You’re locked out for 15 minutes.';

/** The facts to show during a ready check, which lasts only seconds. */
const SHOWN_FACTS: readonly ExplanationFact['about'][] = ['positions', 'party', 'ratings', 'modes', 'talk', 'place'];

/** Formats why five players fit, as sentences addressed to one of them. */
export function formatGroupReasons(kept: { facts: unknown; reasons: string[] }, reader: Reader): string[] {
  const known = readExplanation(kept.facts);
  if (!known) return kept.reasons;
  const facts = known.facts.filter(({ about }) => SHOWN_FACTS.includes(about));
  return explanationSentences({ ...known, facts }, reader);
}

/** Why a check failed, for players who keep waiting. */
export const FAILURE_MESSAGES = {
  declined: 'A player couldn’t make it, so this match was canceled.',
  silent: 'A player didn’t answer in time, so this match was canceled.',
  unreached: 'We couldn’t reach a player, so this match was canceled.',
  gone: 'A player dropped out, so this match was canceled.',
} as const;

/** Why a player is out of the queue. */
export const REMOVAL_MESSAGES = {
  declined: 'You said Not now, so you left the queue.',
  silent: 'You didn’t answer in time, so you left the queue. Join again when you’re back.',
  unreached:
    'We found a match but couldn’t reach you, so you left the queue. After two such checks within an hour, you’re paused for 15 minutes.',
  parted: 'Someone you queued with dropped out, so you’re all out of the queue.',
  gone: 'You’re out of the queue.',
  banned: 'A moderator banned you from matches, so you’re out of the queue.',
  hidden: 'Your profile is no longer published, so you’re out of the queue.',
  blocked: 'You’re out of the queue. Join again when you want to play.',
  left: 'You left the queue.',
  mateLeft: (name: string) => `${name} left the queue, so you’re out too.`,
  partyLeft: 'You left your party, so you’re out of the queue. Join again to play without them.',
  partyEnded: 'You ended your party, so you’re all out of the queue. Join again to play alone.',
  absent: 'You lost connection for a minute and left the queue.',
  silentStill: 'You didn’t confirm you’re still there, so you’re out of the queue.',
  over: 'There’s too little time left tonight to find a match. Play now, or choose later times.',
  stopped: (reason: string) =>
    `The queue was stopped${formatReasonSuffix(reason) || ' by an admin'}. This doesn’t count against you.`,
} as const;

/** Shown to a player who joins a party that's in the queue but can't be added to its wait. */
export const PARTY_JOINED_MESSAGE = {
  elsewhere: 'Your party is in the queue without you. Leave the queue first, then ask the leader to join again.',
  checked: 'Your party is in a ready check right now. If it falls through, ask the leader to join the queue again.',
  notReady: 'Your party is in the queue without you because your profile isn’t published. Publish it first.',
  noLanguage: 'Your party is in the queue without you because your profile has no language. Add one first.',
  paused: 'Your party is in the queue without you because you’re paused.',
  without: (name: string) =>
    `${name} joined your party but isn’t in the queue with you. To bring them along, leave the queue and join again.`,
} as const;

export const REQUEUED_MESSAGE = 'You’re still in the queue, and your wait time carries over.';
