import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startWait, withTimeBudget } from './time-budget.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const passTime = (ms: number) => vi.advanceTimersByTime(ms);

it('counts parallel statements once, because the caller waits only once', async () => {
  await withTimeBudget(8_000, () => {
    const waits = Array.from({ length: 12 }, () => startWait(60_000));
    passTime(700);
    for (const wait of waits) wait.end();
    expect(startWait(60_000).leftMs).toBe(7_300);
  });
});

it('counts sequential statements in full, but not the time between them', async () => {
  await withTimeBudget(8_000, () => {
    for (let turn = 0; turn < 3; turn++) {
      const wait = startWait(60_000);
      passTime(1_000);
      wait.end();
      wait.end();
      passTime(5_000);
    }
    expect(startWait(60_000).leftMs).toBe(5_000);
  });
});

it('counts overlapping statements from the first start to the last end', async () => {
  await withTimeBudget(8_000, () => {
    const first = startWait(60_000);
    passTime(1_000);
    const second = startWait(60_000);
    passTime(1_000);
    first.end();
    passTime(1_000);
    expect(startWait(60_000).leftMs).toBe(5_000);
    second.end();
  });
});

it('allows the full statement time without a budget or after the budgeted work has ended', async () => {
  expect(startWait(60_000).leftMs).toBe(60_000);
  let after: (() => void) | undefined;
  await withTimeBudget(100, () => {
    const wait = startWait(60_000);
    expect(wait.leftMs).toBe(100);
    after = () => {
      passTime(5_000);
      wait.end();
    };
  });
  after?.();
  expect(startWait(60_000).leftMs).toBe(60_000);
});
