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
  const [isSeen, setIsSeen] = useState(false);
  const reportedAt = useRef(0);
  const isShown = page !== undefined;
  useEffect(() => {
    const element = isShown ? end.current : null;
    if (!element) return;
    let isOnScreen = false;
    const update = () => setIsSeen(isOnScreen && document.visibilityState === 'visible');
    const watcher = new IntersectionObserver((entries) => {
      // The newest state comes last.
      isOnScreen = entries.at(-1)?.isIntersecting ?? false;
      update();
    });
    watcher.observe(element);
    document.addEventListener('visibilitychange', update);
    return () => {
      watcher.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, [isShown, end]);

  const id = page?.id;
  const seq = page ? findUnmarkedSeq(page) : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one request per newest message
  useEffect(() => {
    if (!isSeen || !id || !seq) return;
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
  }, [isSeen, id, seq]);
}
