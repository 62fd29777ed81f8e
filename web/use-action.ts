import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from './api-client.ts';
import { showToast } from './ui/toast-store.ts';

/**
 * Returns the actions of a page's buttons. `run` does one write at a time, reports the result and reloads the page's
 * data. `read` fetches something for a click without waiting for a write or blocking one, and reports a result that the
 * page itself doesn't show. Both return undefined after reporting a failure. `busy` is the name of the running action.
 */
export function useAction() {
  const [writing, setWriting] = useState<string>();
  const [reading, setReading] = useState<string>();
  // A second click may come before the first has been rendered.
  const taken = useRef(false);
  const revalidator = useRevalidator();
  async function run<T>(name: string, work: () => Promise<T>, successText?: string): Promise<T | undefined> {
    if (taken.current) return undefined;
    taken.current = true;
    setWriting(name);
    try {
      const result = await work();
      if (successText) showToast({ title: successText, tone: 'success' });
      return result;
    } catch (error) {
      showErrorToast(error);
      return undefined;
    } finally {
      await revalidator.revalidate();
      taken.current = false;
      setWriting(undefined);
    }
  }
  async function read<T>(name: string, work: () => Promise<T>, said?: string): Promise<T | undefined> {
    setReading(name);
    try {
      const result = await work();
      if (said) showToast({ title: said, tone: 'success' });
      return result;
    } catch (error) {
      showErrorToast(error);
      return undefined;
    } finally {
      setReading(undefined);
    }
  }
  return { busy: writing ?? reading, run, read };
}

function showErrorToast(error: unknown): void {
  const description = error instanceof ApiError ? error.message : 'Please try again.';
  showToast({ title: "That didn't work", description, tone: 'error' });
}
