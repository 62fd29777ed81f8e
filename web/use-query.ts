import { useCallback, useEffect, useRef, useState } from 'react';
import { type ResponseData, readData } from './api-client.ts';

type Options = {
  /** Keeps showing the data of the previous key until that of the next one has loaded. */
  keepPrevious?: boolean;
  /** Called when loading failed. */
  onError?: () => void;
};

export type Query<T> = {
  /** Undefined until loaded. A reload keeps it, even if the reload fails. */
  data: T | undefined;
  failed: boolean;
  loading: boolean;
  reload: () => Promise<void>;
  /** Reloads in the background. @throws if that fails */
  refresh: () => Promise<void>;
  /** Replaces the data, e.g. with the response of a write. A running request is then ignored. */
  setData: (next: T | ((data: T) => T)) => void;
};

/**
 * Loads data in the browser: when the component mounts, when the key changes, and on demand.
 * @param key identifies the data; a falsy key loads nothing
 * @param read calls the API; may return the response itself
 */
export function useQuery<T>(
  key: string | false | null | undefined,
  read: () => Promise<T>,
  { keepPrevious = false, onError }: Options = {},
): Query<ResponseData<T>> {
  type Data = ResponseData<T>;
  const [state, setState] = useState<{ key: typeof key; data?: Data; failed: boolean; loading: boolean }>();
  const latest = useRef({ read, onError });
  latest.current = { read, onError };
  // A slow response must not overwrite the response of a later request.
  const turn = useRef(0);

  const refresh = useCallback(async () => {
    turn.current += 1;
    const ownTurn = turn.current;
    const show = (next: { data: Data } | { failed: boolean }) =>
      ownTurn === turn.current && setState((before) => ({ ...before, failed: false, ...next, key, loading: false }));
    try {
      show({ data: await readData(latest.current.read()) });
    } catch (error) {
      if (ownTurn !== turn.current) return;
      show({ failed: true });
      throw error;
    }
  }, [key]);

  const reload = useCallback(() => {
    setState((before) => ({
      failed: false,
      ...(before?.key === key || keepPrevious ? before : {}),
      key,
      loading: true,
    }));
    return refresh().catch(() => latest.current.onError?.());
  }, [key, keepPrevious, refresh]);

  useEffect(() => {
    if (key) void reload();
    else turn.current += 1;
  }, [key, reload]);

  const setData = (next: Data | ((data: Data) => Data)) => {
    turn.current += 1;
    setState((before) => {
      if (!(next instanceof Function)) return { key, data: next, failed: false, loading: false };
      return before?.data === undefined ? before : { ...before, data: next(before.data), loading: false };
    });
  };
  const currentState = key && (state?.key === key || keepPrevious) ? state : undefined;
  return {
    data: currentState?.data,
    failed: currentState?.failed ?? false,
    loading: currentState?.loading ?? Boolean(key),
    reload,
    refresh,
    setData,
  };
}
