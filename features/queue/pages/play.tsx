import { lazy, Suspense, useEffect } from 'react';
import { useOutletContext } from 'react-router';
import { PlayPanel } from '../ui/play-panel.tsx';
import { refreshQueue, useQueueHere } from '../ui/queue-store.ts';

/** The part of the page of proposals that comes from the queue; whoever is not signed in is led away by the page itself. */
export async function clientLoader() {
  // Where it could not be read the panel says so, with a way to try again.
  await refreshQueue().catch(() => {});
  return null;
}

/** Only who waits is offered it. */
const TellMeClosed = lazy(() =>
  import('../../notifications/ui/push-prompt.tsx').then(({ PushPrompt: offer }) => ({ default: offer })),
);

export default function Play() {
  const onQueue = useOutletContext<(queue: { found: boolean; together: string }) => void>();
  const { state } = useQueueHere();
  const found = Boolean(state?.check);
  const together = (state?.ticket?.members ?? []).map(({ id }) => id).join();
  // Whoever has been found has a match to come, and should not read that there is none; a party reads whether it waits.
  useEffect(() => onQueue({ found, together }), [found, together, onQueue]);
  return (
    <PlayPanel
      closedPage={
        <Suspense>
          <TellMeClosed
            kinds={['queue']}
            why="Your five may be found while you look elsewhere. This device can tell you, also when this page is closed."
          />
        </Suspense>
      }
    />
  );
}
