import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTranslator } from '../../../messages/translator.ts';
import { type Answer, queueAnswer, readAnswers } from '../../../web/answer-queue.ts';
import { ApiError } from '../../../web/api-client.ts';
import { createStorage, signInAs, stubBrowser } from '../../../web/test-offline.ts';
import { sendAnswers, sendAnswersWhenOnline } from './send-answers.ts';

const calls: string[] = [];
const toasts: { title: string; description?: string }[] = [];
let respond: (call: string) => void | Promise<void>;

const record = async (call: string) => {
  calls.push(call);
  await respond(call);
};
vi.mock('../../matches/ui/answer-match.tsx', () => ({
  answerMatch: (_t: unknown, id: string, answer: string) => record(`match ${id} ${answer}`),
}));
vi.mock('../../squads/ui/answer-squad.ts', () => ({
  answerSquad: (_t: unknown, id: string, answer: string) => record(`squad ${id} ${answer}`),
}));
vi.mock('../../squads/ui/answer-session.ts', () => ({
  answerSession: (_t: unknown, session: { sessionId: string; version: number }, answer: string) =>
    record(`session ${session.sessionId} v${session.version} ${answer}`),
}));
vi.mock('../../../web/ui/toast-store.ts', () => ({
  showToast: (toast: { title: string; description?: string }) => toasts.push(toast),
}));

const t = createTranslator('en');
const ACCEPT: Answer = { kind: 'match', id: 'm1', answer: 'accept' };
const DECLINE: Answer = { kind: 'squad', id: 'q1', answer: 'decline' };
const YES: Answer = { kind: 'session', id: 's1', squadId: 'q2', version: 3, answer: 'yes' };

describe('answers given offline', () => {
  let events: EventTarget;
  let isOnline: boolean;
  const reload = vi.fn(async () => {});
  beforeEach(() => {
    calls.length = 0;
    toasts.length = 0;
    reload.mockClear();
    respond = () => {};
    isOnline = false;
    const storage = createStorage();
    events = stubBrowser(storage);
    signInAs(storage, 'a');
    vi.stubGlobal('navigator', {
      get onLine() {
        return isOnline;
      },
      locks: createLocks(),
    });
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  /** Queues answers offline and goes online, without the page noticing. */
  async function queue(...answers: Answer[]): Promise<void> {
    isOnline = false;
    for (const answer of answers) await queueAnswer(answer);
    isOnline = true;
  }

  it('are sent once, in order, and leave the queue after the page has reloaded', async () => {
    await queue(ACCEPT, DECLINE, YES);
    reload.mockImplementationOnce(async () => {
      expect(readAnswers().map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    });
    expect(await sendAnswers(t, reload)).toBe(true);
    expect(calls.toSorted()).toEqual(['match m1 accept', 'session s1 v3 yes', 'squad q1 decline']);
    expect(await sendAnswers(t, reload)).toBe(true);
    expect([calls.length, readAnswers(), reload.mock.calls.length]).toEqual([3, [], 1]);
  });

  it('stay in the queue while the server fails or cannot be reached', async () => {
    await queue(ACCEPT);
    for (const status of [0, 429, 503]) {
      respond = () => Promise.reject(new ApiError(status, 'x', 'Later'));
      expect(await sendAnswers(t, reload)).toBe(false);
      expect(readAnswers()).toMatchObject([{ id: 'm1', state: 'tried' }]);
    }
    respond = () => {};
    expect(await sendAnswers(t, reload)).toBe(true);
    expect([readAnswers(), toasts]).toEqual([[], []]);
  });

  it("are dropped with the server's reason when it's too late", async () => {
    await queue(ACCEPT);
    respond = () => Promise.reject(new ApiError(409, 'conflict', 'This match ended.'));
    expect(await sendAnswers(t, reload)).toBe(true);
    expect(readAnswers()).toEqual([]);
    expect(toasts).toEqual([{ title: 'Your answer wasn’t sent', description: 'This match ended.', tone: 'error' }]);
  });

  it('are not reported as refused when only their first response was lost', async () => {
    await queue(DECLINE);
    respond = () => Promise.reject(new ApiError(0, 'unreachable', 'Later'));
    await sendAnswers(t, reload);
    respond = () => Promise.reject(new ApiError(409, 'conflict', 'This invitation is no longer open.'));
    expect(await sendAnswers(t, reload)).toBe(true);
    expect([readAnswers(), toasts]).toEqual([[], []]);
  });

  it('keep a newer answer that replaces one still being sent', async () => {
    await queue(YES);
    respond = async () => {
      respond = () => {};
      isOnline = false;
      await new Promise((resolve) => setTimeout(resolve, 5));
      await queueAnswer({ ...YES, answer: 'no' } as Answer);
      isOnline = true;
    };
    await sendAnswers(t, reload);
    expect(readAnswers()).toMatchObject([{ answer: 'no', state: 'waiting' }]);
  });

  it('are sent by one of two tabs once the network is back', async () => {
    await queue(ACCEPT);
    isOnline = false;
    const stops = [sendAnswersWhenOnline(t, reload), sendAnswersWhenOnline(t, reload)];
    await vi.waitFor(() => expect(calls).toEqual([]));
    isOnline = true;
    events.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(readAnswers()).toEqual([]));
    expect(calls).toEqual(['match m1 accept']);
    for (const stop of stops) stop();
    await queue(DECLINE);
    events.dispatchEvent(new Event('online'));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(calls).toHaveLength(1);
  });
});

/** Runs one holder of a lock at a time, as browsers do across tabs. */
function createLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name: string, work: () => Promise<unknown>) => {
      const turn = last.then(work);
      last = turn.catch(() => {});
      return turn;
    },
  };
}
