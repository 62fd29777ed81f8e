import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SampleAgenda } from './sample-agenda.ts';

let failures: string[];
let agenda: SampleAgenda;
beforeEach(() => {
  vi.useFakeTimers();
  failures = [];
  agenda = new SampleAgenda((error, what) => failures.push(`${what}: ${(error as Error).message}`) > 0);
});
afterEach(() => {
  agenda.close();
  vi.useRealTimers();
});

test("runs work once, after its first delay, when it's scheduled twice", async () => {
  const work = vi.fn(async () => {});
  agenda.once('answer', 5, work);
  agenda.once('answer', 1, work);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  agenda.once('answer', 1, work);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test('retries failed work', async () => {
  const work = vi.fn(async () => {}).mockRejectedValueOnce(new Error('The line is broken.'));
  agenda.once('answer', 1, work);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(failures).toEqual(['answer: The line is broken.']);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(work).toHaveBeenCalledTimes(2);
});

test("gives up after four retries until it's scheduled again", async () => {
  const work = vi.fn(async () => Promise.reject(new Error('The line is broken.')));
  agenda.once('answer', 1, work);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(work).toHaveBeenCalledTimes(5);
  agenda.once('answer', 1, work);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledTimes(6);
});

test('runs looks of the same name one at a time and skips outdated ones', async () => {
  const seen: string[] = [];
  const lookFor = (name: string) => async () => {
    seen.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    seen.push(`${name} ends`);
  };
  for (const name of ['first', 'second', 'third']) agenda.look('squad', lookFor(name));
  agenda.look('other', lookFor('other'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen.filter((what) => !what.startsWith('other'))).toEqual([
    ...['first begins', 'first ends'],
    ...['third begins', 'third ends'],
  ]);
  expect(seen.indexOf('other begins')).toBeLessThan(seen.indexOf('first ends'));
});

test('runs no work after the agenda is closed', async () => {
  const work = vi.fn(async () => {});
  agenda.once('answer', 1, work);
  agenda.close();
  agenda.once('other', 0, work);
  agenda.look('squad', work);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).not.toHaveBeenCalled();
});
