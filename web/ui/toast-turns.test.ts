import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pushModal, removeModal } from './modal-stack.ts';
import { dismissToast, readToasts, showToast, type Toast } from './toast-store.ts';
import { holdToast, readToastTurn, subscribeToastTurn } from './toast-turns.ts';

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  stop = subscribeToastTurn(() => {});
});
afterEach(() => {
  for (const { id } of readToasts()) dismissToast(id);
  stop();
  vi.useRealTimers();
});

const success = (title: string): Toast => ({ title, tone: 'success' });
const failure = (title: string): Toast => ({ title, tone: 'error' });
const undo = (title: string): Toast => ({ title, action: { label: 'Undo', onClick: () => {} } });
const readShown = () => readToastTurn()?.toast.title;

test('shows one toast at a time, each for at least two seconds, in order', () => {
  for (const title of ['1', '2', '3']) showToast(success(title));
  expect([readShown(), readToastTurn()?.others]).toEqual(['1', 2]);
  vi.advanceTimersByTime(1_999);
  expect(readShown()).toBe('1');
  vi.advanceTimersByTime(1);
  expect([readShown(), readToastTurn()?.others]).toEqual(['2', 1]);
  vi.advanceTimersByTime(2_000);
  expect([readShown(), readToastTurn()?.others]).toEqual(['3', 0]);
  vi.advanceTimersByTime(5_000);
  expect(readShown()).toBeUndefined();
  expect(readToasts()).toEqual([]);
});

test('shows a later toast at once if the earlier one was shown long enough to read', () => {
  showToast(success('Earlier'));
  vi.advanceTimersByTime(2_500);
  showToast(success('Later'));
  expect(readShown()).toBe('Later');
});

test("keeps an error toast until it's closed, below later toasts", () => {
  showToast(failure('Not sent'));
  vi.advanceTimersByTime(60_000);
  expect(readShown()).toBe('Not sent');
  showToast(success('Saved'));
  expect(readToastTurn()).toMatchObject({ toast: { title: 'Saved' }, isNew: true, others: 1 });
  vi.advanceTimersByTime(5_000);
  // It was announced before.
  expect(readToastTurn()).toMatchObject({ toast: { title: 'Not sent' }, isNew: false, others: 0 });
  dismissToast(readToastTurn()!.toast.id);
  expect(readToastTurn()).toBeNull();
});

test('shows a toast with Undo again for the rest of its time', () => {
  showToast(undo('Closed'));
  vi.advanceTimersByTime(3_000);
  showToast(success('Saved'));
  vi.advanceTimersByTime(5_000);
  expect(readShown()).toBe('Closed');
  vi.advanceTimersByTime(2_000);
  expect(readShown()).toBeUndefined();
});

test('keeps a toast while the pointer or the focus is on it', () => {
  showToast(success('Read me'));
  holdToast(true);
  showToast(success('Next'));
  vi.advanceTimersByTime(60_000);
  expect(readShown()).toBe('Read me');
  holdToast(false);
  expect(readShown()).toBe('Next');
});

test('stops holding toasts for the pointer once the toast under it was closed', () => {
  const id = showToast(success('Close me'));
  holdToast(true);
  showToast(success('Next'));
  dismissToast(id);
  expect(readShown()).toBe('Next');
  vi.advanceTimersByTime(5_000);
  expect(readShown()).toBeUndefined();
});

test('delays a toast briefly while a dialog is open, in case the dialog closes', () => {
  const dialog = {} as HTMLDialogElement;
  pushModal(dialog);
  showToast(success('Sent'));
  expect(readShown()).toBeUndefined();
  vi.advanceTimersByTime(80);
  expect(readShown()).toBe('Sent');
  removeModal(dialog);
});

test('shows the same toast only once', () => {
  showToast(failure('Not sent'));
  vi.advanceTimersByTime(3_000);
  showToast(failure('Not sent'));
  expect(readToasts()).toHaveLength(1);
  expect(readToastTurn()).toMatchObject({ toast: { title: 'Not sent' }, isNew: true, others: 0 });
});
