import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from './api-client.ts';
import { showToast } from './ui/toast-store.ts';

/**
 * What a page's buttons do. `run` makes one write at a time, says how it went, and reads the page again; `read` fetches
 * something for a press, which neither waits for a write nor holds one up, and says so where nothing on the page shows it. Both give undefined where it failed and have
 * said so. `busy` is the name of what is under way.
 */
export function useAction() {
  const [writing, setWriting] = useState<string>();
  const [reading, setReading] = useState<string>();
  // Two presses may come before the first has been drawn.
  const taken = useRef(false);
  const revalidator = useRevalidator();
  async function run<T>(name: string, work: () => Promise<T>, said?: string): Promise<T | undefined> {
    if (taken.current) return undefined;
    taken.current = true;
    setWriting(name);
    try {
      const result = await work();
      if (said) showToast({ title: said, tone: 'success' });
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
  showToast({ title: 'That did not work', description, tone: 'error' });
}
