import { lazy, Suspense, useEffect } from 'react';
import { useOutletContext } from 'react-router';
import { useTranslator } from '../../../messages/use-translator.tsx';
import * as messages from '../queue.messages.ts';
import { PlayPanel } from '../ui/play-panel.tsx';
import { refreshQueue, useQueueHere } from '../ui/queue-store.ts';

/** The queue's part of the matches page. The page itself redirects visitors who aren't signed in. */
export async function clientLoader() {
  // On failure the panel shows an error with a retry button.
  await refreshQueue().catch(() => {});
  return null;
}

/** Loaded lazily, because only waiting players are offered it. */
const LazyPushPrompt = lazy(() =>
  import('../../notifications/ui/push-prompt.tsx').then(({ PushPrompt: offer }) => ({ default: offer })),
);

export default function Play() {
  const t = useTranslator();
  const onQueue = useOutletContext<(queue: { found: boolean; together: string }) => void>();
  const { state } = useQueueHere();
  const found = Boolean(state?.check);
  const together = (state?.ticket?.members ?? []).map(({ id }) => id).join();
  // A matched player shouldn't see "no matches". A party needs to see whether it's waiting.
  useEffect(() => onQueue({ found, together }), [found, together, onQueue]);
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
