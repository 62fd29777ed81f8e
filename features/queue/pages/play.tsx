import { lazy, Suspense, useEffect } from 'react';
import { useOutletContext } from 'react-router';
import { useTranslator } from '../../../messages/use-translator.tsx';
import * as messages from '../queue.messages.ts';
import { PlayPanel } from '../ui/play-panel.tsx';
import { refreshQueue, useQueueHere } from '../ui/queue-store.ts';

/** Loads the queue for the matches page, which redirects visitors who aren't signed in. */
export async function clientLoader() {
  // On failure the panel shows an error with a retry button.
  await refreshQueue().catch(() => {});
  return null;
}

/** Lazy-loaded, because only waiting players see this prompt. */
const LazyPushPrompt = lazy(() =>
  import('../../notifications/ui/push-prompt.tsx').then(({ PushPrompt: offer }) => ({ default: offer })),
);

export default function Play() {
  const t = useTranslator();
  const reportQueue = useOutletContext<(queue: { found: boolean; together: string }) => void>();
  const { state } = useQueueHere();
  const hasCheck = Boolean(state?.check);
  const memberKey = (state?.ticket?.members ?? []).map(({ id }) => id).join();
  // Tell the matches page who queues together and whether a match was found, so that it doesn't show "no matches".
  useEffect(() => reportQueue({ found: hasCheck, together: memberKey }), [hasCheck, memberKey, reportQueue]);
  return (
    <PlayPanel
      closedPage={
        <Suspense>
          <LazyPushPrompt kinds={['queue']} why={t(messages.pushReason)} />
        </Suspense>
      }
    />
  );
}
