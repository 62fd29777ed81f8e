import { useCallback, useEffect, useRef, useState } from 'react';
import { showToast } from '../../../web/ui/toast-store.ts';

export type Loaded<T> = {
  value: T | undefined;
  failed: boolean;
  loading: boolean;
  reload: () => void;
  /** Reloads in the background. If that throws, the current content stays. */
  refresh: () => Promise<void>;
};

/** Loads a tab's data when it opens and again on demand. The current content stays during a reload. */
export function useLoaded<T>(read: () => Promise<T>, key = '', failure = 'Failed to load data'): Loaded<T> {
  const [state, setState] = useState<{ value?: T; failed: boolean; loading: boolean }>({
    failed: false,
    loading: true,
  });
  const latest = useRef(read);
  latest.current = read;
  const turn = useRef(0);

  const reload = useCallback(() => {
    turn.current += 1;
    const ownTurn = turn.current;
    setState((before) => ({ ...before, loading: true }));
    latest.current().then(
      (value) => ownTurn === turn.current && setState({ value, failed: false, loading: false }),
      () => {
        if (ownTurn !== turn.current) return;
        setState((before) => ({ ...before, failed: true, loading: false }));
        showToast({ title: failure, tone: 'error' });
      },
    );
  }, [failure]);

  const refresh = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    try {
      const value = await latest.current();
      if (mine === turn.current) setState({ value, failed: false, loading: false });
    } catch (error) {
      if (mine === turn.current) setState((before) => ({ ...before, loading: false }));
      throw error;
    }
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when something else is to be read
  useEffect(reload, [reload, key]);
  return { value: state.value, failed: state.failed, loading: state.loading, reload, refresh };
}
