import { startTransition, useEffect, useState } from 'react';
import { data as respond } from 'react-router';
import { ApiError } from './api-client.ts';
import { useAuth } from './auth-session.ts';
import { useLive } from './use-live-news.ts';
import { useQuery } from './use-query.ts';

/** A page's data, or why there's none: the refusal message, or null if loading failed. */
export type Loaded<T> = { data: T; refusal?: undefined } | { data: null; refusal: string | null };

/** The response of operations that explain a refusal instead of failing (`?explain=denied`). */
type Denied = { denied: string };

/** Loads a page's data without throwing, so that the page can show what went wrong. */
export async function loadPage<T extends object>(work: () => Promise<T>): Promise<Loaded<Exclude<T, Denied>>> {
  try {
    const found = await work();
    if ('denied' in found) return { data: null, refusal: String(found.denied) };
    return { data: found as Exclude<T, Denied> };
  } catch (error) {
    return { data: null, refusal: error instanceof ApiError && error.status < 500 ? error.message : null };
  }
}

/** Like `loadPage`, but on the server: adds the matching status. */
export async function loadResponse<T extends object>(work: () => Promise<T>) {
  const result = await loadPage(work);
  return respond(result, result.data ? {} : { status: result.refusal ? 404 : 503 });
}

/** Returns the data or the refusal. @throws if loading failed */
export function throwIfFailed<T>(result: Loaded<T>): Loaded<T> {
  if (result.refusal === null) throw new Error('Loading failed.');
  return result;
}

/**
 * Returns a page's data and keeps it fresh while the page is open.
 * @param first the loader's data
 * @param read loads the data again; if that throws, the current data stays
 */
export function useLiveData<T>(first: T, topics: readonly string[], read: (data: T) => Promise<T>) {
  const [data, setData] = useState(first);
  // Update in a transition, so that a part that waits for slow data stays on screen and keeps the focus.
  useEffect(() => startTransition(() => setData(first)), [first]);
  const refresh = async () => {
    const next = await read(data);
    startTransition(() => setData(next));
  };
  const { behind } = useLive(topics, refresh);
  return { data, behind, refresh };
}

/**
 * Returns a public page's data. The server sends the visitor's view, possibly from a cache. The browser then loads the
 * viewer's own, and again on `retry`. If that fails, the current data stays.
 * @param key identifies the page's subject
 */
export function useViewerData<T>(first: Loaded<T>, key: string, read: () => Promise<Loaded<T>>) {
  const { user, isLoading } = useAuth();
  const query = useQuery(!isLoading && `${key} ${user?.id}`, () => read().then(throwIfFailed));
  return { loaded: query.data ?? first, retry: query.reload };
}
