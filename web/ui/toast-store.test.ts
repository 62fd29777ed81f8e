import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dismissToast, getToastDuration, readToasts, showToast, subscribeToasts } from './toast-store.ts';

beforeEach(() => {
  for (const item of readToasts()) dismissToast(item.id);
});

describe('toast store', () => {
  test('shows toasts in order and notifies subscribers', () => {
    const listener = vi.fn();
    const stop = subscribeToasts(listener);
    showToast({ title: 'One' });
    showToast({ title: 'Two' });
    stop();
    showToast({ title: 'Three' });
    expect(readToasts().map((item) => item.title)).toEqual(['One', 'Two', 'Three']);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test('dismisses a toast by its ID', () => {
    const id = showToast({ title: 'One' });
    showToast({ title: 'Two' });
    dismissToast(id);
    expect(readToasts().map((item) => item.title)).toEqual(['Two']);
  });

  test('keeps every toast, but shows the same one only once', () => {
    for (const title of ['1', '2', '3', '4', '5', '2']) showToast({ title });
    expect(readToasts().map((item) => item.title)).toEqual(['1', '3', '4', '5', '2']);
    for (const _ of [1, 2]) showToast({ title: 'Closed', action: { label: 'Undo', onClick: () => {} } });
    expect(readToasts()).toHaveLength(7);
  });

  test('shows toasts with an action longer and errors until they are closed', () => {
    expect(getToastDuration({ title: 'Saved' })).toBe(5_000);
    expect(getToastDuration({ title: 'Error', tone: 'error' })).toBe(Infinity);
    expect(getToastDuration({ title: 'Closed', action: { label: 'Undo', onClick: () => {} } })).toBe(10_000);
    expect(getToastDuration({ title: 'Quick', duration: 1_000 })).toBe(1_000);
  });
});
