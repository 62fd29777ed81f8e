import { describe, expect, it } from 'vitest';
import { TIMETABLE } from '../../../server/timetable.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { matchJobs } from '../matches.jobs.ts';
import { computeNextRunAt, isRunDue, LONGEST_RUN_SECONDS } from './matcher-runs.rules.ts';

const start = Date.parse('2026-03-03T00:00:00Z');
const job = matchJobs.find((kind) => kind.name === 'matcher')!;

describe('matcher schedule', () => {
  it('checks every five minutes and limits a run to 15 minutes', () => {
    expect(TIMETABLE[job.name]).toBe('*/5 * * * *');
    expect(job.expireInSeconds).toBe(900);
    expect(job.expireInSeconds).toBe(LONGEST_RUN_SECONDS);
  });

  it('starts the next run in time to finish one every two hours', () => {
    const times = { lastDone: new Date(start), lastAsked: new Date(start - 10 * MINUTE_MS) };
    expect(isRunDue(times, new Date(start + 90 * MINUTE_MS))).toBe(false);
    expect(isRunDue(times, new Date(start + 100 * MINUTE_MS))).toBe(true);
  });

  it('predicts the first check at which a run will be due', () => {
    const times = { lastDone: new Date(start + MINUTE_MS), lastAsked: new Date(start) };
    const next = computeNextRunAt(times, new Date(start + 10 * MINUTE_MS));
    expect(next.getTime() % (5 * MINUTE_MS)).toBe(0);
    expect(isRunDue(times, next)).toBe(true);
    expect(isRunDue(times, new Date(next.getTime() - 5 * MINUTE_MS))).toBe(false);
    const now = new Date(start + 20 * MINUTE_MS);
    expect(computeNextRunAt({ lastDone: null, lastAsked: null }, now)).toEqual(new Date(start + 25 * MINUTE_MS));
  });

  it('starts a run 95 minutes after the last one ended, or later after a failure', () => {
    const times = { lastDone: new Date(start), lastAsked: new Date(start - 10 * MINUTE_MS) };
    expect(isRunDue(times, new Date(start + 95 * MINUTE_MS - 1))).toBe(false);
    expect(isRunDue(times, new Date(start + 95 * MINUTE_MS))).toBe(true);
    expect(computeNextRunAt(times, new Date(start))).toEqual(new Date(start + 95 * MINUTE_MS));
    const schedule = { lastDone: new Date(start - 200 * MINUTE_MS), lastAsked: new Date(start) };
    expect(isRunDue(schedule, new Date(start + 14 * MINUTE_MS))).toBe(false);
    expect(computeNextRunAt(schedule, new Date(start + MINUTE_MS))).toEqual(new Date(start + 15 * MINUTE_MS));
  });

  it("starts a run when there hasn't been one, and 15 minutes after a failed one", () => {
    expect(isRunDue({ lastDone: null, lastAsked: null }, new Date(start))).toBe(true);
    const schedule = { lastDone: null, lastAsked: new Date(start) };
    expect(isRunDue(schedule, new Date(start + 14 * MINUTE_MS))).toBe(false);
    expect(isRunDue(schedule, new Date(start + 15 * MINUTE_MS))).toBe(true);
  });
});
