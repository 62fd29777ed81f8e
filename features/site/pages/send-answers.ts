import type { Translator } from '../../../messages/translator.ts';
import {
  findAnswer,
  type QueuedAnswer,
  readAnswers,
  removeAnswer,
  subscribeAnswers,
  writeAnswer,
} from '../../../web/answer-queue.ts';
import { ApiError } from '../../../web/api-client.ts';
import { isCutOff } from '../../../web/network.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as messages from '../site.messages.ts';

/** Only the tab with this lock sends answers. */
const LOCK = 'planet-crew-answers';
const RETRY_MS = 30_000;
/** Time for the page to load the changes. Until then, it shows the answers as unsent. */
const RELOAD_MS = 5_000;

/**
 * Sends the answers given offline, as soon as there's a network.
 * @param onSent loads the page's data again
 * @returns a function that stops it
 */
export function sendAnswersWhenOnline(t: Translator, onSent: () => Promise<void>): () => void {
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let [isRunning, isRequested] = [false, false];
  const stop = new AbortController();
  const run = async () => {
    isRequested = true;
    if (isRunning) return;
    isRunning = true;
    clearTimeout(retryTimer);
    let isDone = true;
    while (isRequested && !stop.signal.aborted && readAnswers().length > 0) {
      isRequested = false;
      isDone = await withLock(() => sendAnswers(t, onSent)).catch(() => false);
    }
    isRunning = false;
    if (!isDone && !stop.signal.aborted) retryTimer = setTimeout(run, RETRY_MS);
  };
  window.addEventListener('online', run, { signal: stop.signal });
  const unsubscribe = subscribeAnswers(() => void (readAnswers().some(({ state }) => state === 'waiting') && run()));
  void run();
  return () => {
    stop.abort();
    unsubscribe();
    clearTimeout(retryTimer);
  };
}

/** Locks exist only in secure contexts. Without them, two tabs may send the same answer, which changes nothing. */
const withLock = (work: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks ? navigator.locks.request(LOCK, work) : work();

/** @returns false if answers are left to send later */
export async function sendAnswers(t: Translator, onSent: () => Promise<void>): Promise<boolean> {
  if (await isCutOff()) return false;
  let isDone = true;
  // Another tab may have sent some answers while this one waited for the lock.
  for (const queued of readAnswers()) {
    if (queued.state === 'sent' || !isCurrent(queued)) continue;
    if (!(await sendOne(t, queued))) {
      isDone = false;
      break;
    }
  }
  const sent = readAnswers().filter(({ state }) => state === 'sent');
  if (sent.length > 0)
    await Promise.race([onSent().catch(() => {}), new Promise((done) => setTimeout(done, RELOAD_MS))]);
  for (const queued of sent) removeAnswer(queued);
  return isDone;
}

/** Whether the user hasn't undone or changed the answer since. */
const isCurrent = (queued: QueuedAnswer) => findAnswer(queued)?.at === queued.at;

/** Shows an answer as unsent until the page has loaded again. */
const markSent = (queued: QueuedAnswer) => isCurrent(queued) && writeAnswer({ ...queued, state: 'sent' });

/** @returns false if there was no response, so that the answer is sent again later */
async function sendOne(t: Translator, queued: QueuedAnswer): Promise<boolean> {
  writeAnswer({ ...queued, state: 'tried' });
  try {
    await send(t, queued);
    markSent(queued);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500) return false;
    markSent(queued);
    if (!wasSentBefore(queued, error))
      showToast({ title: t(messages.answerNotSent), description: error.message, tone: 'error' });
    return true;
  }
}

/** Declining deletes the invitation, so if the first response was lost, declining again is refused. */
const wasSentBefore = ({ kind, answer, state }: QueuedAnswer, { status }: ApiError) =>
  state === 'tried' && kind === 'squad' && answer === 'decline' && status === 409;

/**
 * Sends an answer the same way as its button does. If the server receives an answer twice, the second has no effect.
 */
async function send(t: Translator, queued: QueuedAnswer): Promise<unknown> {
  if (queued.kind === 'session') {
    const { id, squadId, version, answer } = queued;
    const { answerSession } = await import('../../squads/ui/answer-session.ts');
    return answerSession(t, { squadId, sessionId: id, version }, answer);
  }
  const { kind, id, answer } = queued;
  if (kind === 'match') return (await import('../../matches/ui/answer-match.tsx')).answerMatch(t, id, answer);
  return (await import('../../squads/ui/answer-squad.ts')).answerSquad(t, id, answer);
}
