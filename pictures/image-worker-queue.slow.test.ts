import { spawn } from 'node:child_process';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';
import { createWorkerSpawner } from './image-worker.ts';
import { type ImageWorkerQueue, openImageWorkerQueue } from './image-worker-queue.ts';
import type { Outcome } from './picture-tasks.ts';
import type { Misbehavior } from './test-misbehaving-process.ts';

const lanes: ImageWorkerQueue<Misbehavior>[] = [];
const starter = createWorkerSpawner();
afterEach(() => Promise.all(lanes.splice(0).map((queue) => queue.close())));
afterAll(() => starter.close());

type Settings = { deadlineMs?: number; most?: { ofOne: number; ofAll: number }; restMs?: number };
function open({ deadlineMs = 60_000, most = { ofOne: 9, ofAll: 99 }, restMs = 60_000 }: Settings = {}) {
  const lost: string[] = [];
  const program = new URL('./test-misbehaving-process.ts', import.meta.url);
  const lane = openImageWorkerQueue<Misbehavior>({
    start: () => starter.start(program),
    deadlineMs,
    most,
    idleMs: restMs,
    onLost: (how) => lost.push(how.lost),
  });
  lanes.push(lane);
  return { lane, lost };
}
const nameIn = (outcome: Outcome<Uint8Array[]>) =>
  'made' in outcome ? new TextDecoder().decode(outcome.made[0]) : outcome.fault;
const isThere = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('an image worker process', () => {
  test('starts on demand, is reused, and stops when idle', async () => {
    const { lane } = open({ restMs: 100 });
    expect(lane.pid()).toBeUndefined();
    expect(nameIn(await lane.ask('one', { does: 'answers', name: 'first' }))).toBe('first');
    const pid = lane.pid()!;
    expect(nameIn(await lane.ask('two', { does: 'answers', name: 'second' }))).toBe('second');
    expect(lane.pid()).toBe(pid);
    await expect.poll(() => isThere(pid), { timeout: 10_000 }).toBe(false);
    expect(nameIn(await lane.ask('one', { does: 'answers', name: 'third' }))).toBe('third');
  });

  test('keeps running past its time limit when it used little CPU time', async () => {
    const { lane, lost } = open();
    expect(nameIn(await lane.ask('one', { does: 'rests', name: 'late' }))).toBe('late');
    expect(lost).toEqual([]);
  });

  test.each([
    ['spins', ['deadline'], 'costly'],
    ['toils', ['deadline'], 'costly'],
    ['eats', ['memory'], 'costly'],
    ['dies', ['died', 'died'], 'unreadable'],
  ] as const)('is replaced when it %s, and the next task succeeds', async (does, how, fault) => {
    const { lane, lost } = open({ deadlineMs: does === 'spins' ? 500 : 60_000 });
    await lane.ask('one', { does: 'answers' });
    const before = lane.pid()!;
    const [first, next] = await Promise.all([
      lane.ask('one', { does }),
      lane.ask('two', { does: 'answers', name: 'next' }),
    ]);
    expect([first, nameIn(next), lost]).toEqual([{ fault }, 'next', how]);
    expect(isThere(before)).toBe(false);
    expect(lane.pid()).not.toBe(before);
  });

  test('is replaced for the next task when it died while idle', async () => {
    const { lane, lost } = open();
    await lane.ask('one', { does: 'answers' });
    process.kill(lane.pid()!, 'SIGKILL');
    await expect.poll(() => lane.pid() !== undefined && isThere(lane.pid()!), { timeout: 10_000 }).toBe(false);
    expect(nameIn(await lane.ask('one', { does: 'answers', name: 'again' }))).toBe('again');
    expect(lost).toEqual([]);
  });

  test("is replaced when it's killed during a task, which is then retried", async () => {
    const { lane, lost } = open();
    await lane.ask('one', { does: 'answers' });
    const asked = lane.ask('one', { does: 'waits', name: 'asked' });
    process.kill(lane.pid()!, 'SIGKILL');
    expect(nameIn(await asked)).toBe('asked');
    expect(lost).toEqual(['died']);
  });

  test('continues after an unreadable file', async () => {
    const { lane, lost } = open();
    expect(await lane.ask('one', { does: 'fails' })).toEqual({ fault: 'unreadable' });
    const pid = lane.pid();
    expect(nameIn(await lane.ask('one', { does: 'answers', name: 'next' }))).toBe('next');
    expect([lane.pid(), lost]).toEqual([pid, []]);
  });

  test('exits when the queue is closed or its parent process dies', async () => {
    const { lane } = open();
    const asked = lane.ask('one', { does: 'spins' });
    await expect.poll(() => lane.pid()).toBeDefined();
    const pid = lane.pid()!;
    await lane.close();
    expect(await asked).toEqual({ fault: 'broken' });
    expect(isThere(pid)).toBe(false);
    expect(await lane.ask('one', { does: 'answers' })).toEqual({ fault: 'broken' });

    const owner = spawn(process.execPath, ['pictures/test-image-worker-owner.ts'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const theirs = await new Promise<number>((resolve) => owner.stdout.once('data', (line) => resolve(Number(line))));
    expect(isThere(theirs)).toBe(true);
    owner.kill('SIGKILL');
    await expect.poll(() => isThere(theirs), { timeout: 10_000 }).toBe(false);
  });
});

describe('waiting tasks', () => {
  test('are served round robin by user', async () => {
    const turns = createFairQueue<string>();
    for (const one of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) turns.add(one[0]!, one);
    expect([turns.countWaiting(), turns.countWaitingOf('a'), turns.countWaitingOf('d')]).toEqual([6, 3, 0]);
    expect(turns.drop('a', 'a2')).toBe(true);
    expect(turns.drop('a', 'a2')).toBe(false);
    const order = Array.from({ length: 6 }, () => turns.take());
    expect(order).toEqual(['a1', 'b1', 'c1', 'a3', 'b2', undefined]);

    const { lane } = open();
    const served: string[] = [];
    const names = ['a1', 'a2', 'a3', 'b1', 'c1'];
    await Promise.all(
      names.map(async (name) => served.push(nameIn(await lane.ask(name[0]!, { does: 'answers', name })))),
    );
    // The first task starts before the others arrive.
    expect(served).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  test('are limited per user and in total', async () => {
    const { lane } = open({ most: { ofOne: 2, ofAll: 3 } });
    const faults = ['a', 'a', 'a', 'b', 'b', 'c', 'c'].map(async (who) => {
      const outcome = await lane.ask(who, { does: 'waits' });
      return 'fault' in outcome ? outcome.fault : 'made';
    });
    expect(await Promise.all(faults)).toEqual(['made', 'made', 'yours', 'made', 'made', 'busy', 'busy']);
    expect(nameIn(await lane.ask('a', { does: 'answers', name: 'room again' }))).toBe('room again');
  });

  test('leave the queue when their request is aborted', async () => {
    const { lane } = open();
    const first = lane.ask('a', { does: 'waits' });
    const leaving = new AbortController();
    const gone = lane.ask('b', { does: 'answers' }, leaving.signal);
    leaving.abort();
    expect(await gone).toEqual({ fault: 'left' });
    expect(await lane.ask('b', { does: 'answers' }, leaving.signal)).toEqual({ fault: 'left' });
    expect(await first).toHaveProperty('made');
  });
});
