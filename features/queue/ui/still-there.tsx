import { Button } from '../../../web/ui/button.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import type { QueueTicket } from '../queue.schema.ts';
import { TimeLeft } from './play-bar.tsx';
import { stayInQueue } from './queue-requests.ts';
import { refreshQueue } from './queue-store.ts';
import { useServerTime } from './use-server-time.ts';

/** Asks whether a player is still there and shows the deadline. One tap confirms. */
export function StillThere({ ticket, until }: { ticket: QueueTicket; until: string }) {
  const now = useServerTime(500);
  const stay = () =>
    attempt(
      () => stayInQueue(ticket),
      'You’re still in the queue',
      (description) => {
        refreshQueue().catch(() => {});
        showToast({ title: 'Couldn’t send that', description, tone: 'error' });
      },
    );
  return (
    <>
      <p className="play-bar-words" role="alert">
        Still there?{' '}
        <span aria-hidden="true">
          <TimeLeft until={until} now={now} />
        </span>
      </p>
      <Button size="sm" onClick={stay}>
        Yes, keep looking
      </Button>
    </>
  );
}
