import { describe, expect, it } from 'vitest';
import { jobKinds } from './job-kinds.ts';
import { TIMETABLE } from './timetable.ts';

const SLOT_MINUTES = 10;
/** Matches one minute or every so many minutes, in one hour or all hours, every day. */
const CRON = /^(?:(?<minute>\d{1,2})|\*(?:\/(?<every>\d{1,2}))?) (?:(?<hour>\d{1,2})|\*) \* \* \*$/;

function parse(cron: string): Record<'minute' | 'every' | 'hour', number | undefined> {
  const { minute, every, hour } = CRON.exec(cron)?.groups ?? {};
  const toNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  return { minute: toNumber(minute), every: toNumber(every), hour: toNumber(hour) };
}

/** Lists the ten-minute slots of a day in which a job that runs hourly or less often starts. */
function listSlots(cron: string): number[] {
  const { minute, hour } = parse(cron);
  if (minute === undefined) return [];
  const hours = hour === undefined ? Array.from({ length: 24 }, (_, index) => index) : [hour];
  return hours.map((at) => Math.floor((at * 60 + minute) / SLOT_MINUTES));
}

/** Lists the pairs of jobs that start in the same ten minutes. */
function listOverlaps(timetable: Readonly<Record<string, string>>): string[] {
  const rows = Object.entries(timetable).map(([name, cron]) => ({ name, slots: new Set(listSlots(cron)) }));
  return rows.flatMap((one, index) =>
    rows
      .slice(index + 1)
      .filter(({ slots }) => [...slots].some((slot) => one.slots.has(slot)))
      .map(({ name }) => `${one.name} and ${name}`),
  );
}

describe('TIMETABLE', () => {
  it('defines the cron expression of every scheduled job', () => {
    const scheduled = jobKinds.filter(({ cron }) => cron !== undefined).map(({ name, cron }) => [name, cron] as const);
    expect(Object.fromEntries(scheduled)).toEqual(TIMETABLE);
  });

  it('has only valid expressions: every few minutes, hourly or nightly', () => {
    for (const [name, cron] of Object.entries(TIMETABLE)) {
      const { minute = 0, every = 1, hour = 0 } = parse(cron);
      expect(cron, name).toMatch(CRON);
      expect([minute < 60, every > 0 && 60 % every === 0, hour < 24], name).toEqual([true, true, true]);
    }
  });

  it('starts no two hourly or nightly jobs in the same ten minutes', () => {
    expect(listOverlaps(TIMETABLE)).toEqual([]);
  });
});

describe('listOverlaps', () => {
  it('reports jobs that start within the same ten minutes', () => {
    expect(listOverlaps({ one: '10 4 * * *', other: '19 4 * * *', third: '10 5 * * *' })).toEqual(['one and other']);
    expect(listOverlaps({ hourly: '12 * * * *', nightly: '15 4 * * *', often: '*/5 * * * *' })).toEqual([
      'hourly and nightly',
    ]);
  });
});
