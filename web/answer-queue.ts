import { useSyncExternalStore } from 'react';
import { isCutOff, isOffline } from './network.ts';
import { isEntry, isFresh, listEntries, readEntry, removeEntry, writeEntry } from './offline-store.ts';

/** An answer that can wait for the network. Ready checks and payments can't, because they're over by then. */
export type Answer =
  | { kind: 'match' | 'squad'; id: string; answer: 'accept' | 'decline' }
  | { kind: 'session'; id: string; squadId: string; version: number; answer: 'yes' | 'maybe' | 'no' };

/** `tried`: a request was sent, so the server may know the answer. `sent`: the server confirmed it. */
export type QueuedAnswer = Answer & { at: number; state: 'waiting' | 'tried' | 'sent' };

const START = 'answer:';
const MAX_ANSWERS = 50;
const NONE: readonly QueuedAnswer[] = [];
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

const toName = ({ kind, id }: Pick<Answer, 'kind' | 'id'>) => `${START}${kind}:${id}`;

let snapshot = { text: '', answers: NONE };

/** Returns the signed-in account's unsent answers, oldest first. The array only changes if an answer does. */
export function readAnswers(): readonly QueuedAnswer[] {
  const texts = listEntries(START).flatMap((name) => readEntry(name) ?? []);
  const text = texts.join('\n');
  if (text !== snapshot.text)
    snapshot = { text, answers: texts.flatMap((one) => parse(one) ?? []).toSorted((one, other) => one.at - other.at) };
  return snapshot.answers;
}

function parse(text: string): QueuedAnswer | undefined {
  try {
    const answer = JSON.parse(text) as QueuedAnswer;
    return isFresh(answer.at) ? answer : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores an answer until there's a network again. It replaces an earlier one about the same thing.
 * @returns false if the server can be reached or the answer can't be stored; then send it as usual
 */
export const queueAnswer = async (answer: Answer): Promise<boolean> => (await isCutOff()) && storeAnswer(answer);

/**
 * Like `queueAnswer`, for a page that's closing. There's no time to contact the server, so this relies on the browser's
 * report. If there's a network after all, the answer is sent soon.
 */
export function storeAnswer(answer: Answer): boolean {
  if (!isOffline() || (readAnswers().length >= MAX_ANSWERS && !findAnswer(answer))) return false;
  return writeAnswer({ ...answer, at: Date.now(), state: 'waiting' });
}

/**
 * Stores an answer's state.
 * @returns whether it was stored
 */
export function writeAnswer(answer: QueuedAnswer): boolean {
  const isStored = writeEntry(toName(answer), JSON.stringify(answer));
  notifyListeners();
  return isStored;
}

/** Removes an answer because it was sent, refused or undone. */
export function removeAnswer(answer: Pick<Answer, 'kind' | 'id'>): void {
  removeEntry(toName(answer));
  notifyListeners();
}

export const findAnswer = ({ kind, id }: Pick<Answer, 'kind' | 'id'>): QueuedAnswer | undefined =>
  readAnswers().find((one) => one.kind === kind && one.id === id);

/** Calls back when this or another tab changes an answer. @returns a function that unsubscribes */
export function subscribeAnswers(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => isEntry(key, START) && listener();
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

const readNone = () => NONE;
/** Returns the unsent answers and rerenders when they change. */
export const useAnswers = (): readonly QueuedAnswer[] => useSyncExternalStore(subscribeAnswers, readAnswers, readNone);

/** Returns the unsent answer to one match, invitation or session. */
export function useQueuedAnswer(kind: Answer['kind'], id: string): QueuedAnswer | undefined {
  return useAnswers().find((one) => one.kind === kind && one.id === id);
}
