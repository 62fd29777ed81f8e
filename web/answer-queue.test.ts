import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, queueAnswer, readAnswers, removeAnswer, subscribeAnswers } from './answer-queue.ts';
import { keepPage, readKeptPage } from './offline-store.ts';
import { createStorage, signInAs, stubBrowser } from './test-offline.ts';

const ACCEPT: Answer = { kind: 'match', id: 'm1', answer: 'accept' };
const YES: Answer = { kind: 'session', id: 's1', squadId: 'q1', version: 2, answer: 'yes' };

describe('the queue of answers', () => {
  let storage: ReturnType<typeof createStorage>;
  let events: EventTarget;
  let isFull: (names: readonly string[]) => boolean;
  let isReachable: boolean;
  beforeEach(() => {
    isFull = () => false;
    storage = createStorage((names) => isFull(names));
    events = stubBrowser(storage);
    signInAs(storage, 'a');
    isReachable = false;
    vi.stubGlobal('navigator', { onLine: false });
    vi.stubGlobal('fetch', async () => {
      if (!isReachable) throw new TypeError('Failed to fetch');
      return new Response('{}');
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  const listAnswers = () => readAnswers().map(({ id, answer }) => `${id} ${answer}`);

  it('stores answers given offline, and only the latest for each subject', async () => {
    expect(await queueAnswer(ACCEPT)).toBe(true);
    expect(await queueAnswer(YES)).toBe(true);
    expect(await queueAnswer({ ...ACCEPT, answer: 'decline' } as Answer)).toBe(true);
    expect(listAnswers().toSorted()).toEqual(['m1 decline', 's1 yes']);
    removeAnswer(ACCEPT);
    expect(listAnswers()).toEqual(['s1 yes']);
  });

  it('stores nothing while the server can be reached', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    expect(await queueAnswer(ACCEPT)).toBe(false);
    // Browsers also say "offline" when they can only reach their own machine.
    vi.stubGlobal('navigator', { onLine: false });
    isReachable = true;
    expect(await queueAnswer(ACCEPT)).toBe(false);
    expect(readAnswers()).toEqual([]);
  });

  it("doesn't show one account's answers to another", async () => {
    await queueAnswer(ACCEPT);
    signInAs(storage, 'b');
    expect(readAnswers()).toEqual([]);
    signInAs(storage, undefined);
    expect(await queueAnswer(ACCEPT)).toBe(false);
  });

  it('returns the same array until an answer changes, here or in another tab', async () => {
    const changes = vi.fn();
    const unsubscribe = subscribeAnswers(changes);
    await queueAnswer(ACCEPT);
    expect(changes).toHaveBeenCalledTimes(1);
    const before = readAnswers();
    expect(readAnswers()).toBe(before);
    const dispatch = (key: string) => events.dispatchEvent(Object.assign(new Event('storage'), { key }));
    dispatch('planet-crew-offline:a:answer:match:m1');
    dispatch('planet-crew-auth');
    expect(changes).toHaveBeenCalledTimes(2);
    unsubscribe();
    await queueAnswer(YES);
    expect(changes).toHaveBeenCalledTimes(2);
    expect(readAnswers()).not.toBe(before);
  });

  it('makes room for an answer by dropping stored pages when storage is full', async () => {
    keepPage('squads', { text: 'long' }, 'a');
    isFull = (names) => names.some((name) => name.includes(':page:'));
    expect(await queueAnswer(ACCEPT)).toBe(true);
    expect(readKeptPage('squads')).toBeUndefined();
    isFull = () => true;
    expect(await queueAnswer(YES)).toBe(false);
  });

  it('drops answers after seven days and limits their number', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-30T20:00:00Z'), toFake: ['Date'] });
    await queueAnswer(ACCEPT);
    vi.setSystemTime(new Date('2026-12-07T20:01:00Z'));
    expect(readAnswers()).toEqual([]);
    for (let index = 0; index < 60; index += 1) await queueAnswer({ ...ACCEPT, id: `n${index}` } as Answer);
    expect(readAnswers().length).toBeLessThanOrEqual(50);
    vi.useRealTimers();
  });
});
