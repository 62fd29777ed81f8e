import { formatList } from '../../../messages/lists.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import type { SquadSession } from '../sessions/squad-sessions.schema.ts';
import * as messages from '../squads.messages.ts';
import { useNow } from './use-now.ts';

/** Says who was asked for a missing player's spot and who's coming. The paragraph stays, so that changes are announced. */
export function LiveRefill({ session }: { session: SquadSession }) {
  const t = useTranslator();
  const now = useNow(1_000);
  const coming = session.stand_ins.filter(({ state, here_at }) => state === 'in' && here_at === null);
  return (
    <p aria-live="polite" className="text-sm empty:hidden">
      {isAskingQueue(session, now)
        ? t(messages.askingQueue, { count: session.search.queue?.asked ?? 0 })
        : coming.length > 0
          ? t(messages.subsJoining, {
              count: coming.length,
              names: formatList(
                t,
                coming.map(({ display_name }) => display_name),
              ),
            })
          : null}
    </p>
  );
}

/** Returns whether players in the live queue are being asked. */
export const isAskingQueue = ({ search }: SquadSession, now: number): boolean =>
  Boolean(search.queue && now < Date.parse(search.queue.until));
