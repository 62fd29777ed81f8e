import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { toErrorMessage } from '../../../web/api-client.ts';
import { readAuthState } from '../../../web/session-store.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { OneFieldForm } from '../../../web/ui/one-field-form.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import type { GamertagKind } from '../../profiles/game.schema.ts';
import * as messages from '../queue.messages.ts';
import type { PlayerFace, QueueState } from '../queue.schema.ts';
import { CheckPendingPanel } from './check-pending-panel.tsx';
import { JoinQueuePanel } from './join-queue-panel.tsx';
import { PlayOptions } from './play-options.tsx';
import { readPlaySettings } from './play-settings.ts';
import { PlaySkeleton } from './play-skeleton.tsx';
import { unlockSound } from './play-sound.ts';
import { PlayWaiting } from './play-waiting.tsx';
import { addGamertag, findNeededGamertag, type JoinOptions, joinQueue, leaveQueue } from './queue-requests.ts';
import { refreshQueue, useQueueHere } from './queue-store.ts';
import { TonightDialog } from './tonight-dialog.tsx';
import './queue.css';

/**
 * The user's queue state and the button that changes it.
 * @param closedPage the prompt to turn on push notifications, shown to waiting players
 */
export function PlayPanel({ closedPage = null }: { closedPage?: ReactNode }) {
  const { state, failed, behind } = useQueueHere();
  if (state) return <QueueStateView state={state} isBehind={behind} closedPage={closedPage} />;
  return failed ? <UnreadNotice /> : <PlaySkeleton />;
}

function UnreadNotice() {
  const t = useTranslator();
  return (
    <Notice
      tone="red"
      title={t(messages.queueError)}
      action={
        <Button size="sm" variant="secondary" icon="refresh" onClick={() => refreshQueue().catch(() => {})}>
          {t(messages.tryAgain)}
        </Button>
      }
    >
      {t(messages.queueErrorHint)}
    </Notice>
  );
}

type QueueStateProps = { state: QueueState; isBehind: boolean; closedPage: ReactNode };

function QueueStateView({ state, isBehind, closedPage }: QueueStateProps) {
  const t = useTranslator();
  const [openPanel, setOpenPanel] = useState<'tonight' | 'options'>();
  const [isAlone, setAlone] = useState(false);
  const { busy, run } = useQueueAction();
  const { ticket, check, party } = state;
  const { first, title, panel } = useFocusOnChange(check ? 'asked' : ticket ? 'waiting' : 'idle');
  const mates = listMates(party);
  const invitedMates: readonly PlayerFace[] = isAlone ? [] : mates;
  const getJoinOptions = () => ({ with_party: invitedMates.length > 0, any_language: readPlaySettings().anyLanguage });
  /** The gamertag to add, and the request to repeat once it's added. */
  const [needed, setNeeded] = useState<{ kind: GamertagKind; sentence: string; options: JoinOptions }>();
  /** Joins, or asks for the gamertag that the queue needs. @throws any other error */
  const join = async (options: JoinOptions) => {
    setNeeded(undefined);
    try {
      return await joinQueue(options);
    } catch (error) {
      const kind = findNeededGamertag(error);
      if (!kind) throw error;
      return setNeeded({ kind, sentence: toErrorMessage(error, ''), options });
    }
  };
  const play = () => {
    // Browsers allow sound only after a user gesture.
    unlockSound();
    void run('now', () => join({ kind: 'now', ...getJoinOptions() }));
  };
  const playTonight = async (hours: { from: string; until: string }) => {
    unlockSound();
    await join({ kind: 'tonight', ...hours, ...getJoinOptions() });
    setOpenPanel(undefined);
  };
  const addAndJoin = async (value: string, onProblem: (message: string) => void) => {
    if (!needed) return;
    const isAdded = await attempt(() => addGamertag(needed.kind, value), undefined, onProblem);
    if (isAdded) await run('now', () => join(needed.options));
  };
  return (
    <Panel as="section" padding="sm" className="play-panel" aria-label={t(messages.panelLabel)} ref={panel}>
      {check ? (
        <CheckPendingPanel check={check} title={title} />
      ) : ticket ? (
        <PlayWaiting
          {...{ ticket, isBehind, busy, title, closedPage }}
          onLeave={() => void run('leave', () => leaveQueue(ticket))}
          onOptions={() => setOpenPanel('options')}
        />
      ) : (
        <JoinQueuePanel
          {...{ state, busy, invitedMates, first }}
          onPlay={play}
          onTonight={() => setOpenPanel('tonight')}
          onOptions={() => setOpenPanel('options')}
        />
      )}
      {needed && !ticket && !check && (
        <OneFieldForm
          label={needed.sentence}
          saveLabel={t(messages.addGamertagAndPlay)}
          autoFocus
          onSave={addAndJoin}
        />
      )}
      {openPanel === 'tonight' && (
        <TonightDialog
          wait={state.waits.tonight}
          mates={invitedMates.length}
          onJoin={playTonight}
          onClose={() => setOpenPanel(undefined)}
        />
      )}
      {openPanel === 'options' && (
        <PlayOptions
          waiting={Boolean(ticket ?? check)}
          party={mates.length > 0 ? { alone: isAlone, onAlone: setAlone } : undefined}
          onClose={() => setOpenPanel(undefined)}
        />
      )}
    </Panel>
  );
}

/** Lists the members a user brings along: the others in a party they lead, if it can join. */
function listMates(party: QueueState['party']): PlayerFace[] {
  if (!party?.you_lead || party.obstacle) return [];
  const ownId = readAuthState().user?.id;
  return party.members.filter(({ id }) => id !== ownId);
}

/** Runs one action at a time. Errors are shown and the state is reloaded. The result appears as an outcome. */
function useQueueAction() {
  const t = useTranslator();
  const [busy, setBusy] = useState<string>();
  // A second tap can arrive before the first has rendered.
  const isRunning = useRef(false);
  async function runAction(name: string, work: () => Promise<unknown>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(name);
    await attempt(work, undefined, (description) => {
      refreshQueue().catch(() => {});
      showToast({ title: t(messages.actionError), description, tone: 'error' });
    });
    isRunning.current = false;
    setBusy(undefined);
  }
  return { busy, run: runAction };
}

/** Moves focus to the new state after joining or leaving, because the clicked button is gone. */
function useFocusOnChange(mode: 'idle' | 'waiting' | 'asked') {
  const firstButton = useRef<HTMLButtonElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const before = useRef(mode);
  useEffect(() => {
    const hasChanged = before.current !== mode;
    before.current = mode;
    // The ready check takes focus itself.
    if (!hasChanged || mode === 'asked') return;
    const active = document.activeElement;
    // Keep the focus of a user who's elsewhere on the page.
    if (active && active !== document.body && !panel.current?.contains(active)) return;
    (mode === 'waiting' ? title : firstButton).current?.focus({ preventScroll: true });
  }, [mode]);
  return { first: firstButton, title, panel };
}
