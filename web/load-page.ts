import { useEffect, useState } from 'react';
import { data } from 'react-router';
import { ApiError } from './api-client.ts';
import { useAuth } from './auth-session.ts';
import { useLive } from './use-live-news.ts';

/** A page's data, or why there's none: a refusal as a sentence, or null when loading failed. */
export type Loaded<T> = { data: T; refusal?: undefined } | { data: null; refusal: string | null };

/** The answer of operations that explain a refusal instead of failing (`?explain=denied`). */
type Denied = { denied: string };

/** Loads a page's data without throwing, so that the page can show what went wrong. */
export async function load<T extends object>(work: () => Promise<T>): Promise<Loaded<Exclude<T, Denied>>> {
  try {
    const found = await work();
    if ('denied' in found) return { data: null, refusal: String(found.denied) };
    return { data: found as Exclude<T, Denied> };
  } catch (error) {
    return { data: null, refusal: error instanceof ApiError && error.status < 500 ? error.message : null };
  }
}

/** The same on the server, with the status that fits the result. */
export async function loadResponse<T extends object>(work: () => Promise<T>) {
  const loaded = await load(work);
  return data(loaded, loaded.data ? {} : { status: loaded.refusal ? 404 : 503 });
}

/** Returns a page's data and keeps it fresh while the page is open. */
export function useLiveData<T>(first: Loaded<T>, topics: readonly string[], read: () => Promise<Loaded<T>>) {
  const [loaded, setLoaded] = useState(first);
  useEffect(() => setLoaded(first), [first]);
  const { behind } = useLive(topics, async () => {
    const now = await read();
    if (now.refusal === null) throw new Error('Loading failed.');
    setLoaded(now);
  });
  return { loaded, behind };
}

/**
 * Returns a public page's data. The server sends the visitor's view, perhaps from a cache. The browser then loads the
 * viewer's own, and again on `retry`. If that fails, the current data stays.
 * @param key what the page is about
 */
export function useViewerData<T>(first: Loaded<T>, key: string, read: () => Promise<Loaded<T>>) {
  const { user, isLoading } = useAuth();
  const [loaded, setLoaded] = useState(first);
  const [times, setTimes] = useState(0);
  const userId = user?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, another user and a retry load again
  useEffect(() => {
    if (isLoading) return;
    let current = true;
    void read().then((now) => {
      if (current && now.refusal !== null) setLoaded(now);
    });
    return () => {
      current = false;
    };
  }, [key, isLoading, userId, times]);
  return { loaded, retry: () => setTimes((before) => before + 1) };
}
