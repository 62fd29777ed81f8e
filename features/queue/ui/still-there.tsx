import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../queue.messages.ts';
import type { QueueTicket } from '../queue.schema.ts';
import { TimeLeft } from './play-bar.tsx';
import { stayInQueue } from './queue-requests.ts';
import { refreshQueue } from './queue-store.ts';
import { useServerTime } from './use-server-time.ts';

/** Asks whether a player is still there and shows the deadline. One tap confirms. */
export function StillThere({ ticket, until }: { ticket: QueueTicket; until: string }) {
  const t = useTranslator();
  const now = useServerTime(500);
  const confirmPresence = () =>
    attempt(
      () => stayInQueue(ticket),
      t(messages.stayed),
      (description) => {
        refreshQueue().catch(() => {});
        showToast({ title: t(messages.stayError), description, tone: 'error' });
      },
    );
  return (
    <>
      <p className="play-bar-words" role="alert">
        {t(messages.stillThere)}{' '}
        <span aria-hidden="true">
          <TimeLeft until={until} now={now} />
        </span>
      </p>
      <Button size="sm" onClick={confirmPresence}>
        {t(messages.keepLooking)}
      </Button>
    </>
  );
}
