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

test('runs exclusive work of the same name one at a time and skips outdated work', async () => {
  const log: string[] = [];
  const lookFor = (name: string) => async () => {
    log.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    log.push(`${name} ends`);
  };
  for (const name of ['first', 'second', 'third']) agenda.runExclusive('squad', lookFor(name));
  agenda.runExclusive('other', lookFor('other'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log.filter((what) => !what.startsWith('other'))).toEqual([
    ...['first begins', 'first ends'],
    ...['third begins', 'third ends'],
  ]);
  expect(log.indexOf('other begins')).toBeLessThan(log.indexOf('first ends'));
});

test('runs no work after the agenda is closed', async () => {
  const work = vi.fn(async () => {});
  agenda.once('answer', 1, work);
  agenda.close();
  agenda.once('other', 0, work);
  agenda.runExclusive('squad', work);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).not.toHaveBeenCalled();
});
