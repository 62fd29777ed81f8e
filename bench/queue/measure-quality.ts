import { defaultRules } from '../../matcher/default-rules.ts';
import { batchEvening, compileEvening, hindsight } from './batch-evening.ts';
import { eveningOf } from './evening.ts';
import { leastWaits } from './least-wait.ts';
import { playEvening, type Stay } from './play-evening.ts';

const PEOPLE = 20_000;
const SEED = 5;
const BATCH_SECONDS = 300;
/** Words tell no less than "10 seconds". */
const LEAST_TOLD_SECONDS = 10;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const part = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
const rounded = (value: number) => Math.round(value * 100) / 100;

/**
 * Of those to whom a wait was said, the part for whom it was right within a factor of two: that they waited for at least
 * half of the shorter and at most twice the longer length said. Who gave up would have waited for longer: they are
 * observed until then only. With each wait measured by the lengths that were said to this person (1: half of the shorter,
 * 2: twice the longer), that part is what Kaplan and Meier's estimate has lose their wait between 1 and 2.
 */
function saidRight(stays: readonly Stay[]) {
  const measured = stays.flatMap(({ told, waited, found }) => {
    if (!told) return [];
    const [low, high] = [Math.max(told.low, LEAST_TOLD_SECONDS) / 2, Math.max(told.high, LEAST_TOLD_SECONDS) * 2];
    const seconds = Math.max(waited, LEAST_TOLD_SECONDS);
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

/** An evening of the live queue beside one of the batch matcher, on the same arrivals. */
export function measureQuality(people = PEOPLE) {
  const guests = eveningOf(people, SEED);
  const queue = playEvening(guests, defaultRules);
  const batch = batchEvening(guests, defaultRules, BATCH_SECONDS);
  const after = hindsight(guests, defaultRules);
  const found = queue.stays.filter((stay) => stay.found);
  const least = leastWaits(
    guests,
    compileEvening(guests, defaultRules).columns,
    new Set(found.map(({ guest }) => guest.player.id)),
  );
  const waits = (values: readonly number[]) => ({
    p50: Math.round(part(values, 0.5)),
    p95: Math.round(part(values, 0.95)),
    p99: Math.round(part(values, 0.99)),
  });
  return {
    people,
    squads: { queue: queue.squads, batch: batch.squads, hindsight: after.squads },
    score: {
      queue: rounded(mean(queue.scores)),
      batch: rounded(mean(batch.scores)),
      hindsight: rounded(mean(after.scores)),
    },
    waitSeconds: {
      queue: waits(found.map(({ waited }) => waited)),
      batch: waits(batch.waits),
      hindsight: waits(after.waits),
      leastForEachAlone: waits([...least.values()]),
    },
    said: saidRight(queue.stays),
  };
}
