import { spawn } from 'node:child_process';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';
import { createWorkerSpawner } from './image-worker.ts';
import { type ImageWorkerQueue, openImageWorkerQueue } from './image-worker-queue.ts';
import type { PictureOutcome } from './picture-tasks.ts';
import type { Misbehavior } from './test-misbehaving-process.ts';

const queues: ImageWorkerQueue<Misbehavior>[] = [];
const spawner = createWorkerSpawner();
afterEach(() => Promise.all(queues.splice(0).map((queue) => queue.close())));
afterAll(() => spawner.close());

type Settings = { deadlineMs?: number; most?: { ofOne: number; ofAll: number }; restMs?: number };
function open({ deadlineMs = 60_000, most = { ofOne: 9, ofAll: 99 }, restMs = 60_000 }: Settings = {}) {
  const losses: string[] = [];
  const program = new URL('./test-misbehaving-process.ts', import.meta.url);
  const queue = openImageWorkerQueue<Misbehavior>({
    start: () => spawner.start(program),
    deadlineMs,
    most,
    idleMs: restMs,
    onLost: (how) => losses.push(how.lost),
  });
  queues.push(queue);
  return { queue, lost: losses };
}
const readName = (outcome: PictureOutcome<Uint8Array[]>) =>
  'made' in outcome ? new TextDecoder().decode(outcome.made[0]) : outcome.fault;
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('image worker process', () => {
  test('starts on demand, is reused, and stops when idle', async () => {
    const { queue } = open({ restMs: 100 });
    expect(queue.pid()).toBeUndefined();
    expect(readName(await queue.ask('one', { does: 'answers', name: 'first' }))).toBe('first');
    const pid = queue.pid()!;
    expect(readName(await queue.ask('two', { does: 'answers', name: 'second' }))).toBe('second');
    expect(queue.pid()).toBe(pid);
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
    expect(readName(await queue.ask('one', { does: 'answers', name: 'third' }))).toBe('third');
  });

  test('keeps running past its time limit when it used little CPU time', async () => {
    const { queue, lost } = open();
    expect(readName(await queue.ask('one', { does: 'rests', name: 'late' }))).toBe('late');
    expect(lost).toEqual([]);
  });

  test.each([
    ['spins', ['deadline'], 'costly'],
    ['toils', ['deadline'], 'costly'],
    ['eats', ['memory'], 'costly'],
    ['dies', ['died', 'died'], 'unreadable'],
  ] as const)('is replaced after it %s, so that the next task succeeds', async (does, how, fault) => {
    const { queue, lost } = open({ deadlineMs: does === 'spins' ? 500 : 60_000 });
    await queue.ask('one', { does: 'answers' });
    const before = queue.pid()!;
    const [first, next] = await Promise.all([
      queue.ask('one', { does }),
      queue.ask('two', { does: 'answers', name: 'next' }),
    ]);
    expect([first, readName(next), lost]).toEqual([{ fault }, 'next', how]);
    expect(isAlive(before)).toBe(false);
    expect(queue.pid()).not.toBe(before);
  });

  test('is replaced before the next task when it died while idle', async () => {
    const { queue, lost } = open();
    await queue.ask('one', { does: 'answers' });
    process.kill(queue.pid()!, 'SIGKILL');
    await expect.poll(() => queue.pid() !== undefined && isAlive(queue.pid()!), { timeout: 10_000 }).toBe(false);
    expect(readName(await queue.ask('one', { does: 'answers', name: 'again' }))).toBe('again');
    expect(lost).toEqual([]);
  });

  test("is replaced when it's killed during a task, which is then retried", async () => {
    const { queue, lost } = open();
    await queue.ask('one', { does: 'answers' });
    const pending = queue.ask('one', { does: 'waits', name: 'asked' });
    process.kill(queue.pid()!, 'SIGKILL');
    expect(readName(await pending)).toBe('asked');
    expect(lost).toEqual(['died']);
  });

  test('continues after an unreadable file', async () => {
    const { queue, lost } = open();
    expect(await queue.ask('one', { does: 'fails' })).toEqual({ fault: 'unreadable' });
    const pid = queue.pid();
    expect(readName(await queue.ask('one', { does: 'answers', name: 'next' }))).toBe('next');
    expect([queue.pid(), lost]).toEqual([pid, []]);
  });

  test('exits when the queue is closed or its parent process dies', async () => {
    const { queue } = open();
    const pending = queue.ask('one', { does: 'spins' });
    await expect.poll(() => queue.pid()).toBeDefined();
    const pid = queue.pid()!;
    await queue.close();
    expect(await pending).toEqual({ fault: 'broken' });
    expect(isAlive(pid)).toBe(false);
    expect(await queue.ask('one', { does: 'answers' })).toEqual({ fault: 'broken' });

    const owner = spawn(process.execPath, ['pictures/test-image-worker-owner.ts'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const workerPid = await new Promise<number>((resolve) =>
      owner.stdout.once('data', (line) => resolve(Number(line))),
    );
    expect(isAlive(workerPid)).toBe(true);
    owner.kill('SIGKILL');
    await expect.poll(() => isAlive(workerPid), { timeout: 10_000 }).toBe(false);
  });
});

describe('image worker queue', () => {
  test('serves waiting tasks round robin by user', async () => {
    const turns = createFairQueue<string>();
    for (const one of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) turns.add(one[0]!, one);
    expect([turns.countWaiting(), turns.countWaitingOf('a'), turns.countWaitingOf('d')]).toEqual([6, 3, 0]);
    expect(turns.drop('a', 'a2')).toBe(true);
    expect(turns.drop('a', 'a2')).toBe(false);
    const order = Array.from({ length: 6 }, () => turns.take());
    expect(order).toEqual(['a1', 'b1', 'c1', 'a3', 'b2', undefined]);

    const { queue } = open();
    const servedNames: string[] = [];
    const names = ['a1', 'a2', 'a3', 'b1', 'c1'];
    await Promise.all(
      names.map(async (name) => servedNames.push(readName(await queue.ask(name[0]!, { does: 'answers', name })))),
    );
    // The first task starts before the others arrive.
    expect(servedNames).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  test('limits waiting tasks per user and in total', async () => {
    const { queue } = open({ most: { ofOne: 2, ofAll: 3 } });
    const faults = ['a', 'a', 'a', 'b', 'b', 'c', 'c'].map(async (user) => {
      const outcome = await queue.ask(user, { does: 'waits' });
      return 'fault' in outcome ? outcome.fault : 'made';
    });
    expect(await Promise.all(faults)).toEqual(['made', 'made', 'yours', 'made', 'made', 'busy', 'busy']);
    expect(readName(await queue.ask('a', { does: 'answers', name: 'room again' }))).toBe('room again');
  });

  test('removes a waiting task when its request is aborted', async () => {
    const { queue } = open();
    const first = queue.ask('a', { does: 'waits' });
    const abort = new AbortController();
    const canceledRequest = queue.ask('b', { does: 'answers' }, abort.signal);
    abort.abort();
    expect(await canceledRequest).toEqual({ fault: 'left' });
    expect(await queue.ask('b', { does: 'answers' }, abort.signal)).toEqual({ fault: 'left' });
    expect(await first).toHaveProperty('made');
  });
});
