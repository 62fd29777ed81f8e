import { afterEach, describe, expect, it, vi } from 'vitest';
import { RenderAbandonedError, RenderBusyError, RenderQueue } from './render-queue.ts';

afterEach(() => vi.useRealTimers());

const isConnected = () => true;
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Creates a queue whose renders finish on request. */
function createControlledQueue() {
  const queue = new RenderQueue();
  const running: { client: string | undefined; end: () => void }[] = [];
  const startedClients: (string | undefined)[] = [];
  const ask = (client: string | undefined, isWanted = isConnected) => {
    const done = queue.run(
      client,
      isWanted,
      () =>
        new Promise<void>((resolve) => {
          startedClients.push(client);
          running.push({ client, end: resolve });
        }),
    );
    done.catch(() => {});
    return done;
  };
  const endOne = async () => {
    running.shift()!.end();
    await settle();
    await settle();
  };
  return { ask, running, started: startedClients, endOne };
}

describe('RenderQueue', () => {
  it('renders one page at a time per client, and eight in total', async () => {
    const { ask, running } = createControlledQueue();
    for (let time = 0; time < 5; time++) ask('greedy');
    await settle();
    expect(running).toHaveLength(1);
    for (const client of ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) ask(client);
    await settle();
    expect(running).toHaveLength(8);
  });

  it('alternates between clients when one of them requests many pages', async () => {
    const { ask, started, endOne } = createControlledQueue();
    for (let time = 0; time < 20; time++) ask('greedy');
    for (const client of ['b', 'c', 'd', 'e', 'f', 'g', 'h']) ask(client);
    ask('late');
    ask('later');
    await settle();
    await endOne();
    await endOne();
    expect(started.slice(8)).toContain('late');
    expect(started.filter((client) => client === 'greedy')).toHaveLength(2);
  });

  it('refuses with 429 when one client has too many waiting, and with 503 when the queue is full', async () => {
    const { ask } = createControlledQueue();
    for (let time = 0; time < 1 + 32; time++) ask('greedy');
    await expect(ask('greedy')).rejects.toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) });
    for (let time = 0; time < 7 + 96; time++) ask(undefined);
    await expect(ask('other')).rejects.toMatchObject({ status: 503 });
    await expect(ask('other')).rejects.toBeInstanceOf(RenderBusyError);
  });

  it('refuses a request after it has waited too long', async () => {
    vi.useFakeTimers();
    const { ask } = createControlledQueue();
    ask('slow');
    const lateRequest = ask('slow');
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(lateRequest).rejects.toMatchObject({ status: 503 });
  });

  it('never starts a render whose client is gone', async () => {
    const { ask, started, endOne } = createControlledQueue();
    ask('a');
    let isConnected = true;
    const goneRequest = ask('a', () => isConnected);
    const next = ask('a');
    isConnected = false;
    await endOne();
    await expect(goneRequest).rejects.toBeInstanceOf(RenderAbandonedError);
    expect(started).toHaveLength(2);
    await endOne();
    await expect(next).resolves.toBeUndefined();
    await expect(ask('a', () => false)).rejects.toBeInstanceOf(RenderAbandonedError);
  });

  it('frees the slot after a failed render', async () => {
    const queue = new RenderQueue();
    for (let time = 0; time < 20; time++) {
      await expect(queue.run('a', isConnected, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    }
    expect(await queue.run('a', isConnected, () => Promise.resolve('fine'))).toBe('fine');
  });
});
