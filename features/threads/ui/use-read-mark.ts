import { type RefObject, useEffect, useRef, useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { findUnmarkedSeq } from '../thread-news.rules.ts';
import type { ThreadPage } from '../threads.schema.ts';

const REPORT_INTERVAL_MS = 2_000;

/** Marks the shown messages as read once the end of the list is on screen and the page is visible. */
export function useReadMark(
  page: ThreadPage | undefined,
  end: RefObject<HTMLElement | null>,
  onRead: (seq: number) => void,
): void {
  const [seen, setSeen] = useState(false);
  const reportedAt = useRef(0);
  const shown = page !== undefined;
  useEffect(() => {
    const element = shown ? end.current : null;
    if (!element) return;
    let onScreen = false;
    const look = () => setSeen(onScreen && document.visibilityState === 'visible');
    const watcher = new IntersectionObserver(([entry]) => {
      onScreen = entry?.isIntersecting ?? false;
      look();
    });
    watcher.observe(element);
    document.addEventListener('visibilitychange', look);
    return () => {
      watcher.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [shown, end]);

  const id = page?.id;
  const seq = page ? findUnmarkedSeq(page) : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one request per newest message
  useEffect(() => {
    if (!seen || !id || !seq) return;
    // Throttled, so a burst of messages doesn't send a request for each one.
    const timer = setTimeout(
      () => {
        reportedAt.current = Date.now();
        unwrap(browserApi().api.threads[':id'].read.$put({ param: { id }, json: { seq } }))
          .then(() => onRead(seq))
          // Ignored, because the next message or visit tries again.
          .catch(() => undefined);
      },
      Math.max(0, reportedAt.current + REPORT_INTERVAL_MS - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [seen, id, seq]);
}
