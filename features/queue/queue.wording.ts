import { type ExplanationFact, type PoolPlayer, type Reader, readExplanation } from '../../matcher/run.ts';
import type { Translatable } from '../../messages/lazy-text.ts';
import { formatList } from '../../messages/lists.ts';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import { formatMatchReasons } from '../matches/match-reasons.wording.ts';
import { REGION_LABELS, translateValue } from '../profiles/game-labels.schema.ts';
import * as messages from './queue.messages.ts';
import { explainStop } from './queue.rules.ts';
import type { QueueRelaxation } from './queue-limits.rules.ts';
import type { Penalty } from './queue-penalties.rules.ts';
import { MIN_OBSERVATIONS } from './queue-waits.rules.ts';

/** Rounds a duration the way people say it, so it doesn't sound more precise than it is. */
function roundDuration(seconds: number): { count: number; unit: 'second' | 'minute' } {
  if (seconds < 55) return { count: Math.max(10, Math.round(seconds / 10) * 10), unit: 'second' };
  return { count: Math.max(1, Math.round(seconds / 60)), unit: 'minute' };
}

/** The player whose wait is estimated. */
export type WaitingTraits = Pick<PoolPlayer, 'positions' | 'crossplay' | 'region'>;

/** Formats the usual wait as a sentence. With too little data, suggests how to shorten the wait. */
export function formatWaitEstimate(
  t: Translator,
  wait: { low: number; high: number } | null,
  recentCount: number,
  { positions, crossplay, region }: WaitingTraits,
): string {
  const playerLabel = { position: positions[0] ?? '', region: translateValue(t, REGION_LABELS, region) };
  if (wait) {
    const [low, high] = [roundDuration(wait.low), roundDuration(wait.high)];
    if (low.count === high.count && low.unit === high.unit) return t(messages.waitAbout, { ...high, ...playerLabel });
    const units = low.unit === high.unit ? `${low.unit}s` : 'both';
    return t(messages.waitBetween, { units, low: low.count, high: high.count, ...playerLabel });
  }
  const hint = crossplay ? (positions.length > 1 ? 'friends' : 'position') : 'crossplay';
  return t(messages.waitUnknown, { cause: recentCount < MIN_OBSERVATIONS ? 'few' : 'gave_up', hint, ...playerLabel });
}

/** Formats the limits that relax over time, as a sentence. */
export function formatRelaxation(t: Translator, { regions, score, spread }: QueueRelaxation, minutes: number): string {
  const names = regions.map((region) => translateValue(t, REGION_LABELS, region));
  const limits = [
    ...(regions.length > 0 ? [t(messages.relaxedRegions, { regions: formatList(t, names) })] : []),
    ...(score === null ? [] : [score > 0 ? t(messages.relaxedScore, { score }) : t(messages.relaxedAnyScore)]),
    ...(spread === null ? [] : [t(messages.relaxedRatings, { spread })]),
  ];
  return t(messages.relaxation, { minutes, limits: formatList(t, limits, 'commas') });
}

export const getPenaltyMessage = ({ warning, until }: Penalty): Message =>
  warning || !until ? messages.missedCheck : messages.missedChecks;

/** Facts to show during a ready check. There are only seconds to read them. */
const SHOWN_FACTS: readonly ExplanationFact['about'][] = ['positions', 'party', 'ratings', 'modes', 'talk', 'place'];

/** Formats why five players fit, as sentences addressed to one of them. */
export function formatGroupReasons(
  t: Translator,
  storedReasons: { facts: unknown; reasons: string[] },
  reader: Reader,
): string[] {
  const explanation = readExplanation(storedReasons.facts);
  if (!explanation) return storedReasons.reasons;
  const facts = explanation.facts.filter(({ about }) => SHOWN_FACTS.includes(about));
  return formatMatchReasons(t, { ...explanation, facts }, reader);
}

/** Reasons why a check failed, for players who keep waiting. */
export const FAILURE_MESSAGES = {
  declined: messages.canceledDeclined,
  silent: messages.canceledSilent,
  unreached: messages.canceledUnreached,
  gone: messages.canceledGone,
} as const;

/** Reasons why a player who lost their seat in a check is out of the queue. */
export const REMOVAL_MESSAGES = {
  declined: messages.removedDeclined,
  silent: messages.removedSilent,
  unreached: messages.removedUnreached,
  parted: messages.removedParted,
  gone: messages.removedGone,
} as const;

/** Returns the message to a player who was in the queue when it was paused. */
export const explainRemovalByStop = (reason: string): Translatable =>
  explainStop(reason, messages.removedStopped, messages.removedStoppedBecause);

/** Reasons why a new member of a queued party can't wait with it. */
export const PARTY_JOIN_PROBLEMS = {
  elsewhere: messages.partyInOtherQueue,
  checked: messages.partyInCheck,
  notReady: messages.partyNeedsProfile,
  noLanguage: messages.partyNeedsLanguage,
  paused: messages.partyWhilePaused,
} as const;
