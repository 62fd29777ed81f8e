import { useEffect, useRef, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { endpoints } from '../content/endpoints.ts';
import { paths } from '../content/paths.ts';
import { LiveConnection } from './live-connection.ts';
import { readAuthState, subscribeAuthState } from './session-store.ts';

const POLL_MS = 20_000;
const FAST_POLL_MS = 3_000;
/** From page to page the connection stays. */
const DISCONNECT_DELAY_MS = 5_000;
/** A page may have read its data so long before it is shown. */
const LOADING_MS = 60_000;

/** Those that are open, by whose they are or what they are about. */
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

/** Whose stream is open here. */
let ownConnectionKey: string | undefined;

function closeOwnConnection(): void {
  if (ownConnectionKey !== undefined) closeConnection(ownConnectionKey);
  ownConnectionKey = undefined;
}

/** Whoever signs out hears nothing more of what is theirs. */
subscribeAuthState(() => {
  const { user, isLoading } = readAuthState();
  if (!isLoading && ownConnectionKey !== user?.id) closeOwnConnection();
});

type PayloadHandler = (topic: string, words: unknown) => boolean;

type LiveStatus = {
  /** What is shown may be old: there are no live news now, or what they named is being fetched. */
  behind: boolean;
};

/**
 * Keeps a page true: `refetch` runs when a topic of one of the kinds has come, gone or changed. Where no stream gets
 * through, it runs every 20 seconds, or every 3 while something is expected at once.
 * @param refetch reads what the page shows; when it throws, what is shown stays, and it is tried again. 'loader': the
 *   page's own loader does
 * @param options.heard takes what is new in a topic, where it came along; @returns false where it has to be fetched
 * @param options.topics public ones (`kind:id`) to follow instead of one's own, which visitors may as well
 */
export function useLive(
  kinds: readonly string[],
  refetch: (() => Promise<unknown>) | 'loader',
  { soon = false, topics, heard }: { soon?: boolean; topics?: readonly string[]; heard?: PayloadHandler } = {},
): LiveStatus {
  const [live, setLive] = useState<boolean>();
  const [refused, setRefused] = useState(false);
  const [due, setDue] = useState(0);
  const [failed, setFailed] = useState(false);
  const [userId, setUserId] = useState<string>();
  const address = topics ? endpoints.livePublic(topics.join()) : endpoints.live;
  // Who is about to leave the product is told no news, and would only be refused, again and again.
  const isLeaving = useLocation().pathname === paths.leaving;
  const key = topics ? topics.join(' ') : isLeaving ? undefined : userId;
  const revalidator = useRevalidator();
  const isLoader = refetch === 'loader';
  const again = isLoader ? () => revalidator.revalidate() : refetch;
  const latest = useRef(again);
  latest.current = again;
  const running = useRef<{ again: boolean } | undefined>(undefined);
  const ran = useRef(0);
  const shownAt = useRef(0);
  const named = kinds.join(' ');
  const hear = useRef(heard);
  hear.current = heard;

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
      ran.current += 1;
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
    const followed = named.split(' ');
    shownAt.current ||= Date.now();
    if (address === endpoints.live) ownConnectionKey = key;
    const connection = getConnection(key, address);
    const unfollow = connection.follow({
      kinds: followed,
      onChange: () => void run(),
      onStatus: (isLive, isRefused) => {
        setLive(isLive);
        setRefused(isRefused);
      },
      // While it is fetched, what is fetched may be older than what is new.
      onPayload: (topic, words) => !running.current && (hear.current?.(topic, words) ?? false),
    });
    if (connection.changedSince(followed, shownAt.current - LOADING_MS)) void run();
    return () => {
      unfollow();
      closeIfUnused(key);
    };
  }, [key, address, named, isLeaving, run]);

  // What the page's loader reads after a press may be older than what was fetched meanwhile, and arrive later.
  // Where the loader is what fetches, there is nothing beside it; each of its reads would ask for the next one, for ever.
  const revalidating = !isLoader && revalidator.state === 'loading';
  const ranBefore = useRef<number>(undefined);
  useEffect(() => {
    if (revalidating) ranBefore.current = running.current ? ran.current - 1 : ran.current;
    else if (ranBefore.current !== undefined && ran.current > ranBefore.current) void run();
    if (!revalidating) ranBefore.current = undefined;
  }, [revalidating, run]);

  const asks = live === false || failed;
  useEffect(() => {
    if (!key || !asks) return;
    const timer = setInterval(
      () => document.visibilityState === 'visible' && void run(),
      soon ? FAST_POLL_MS : POLL_MS,
    );
    return () => clearInterval(timer);
  }, [key, asks, soon, run]);

  // Who is told nothing, as while a ban lasts, is no more behind than the last time that was asked.
  return { behind: (live === false && !refused) || failed || due > 0 };
}
