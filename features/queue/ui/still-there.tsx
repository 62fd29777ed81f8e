import { useState } from 'react';
import { ApiError } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import type { QueueTicket } from '../queue.schema.ts';
import { TimeLeft } from './play-bar.tsx';
import { stayInQueue } from './queue-requests.ts';
import { refreshQueue } from './queue-store.ts';
import { useServerTime } from './use-server-time.ts';

/** Asks whether a player is still there and shows the deadline. One tap confirms. */
export function StillThere({ ticket, until }: { ticket: QueueTicket; until: string }) {
  const now = useServerTime(500);
  const [busy, setBusy] = useState(false);
  const stay = async () => {
    setBusy(true);
    try {
      await stayInQueue(ticket);
      showToast({ title: 'You’re still in the queue', tone: 'success' });
    } catch (error) {
      refreshQueue().catch(() => {});
      const description = error instanceof ApiError ? error.message : 'Please try again.';
      showToast({ title: 'Couldn’t send that', description, tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className="play-bar-words" role="alert">
        Still there?{' '}
        <span aria-hidden="true">
          <TimeLeft until={until} now={now} />
        </span>
      </p>
      <Button size="sm" loading={busy} onClick={() => void stay()}>
        Yes, keep looking
      </Button>
    </>
  );
}
