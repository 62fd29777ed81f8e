import { defaultRules } from '../../matcher/default-rules.ts';
import { simulateBatches } from './batch-simulation.ts';
import { type Stay, simulateSession } from './queue-simulation.ts';
import { createSession } from './simulated-session.ts';

const PEOPLE = 20_000;
const SEED = 5;
const BATCH_SECONDS = 300;
/** The shortest wait the UI shows: "10 seconds". */
const MIN_ESTIMATE_SECONDS = 10;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
const rounded = (value: number) => Math.round(value * 100) / 100;

/**
 * Returns the share of players whose estimate was right within a factor of two: they waited at least half of the
 * shorter and at most twice the longer time shown. Each wait is scaled by the times shown to that player (1: half of
 * the shorter, 2: twice the longer). Players who gave up are censored at that time. The share is the Kaplan-Meier
 * estimate of waits ending between 1 and 2.
 */
function shareOfCorrectEstimates(stays: readonly Stay[]) {
  const measured = stays.flatMap(({ told, waited, found }) => {
    if (!told) return [];
    const [low, high] = [Math.max(told.low, MIN_ESTIMATE_SECONDS) / 2, Math.max(told.high, MIN_ESTIMATE_SECONDS) * 2];
    const seconds = Math.max(waited, MIN_ESTIMATE_SECONDS);
    const length = seconds < low ? seconds / low : 1 + (seconds - low) / Math.max(1e-9, high - low);
    return [{ length, found }];
  });
  const sorted = measured.toSorted((a, b) => a.length - b.length || Number(b.found) - Number(a.found));
  let still = 1;
  let before = 1;
  for (const [at, { length, found }] of sorted.entries()) {
    if (length > 2) break;
    if (found) still *= 1 - 1 / (sorted.length - at);
    if (length < 1) before = still;
  }
  const known = sorted.filter(({ found, length }) => found || length > 2);
  return {
    told: measured.length,
    notKnown: stays.length - measured.length,
    notKnownForTooFew: stays.filter(({ told, seen }) => !told && seen < 20).length,
    gaveUpBefore: measured.length - known.length,
    rightShare: rounded(before - still),
    rightAmongKnown: rounded(
      known.filter(({ found, length }) => found && length >= 1 && length <= 2).length / known.length,
    ),
  };
}

/** Compares a simulated session of the live queue with the batch matcher on the same arrivals. */
export function measureQuality(people = PEOPLE) {
  const guests = createSession(people, SEED);
  const queue = simulateSession(guests, defaultRules);
  const batch = simulateBatches(guests, defaultRules, BATCH_SECONDS);
  const found = queue.stays.filter((stay) => stay.found);
  const waits = (values: readonly number[]) => ({
    p50: Math.round(percentile(values, 0.5)),
    p95: Math.round(percentile(values, 0.95)),
    p99: Math.round(percentile(values, 0.99)),
  });
  return {
    people,
    squads: { queue: queue.squads, batch: batch.squads },
    score: { queue: rounded(mean(queue.scores)), batch: rounded(mean(batch.scores)) },
    waitSeconds: { queue: waits(found.map(({ waited }) => waited)), batch: waits(batch.waits) },
    said: shareOfCorrectEstimates(queue.stays),
  };
}
