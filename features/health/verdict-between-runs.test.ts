import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../time/units.ts';
import { isRunDue, LONGEST_RUN_SECONDS, type RunTimes } from '../matches/matcher-runs/matcher-runs.rules.ts';
import { toVerdict } from './health.rules.ts';

const start = Date.parse('2026-03-03T00:00:00Z');

describe('matcher schedule', () => {
  it('keeps the verdict at GO between any two rounds, however long they take', () => {
    const seconds = fc.integer({ min: 0, max: LONGEST_RUN_SECONDS });
    const lateness = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(fc.array(fc.tuple(seconds, lateness), { minLength: 20, maxLength: 20 }), (runs) => {
        let times: RunTimes = { lastDone: new Date(start), lastAsked: new Date(start) };
        let time = start;
        for (const [duration, delay] of runs) {
          while (!isRunDue(times, new Date(time))) time += 5 * MINUTE_MS;
          // The queue may start a round up to a minute late.
          const startedAt = time + delay * 1000;
          const done = startedAt + duration * 1000;
          const facts = {
            lastRunAt: times.lastDone,
            hasMatchData: true,
            fullDiskAt: null,
            outOfMemoryAt: null,
            noFilesAt: null,
            attempts: 0,
            failed: 0,
            failedJobs: [],
            backups: { nightly: false, attemptAt: null, error: null, successAt: null },
          };
          expect(toVerdict(facts, new Date(done)).verdict).toBe('GO');
          times = { lastDone: new Date(done), lastAsked: new Date(startedAt) };
        }
      }),
    );
  });
});
