import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from './api-client.ts';
import { toast } from './ui/toast-store.ts';

/** Runs one write at a time, says how it went, and reads the page again. */
export function useAction() {
  const [busy, setBusy] = useState<string>();
  // Two presses may come before the first has been drawn.
  const taken = useRef(false);
  const revalidator = useRevalidator();
  async function run<T>(name: string, work: () => Promise<T>, said?: string): Promise<T | undefined> {
    if (taken.current) return undefined;
    taken.current = true;
    setBusy(name);
    try {
      const result = await work();
      if (said) toast({ title: said, tone: 'success' });
      return result;
    } catch (error) {
      const description = error instanceof ApiError ? error.message : 'Please try again.';
      toast({ title: 'That did not work', description, tone: 'error' });
      return undefined;
    } finally {
      await revalidator.revalidate();
      taken.current = false;
      setBusy(undefined);
    }
  }
  return { busy, run };
}
