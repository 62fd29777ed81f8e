import { useEffect, useRef, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { endpoints } from '../content/endpoints.ts';
import { paths } from '../content/paths.ts';
import { LiveConnection } from './live-connection.ts';
import { readAuthState, subscribeAuthState } from './session-store.ts';

const POLL_MS = 20_000;
const FAST_POLL_MS = 3_000;
/** Delay that keeps connections open across navigations. */
const DISCONNECT_DELAY_MS = 5_000;
/** Maximum time between reading a page's data and showing it. */
const MAX_LOAD_MS = 60_000;

/** Open connections, by user or subject. */
const connections = new Map<string, LiveConnection>();

function getConnection(key: string, address: string): LiveConnection {
  const connection = connections.get(key) ?? new LiveConnection(key, address);
  connections.set(key, connection);
  return connection;
}

function closeConnection(key: string): void {
  connections.get(key)?.stop();
  connections.delete(key);
}

function closeIfUnused(key: string): void {
  setTimeout(() => {
    if (connections.get(key)?.followed === false) closeConnection(key);
  }, DISCONNECT_DELAY_MS);
}

/** User ID of the open personal connection. */
let ownConnectionKey: string | undefined;

function closeOwnConnection(): void {
  if (ownConnectionKey !== undefined) closeConnection(ownConnectionKey);
  ownConnectionKey = undefined;
}

/** Closes the personal connection after sign-out. */
subscribeAuthState(() => {
  const { user, isLoading } = readAuthState();
  if (!isLoading && ownConnectionKey !== user?.id) closeOwnConnection();
});

type PayloadHandler = (topic: string, words: unknown) => boolean;

type LiveStatus = {
  /** Whether the page may be out of date: there's no live connection, or a change is still being fetched. */
  behind: boolean;
};

/**
 * Keeps a page up to date: `refetch` runs when a topic of one of the kinds was added, removed or changed. Without a
 * stream, it runs every 20 seconds, or every 3 if something will change `soon`.
 * @param refetch loads the page's data; if it throws, the current data stays and it's retried. 'loader' uses the page's
 * own loader
 * @param options.heard receives a topic's new content; @returns false if the data must be refetched
 * @param options.topics public topics (`kind:id`) to follow instead of the user's own; visitors may follow them too
 */
export function useLive(
  kinds: readonly string[],
  refetch: (() => Promise<unknown>) | 'loader',
  { soon = false, topics, heard }: { soon?: boolean; topics?: readonly string[]; heard?: PayloadHandler } = {},
): LiveStatus {
  const [live, setLive] = useState<boolean>();
  const [hasBeenRefused, setIsRefused] = useState(false);
  const [due, setDue] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const [userId, setUserId] = useState<string>();
  const address = topics ? endpoints.livePublic(topics.join()) : endpoints.live;
  // An account scheduled for deletion gets no live updates and would be refused again and again.
  const isLeaving = useLocation().pathname === paths.leaving;
  const key = topics ? topics.join(' ') : isLeaving ? undefined : userId;
  const revalidator = useRevalidator();
  const isLoader = refetch === 'loader';
  const reload = isLoader ? () => revalidator.revalidate() : refetch;
  const latest = useRef(reload);
  latest.current = reload;
  const running = useRef<{ again: boolean } | undefined>(undefined);
  const runCount = useRef(0);
  const shownAt = useRef(0);
  const kindNames = kinds.join(' ');
  const payloadHandler = useRef(heard);
  payloadHandler.current = heard;

  useEffect(() => {
    const read = () => setUserId(readAuthState().user?.id);
    read();
    return subscribeAuthState(read);
  }, []);

  const run = useRef(async () => {
    if (running.current) {
      running.current.again = true;
      return;
    }
    setDue((count) => count + 1);
    do {
      running.current = { again: false };
      runCount.current += 1;
      try {
        await latest.current();
        setFailed(false);
      } catch {
        setFailed(true);
      }
    } while (running.current.again);
    running.current = undefined;
    setDue((count) => count - 1);
  }).current;

  useEffect(() => {
    if (isLeaving) closeOwnConnection();
    if (!key) return;
    const followedKinds = kindNames.split(' ');
    shownAt.current ||= Date.now();
    if (address === endpoints.live) ownConnectionKey = key;
    const connection = getConnection(key, address);
    const unfollow = connection.follow({
      kinds: followedKinds,
      onChange: () => void run(),
      onStatus: (isLive, isRefused) => {
        setLive(isLive);
        setIsRefused(isRefused);
      },
      // While a refetch is running, its data may be older than the new content.
      onPayload: (topic, payload) => !running.current && (payloadHandler.current?.(topic, payload) ?? false),
    });
    if (connection.changedSince(followedKinds, shownAt.current - MAX_LOAD_MS)) void run();
    return () => {
      unfollow();
      closeIfUnused(key);
    };
  }, [key, address, kindNames, isLeaving, run]);

  // After an action, a loader's reload may return older data than a refetch made in the meantime, and arrive later. If
  // `refetch` is the loader itself, there's no such conflict, and each reload would trigger the next one forever.
  const isRevalidating = !isLoader && revalidator.state === 'loading';
  const lastRunAt = useRef<number>(undefined);
  useEffect(() => {
    if (isRevalidating) lastRunAt.current = running.current ? runCount.current - 1 : runCount.current;
    else if (lastRunAt.current !== undefined && runCount.current > lastRunAt.current) void run();
    if (!isRevalidating) lastRunAt.current = undefined;
  }, [isRevalidating, run]);

  const shouldPoll = live === false || hasFailed;
  useEffect(() => {
    if (!key || !shouldPoll) return;
    const timer = setInterval(
      () => document.visibilityState === 'visible' && void run(),
      soon ? FAST_POLL_MS : POLL_MS,
    );
    return () => clearInterval(timer);
  }, [key, shouldPoll, soon, run]);

  // A refused stream, such as a banned user's, doesn't count as behind.
  return { behind: (live === false && !hasBeenRefused) || hasFailed || due > 0 };
}
