import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { toast } from '../../../web/ui/toast-store.ts';
import type { Face, QueueState } from '../queue.schema.ts';
import { PlayIdle } from './play-idle.tsx';
import { PlayOptions } from './play-options.tsx';
import { readPlaySettings } from './play-settings.ts';
import { PlaySkeleton } from './play-skeleton.tsx';
import { unlockSound } from './play-sound.ts';
import { PlayWaiting } from './play-waiting.tsx';
import { refreshQueue, useHere } from './queue-here.ts';
import { joinQueue, leaveQueue } from './tell-queue.ts';
import { TonightDialog } from './tonight-dialog.tsx';
import './queue.css';

/**
 * Where somebody stands with the queue, and the press that changes it.
 * @param closedPage what offers to tell people with the page closed, shown to who waits
 */
export function PlayPanel({ closedPage = null }: { closedPage?: ReactNode }) {
  const { state, failed, behind } = useHere();
  if (state) return <Standing state={state} behind={behind} closedPage={closedPage} />;
  return failed ? <Unread /> : <PlaySkeleton />;
}

function Unread() {
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    await refreshQueue().catch(() => {});
    setBusy(false);
  };
  return (
    <Notice
      tone="red"
      title="The queue did not answer"
      action={
        <Button size="sm" variant="secondary" icon="refresh" loading={busy} onClick={() => void again()}>
          Try again
        </Button>
      }
    >
      If you were waiting in it, you still are.
    </Notice>
  );
}

type StandingProps = { state: QueueState; behind: boolean; closedPage: ReactNode };

function Standing({ state, behind, closedPage }: StandingProps) {
  const [opened, setOpened] = useState<'tonight' | 'options'>();
  const [alone, setAlone] = useState(false);
  const { busy, run } = usePress();
  const { first, title, panel } = useFocusOnTurn(state.ticket?.id);
  const { ticket, party } = state;
  const canTake = party?.you_lead && !party.obstacle && party.members.length > 0;
  const taken: readonly Face[] = canTake && !alone ? party.members : [];
  const company = taken.length > 0 ? `with ${taken.length}` : undefined;
  const joining = () => ({ with_party: taken.length > 0, any_language: readPlaySettings().anyLanguage });
  const play = () => {
    // Browsers let a page be heard only from a press on.
    unlockSound();
    void run('now', () => joinQueue({ kind: 'now', ...joining() }));
  };
  const playTonight = async (hours: { from: string; until: string }) => {
    unlockSound();
    await joinQueue({ kind: 'tonight', ...hours, ...joining() });
    setOpened(undefined);
  };
  return (
    <Panel as="section" padding="sm" className="play-panel" aria-label="Play now" ref={panel}>
      {ticket ? (
        <PlayWaiting
          {...{ ticket, behind, busy, title, closedPage }}
          onLeave={() => void run('leave', () => leaveQueue(ticket), 'You left the queue')}
          onOptions={() => setOpened('options')}
        />
      ) : (
        <PlayIdle
          {...{ state, busy, taken, first }}
          onPlay={play}
          onTonight={() => setOpened('tonight')}
          onOptions={() => setOpened('options')}
        />
      )}
      {opened === 'tonight' && (
        <TonightDialog
          wait={state.waits.tonight}
          company={company}
          onJoin={playTonight}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === 'options' && (
        <PlayOptions
          waiting={ticket !== null}
          party={canTake ? { alone, onAlone: setAlone } : undefined}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Panel>
  );
}

/** One press at a time; what went wrong is said, and where things stand is read again. */
function usePress() {
  const [busy, setBusy] = useState<string>();
  // Two presses may come before the first has been drawn.
  const taken = useRef(false);
  async function run(name: string, work: () => Promise<unknown>, said?: string): Promise<void> {
    if (taken.current) return;
    taken.current = true;
    setBusy(name);
    try {
      await work();
      if (said) toast({ title: said, tone: 'success' });
    } catch (error) {
      refreshQueue().catch(() => {});
      const description = error instanceof ApiError ? error.message : 'Please try again.';
      toast({ title: 'That did not work', description, tone: 'error' });
    } finally {
      taken.current = false;
      setBusy(undefined);
    }
  }
  return { busy, run };
}

/** Whoever joins or leaves goes on from where that shows: the buttons that were pressed are gone by then. */
function useFocusOnTurn(ticketId: string | undefined) {
  const first = useRef<HTMLButtonElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const before = useRef(ticketId);
  useEffect(() => {
    const turned = Boolean(before.current) !== Boolean(ticketId);
    before.current = ticketId;
    if (!turned) return;
    const active = document.activeElement;
    // Somebody who is elsewhere on the page stays there.
    if (active && active !== document.body && !panel.current?.contains(active)) return;
    (ticketId ? title : first).current?.focus({ preventScroll: true });
  }, [ticketId]);
  return { first, title, panel };
}
