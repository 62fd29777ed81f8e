import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { RichMessage } from '../messages/use-translator.tsx';
import { HOUR_MS } from '../time/units.ts';
import type { KeptMark } from './load-kept.ts';
import { useCutOff } from './network.ts';
import { type KeptPage, keepPage, readOwnerId } from './offline-store.ts';
import { CatchingUpNotice } from './ui/catching-up-notice.tsx';
import { Moment } from './ui/moment.tsx';
import * as messages from './web.messages.ts';

/** Delay between attempts to reach the server when the browser reports a network. */
const RETRY_MS = 20_000;

type OfflineLineProps<T> = {
  page: KeptPage;
  data: T;
  /** Returns the part of the data to store: only what the page's list shows. Null if the data couldn't be loaded. */
  pick: (data: T & object) => object | null;
  /** Whether the page may be out of date although there's a network. */
  behind: boolean;
};

/**
 * Stores what the page shows, and says how old it is while there's no network. With a network, says when the page is
 * catching up.
 */
export function OfflineLine<T extends KeptMark | null>({ page, data, pick, behind }: OfflineLineProps<T>) {
  const offline = useCutOff();
  const { revalidate } = useRevalidator();
  const keptAt = data?.keptAt;
  const since = useStoredPage({ page, data, pick, behind, offline });
  const at = keptAt ?? since;
  const isKept = keptAt !== undefined;
  // Load the page again once there's a network. The browser can be wrong about that, so keep trying.
  useEffect(() => {
    if (!isKept || offline) return;
    void revalidate();
    const timer = setInterval(() => document.visibilityState === 'visible' && void revalidate(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isKept, offline, revalidate]);
  const shown = at !== undefined && (offline || isKept);
  return (
    <>
      <div
        role="status"
        // A page that opens offline has room for this line. On a page that's already open, the line must not move the
        // buttons.
        className={`pointer-events-none fixed inset-x-0 bottom-(--above-bottom) z-20 flex justify-center px-4 ${isKept ? 'max-lg:static' : ''}`}
      >
        {shown && (
          <span className="rounded-3xl border border-edge bg-raised px-3 py-1 text-center text-sm text-text">
            <RichMessage message={messages.offlineSince} values={{ time: () => <LoadedAt at={at} /> }} />
          </span>
        )}
      </div>
      <CatchingUpNotice behind={behind && !shown} />
    </>
  );
}

/** Shows the time of day. Once it could be another day's time, also shows the weekday. */
function LoadedAt({ at }: { at: string }) {
  return <Moment at={at} as={Date.now() - Date.parse(at) < 12 * HOUR_MS ? 'clock' : 'weekday-clock'} />;
}

type StoredPage<T> = OfflineLineProps<T> & { offline: boolean };

/**
 * Stores the data when it changes. While the page is live, the data is also current at the moment when the network is
 * lost or the page is hidden.
 * @returns when the data was last current, if the network is lost
 */
function useStoredPage<T extends KeptMark | null>({ page, data, pick, behind, offline }: StoredPage<T>) {
  const [since, setSince] = useState<string>();
  const [ownerId] = useState(readOwnerId);
  /** When the page fell behind; undefined while it's live. */
  const behindSince = useRef<number>(undefined);
  const keep = () => {
    const picked = data && !data.keptAt ? pick(data) : null;
    if (picked) keepPage(page, picked, ownerId, behindSince.current ?? Date.now());
  };
  const latest = useRef(keep);
  latest.current = keep;
  useEffect(() => {
    behindSince.current = behind ? Date.now() : undefined;
  }, [behind]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: stores each new state of the data
  useEffect(() => {
    if (behindSince.current) behindSince.current = Date.now();
    const timer = setTimeout(() => latest.current(), 0);
    return () => clearTimeout(timer);
  }, [data]);
  useEffect(() => {
    if (!offline) return setSince(undefined);
    setSince(new Date(behindSince.current ?? Date.now()).toISOString());
    latest.current();
  }, [offline]);
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && latest.current();
    document.addEventListener('visibilitychange', onHide);
    return () => document.removeEventListener('visibilitychange', onHide);
  }, []);
  return since;
}
