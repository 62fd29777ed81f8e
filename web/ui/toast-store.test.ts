import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dismissToast, readToasts, subscribeToasts, toast, toastDuration } from './toast-store.ts';

beforeEach(() => {
  for (const item of readToasts()) dismissToast(item.id);
});

describe('toasts', () => {
  test('appear in order and tell who listens', () => {
    const listener = vi.fn();
    const stop = subscribeToasts(listener);
    toast({ title: 'One' });
    toast({ title: 'Two' });
    stop();
    toast({ title: 'Three' });
    expect(readToasts().map((item) => item.title)).toEqual(['One', 'Two', 'Three']);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test('go away by their id', () => {
    const id = toast({ title: 'One' });
    toast({ title: 'Two' });
    dismissToast(id);
    expect(readToasts().map((item) => item.title)).toEqual(['Two']);
  });

  test('give way to newer ones when there are more than four', () => {
    for (const title of ['1', '2', '3', '4', '5']) toast({ title });
    expect(readToasts().map((item) => item.title)).toEqual(['2', '3', '4', '5']);
  });

  test('stay longer when something is to be read or done', () => {
    expect(toastDuration({ title: 'Saved' })).toBe(6_000);
    expect(toastDuration({ title: 'Error', tone: 'error' })).toBe(10_000);
    expect(toastDuration({ title: 'Closed', action: { label: 'Undo', onClick: () => {} } })).toBe(10_000);
    expect(toastDuration({ title: 'Quick', duration: 1_000 })).toBe(1_000);
  });
});
