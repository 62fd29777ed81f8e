import { defaultRules } from '../../matcher/default-rules.ts';
import { simulateBatches } from './batch-simulation.ts';
import { type QueueStay, simulateSession } from './queue-simulation.ts';
import { createSimulatedPlayers } from './simulated-session.ts';

const PEOPLE_COUNT = 20_000;
const SEED = 5;
const BATCH_SECONDS = 300;
/** The shortest wait the UI shows: "10 seconds". */
const MIN_ESTIMATE_SECONDS = 10;

const computeMean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const computePercentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
const roundToTwoDigits = (value: number) => Math.round(value * 100) / 100;

/**
 * Returns the share of players whose wait estimate was right within a factor of two: they waited at least half of the
 * shorter and at most twice the longer time shown. Each wait is scaled by the times shown to that player (1: half of
 * the shorter, 2: twice the longer). For players who gave up, we only know that they'd have waited longer (censored
 * data). The result is the Kaplan-Meier estimate of the share of waits that end between 1 and 2.
 */
function computeCorrectShare(stays: readonly QueueStay[]) {
  const errors = stays.flatMap(({ quotedWait, waitedSeconds, found }) => {
    if (!quotedWait) return [];
    const [low, high] = [
      Math.max(quotedWait.low, MIN_ESTIMATE_SECONDS) / 2,
      Math.max(quotedWait.high, MIN_ESTIMATE_SECONDS) * 2,
    ];
    const seconds = Math.max(waitedSeconds, MIN_ESTIMATE_SECONDS);
    const length = seconds < low ? seconds / low : 1 + (seconds - low) / Math.max(1e-9, high - low);
    return [{ length, found }];
  });
  const sortedErrors = errors.toSorted((a, b) => a.length - b.length || Number(b.found) - Number(a.found));
  let survivalShare = 1;
  let before = 1;
  for (const [index, { length, found }] of sortedErrors.entries()) {
    if (length > 2) break;
    if (found) survivalShare *= 1 - 1 / (sortedErrors.length - index);
    if (length < 1) before = survivalShare;
  }
  const measuredMatches = sortedErrors.filter(({ found, length }) => found || length > 2);
  return {
    told: errors.length,
    notKnown: stays.length - errors.length,
    notKnownForTooFew: stays.filter(({ quotedWait, sampleCount }) => !quotedWait && sampleCount < 20).length,
    gaveUpBefore: errors.length - measuredMatches.length,
    rightShare: roundToTwoDigits(before - survivalShare),
    rightAmongKnown: roundToTwoDigits(
      measuredMatches.filter(({ found, length }) => found && length >= 1 && length <= 2).length /
        measuredMatches.length,
    ),
  };
}

/** Compares a simulated session of the live queue with the batch matcher on the same arrivals. */
export function measureQuality(people = PEOPLE_COUNT) {
  const players = createSimulatedPlayers(people, SEED);
  const queue = simulateSession(players, defaultRules);
  const batch = simulateBatches(players, defaultRules, BATCH_SECONDS);
  const matchedStays = queue.stays.filter((stay) => stay.found);
  const summarizeWaits = (values: readonly number[]) => ({
    p50: Math.round(computePercentile(values, 0.5)),
    p95: Math.round(computePercentile(values, 0.95)),
    p99: Math.round(computePercentile(values, 0.99)),
  });
  return {
    people,
    squads: { queue: queue.squads, batch: batch.squads },
    score: { queue: roundToTwoDigits(computeMean(queue.scores)), batch: roundToTwoDigits(computeMean(batch.scores)) },
    waitSeconds: {
      queue: summarizeWaits(matchedStays.map(({ waitedSeconds }) => waitedSeconds)),
      batch: summarizeWaits(batch.waits),
    },
    said: computeCorrectShare(queue.stays),
  };
}
