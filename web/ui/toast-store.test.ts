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

  test('drops the oldest toast when there are more than four', () => {
    for (const title of ['1', '2', '3', '4', '5']) showToast({ title });
    expect(readToasts().map((item) => item.title)).toEqual(['2', '3', '4', '5']);
  });

  test('shows errors and toasts with an action longer', () => {
    expect(getToastDuration({ title: 'Saved' })).toBe(6_000);
    expect(getToastDuration({ title: 'Error', tone: 'error' })).toBe(10_000);
    expect(getToastDuration({ title: 'Closed', action: { label: 'Undo', onClick: () => {} } })).toBe(10_000);
    expect(getToastDuration({ title: 'Quick', duration: 1_000 })).toBe(1_000);
  });
});
