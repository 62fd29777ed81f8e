import { useEffect } from 'react';
import { getServerNow } from '../../../web/ui/server-clock.ts';
import { useLive } from '../../../web/use-live-news.ts';
import { getNextRefreshAt } from './queue-clock.ts';
import { listenToOtherTabs, readQueueState, refreshQueue, setBehind, useQueueHere } from './queue-store.ts';

const QUEUE = ['queue'];
/** Polling interval of hidden pages without a working stream. Players often wait with the page hidden. */
const HIDDEN_POLL_MS = 5_000;
/** Polling interval while the queue is paused, because resuming it sends no updates to individual users. */
const PAUSED_POLL_MS = 10_000;
/** Length of an interruption after which we show it. */
const TIMEOUT_MS = 1_500;

/** Keeps the viewer's queue state current through the stream, other tabs and the clock. Use once per page. */
export function useQueueUpdates(): void {
  const { state } = useQueueHere();
  const isInQueue = Boolean(state?.ticket ?? state?.check);
  const { behind } = useLive(QUEUE, refreshQueue, { soon: isInQueue });
  useEffect(listenToOtherTabs, []);
  useEffect(() => {
    if (!readQueueState().state) refreshQueue().catch(() => {});
  }, []);

  useEffect(() => {
    const refreshAt = state && getNextRefreshAt(state, getServerNow());
    if (refreshAt === undefined) return;
    const timer = setTimeout(() => refreshQueue().catch(() => {}), refreshAt - getServerNow());
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    if (!behind || !isInQueue) return;
    const pollHidden = () => document.visibilityState === 'hidden' && refreshQueue().catch(() => {});
    const timer = setInterval(pollHidden, HIDDEN_POLL_MS);
    return () => clearInterval(timer);
  }, [behind, isInQueue]);

  const isStopped = Boolean(state?.obstacle && !state.obstacle.until && !state.obstacle.action);
  useEffect(() => {
    if (!isStopped) return;
    const refreshWhenVisible = () => document.visibilityState === 'visible' && refreshQueue().catch(() => {});
    const timer = setInterval(refreshWhenVisible, PAUSED_POLL_MS);
    return () => clearInterval(timer);
  }, [isStopped]);

  useEffect(() => {
    if (!behind) return setBehind(false);
    const timer = setTimeout(() => setBehind(true), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [behind]);
}
