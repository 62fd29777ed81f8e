import { useEffect, useRef } from 'react';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import type { FlagDecision } from '../../moderation/moderation.schema.ts';
import type { QueueItem } from '../admin.schema.ts';
import { formatBanQuestion } from '../ban-texts.wording.ts';
import { formatUnlisted } from '../queue-length.rules.ts';
import { FlagCard } from './flag-card.tsx';
import { WhenLoaded } from './loading.tsx';
import { KEYS, useKeyboardLikely, useQueueKeys, useQueueKeysEnabled } from './queue-keys.ts';
import { BAN, useQueue } from './use-queue.ts';

const BULK: { decision: FlagDecision; label: string }[] = [
  { decision: 'dismiss', label: 'Dismiss' },
  { decision: 'close', label: 'Close' },
  { decision: 'delete', label: 'Delete' },
  { decision: 'ban', label: 'Ban User' },
];

const getName = (item: QueueItem | undefined) => item?.owner_name ?? 'this player';

type Props = { open: number; onChange: () => void; onPlayer: (id: string) => void };

/** @param open number of open flags, including those not listed */
export function QueueTab({ open, onChange, onPlayer }: Props) {
  const queue = useQueue(onChange);
  const { items, at, selected } = queue;
  const list = useRef<HTMLUListElement>(null);
  const hasMoved = useRef(false);
  const current = items[at];

  const hasKeyboard = useKeyboardLikely();
  const [keysOn, turnKeys] = useQueueKeysEnabled();
  useQueueKeys(
    {
      move: (by) => {
        hasMoved.current = true;
        queue.move(by);
      },
      decide: (decision) => {
        hasMoved.current = true;
        void queue.decide(decision);
      },
      toggleCurrent: () => current && queue.toggle(current.id),
      undoLast: () => void queue.undoLast(),
    },
    keysOn && hasKeyboard,
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the cursor or the list changes
  useEffect(() => {
    if (!hasMoved.current) return;
    list.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus();
  }, [at, current?.id]);

  return (
    <WhenLoaded loaded={queue.loaded} label="Loading the queue">
      {({ items: listedItems }) =>
        items.length === 0 ? (
          <EmptyState icon="check" tone="green" title="No pending flags">
            Nothing to review. New reports will appear here.
          </EmptyState>
        ) : (
          <div className="stack">
            <div className="flex flex-wrap items-center justify-between gap-4">
              {hasKeyboard && (
                <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
                  {/* Shown at any width: a zoomed-in page is narrow but has a keyboard. */}
                  <Switch label="Single-key shortcuts" checked={keysOn} onChange={turnKeys} />
                  {keysOn &&
                    KEYS.map(({ key, does }) => (
                      <span key={key} className="hidden md:inline">
                        <kbd className="rounded-control border border-line bg-raised px-2 text-text">{key}</kbd> {does}
                      </span>
                    ))}
                </div>
              )}
              <p className="cluster">
                {selected.size > 0 ? (
                  <>
                    <span className="text-sm">{selected.size} selected</span>
                    {BULK.map(({ decision, label }) => (
                      <Button key={decision} size="sm" variant="secondary" onClick={() => queue.decide(decision)}>
                        {label}
                      </Button>
                    ))}
                    <Button size="sm" variant="ghost" onClick={queue.selectNone}>
                      Select none
                    </Button>
                  </>
                ) : (
                  <Button size="sm" variant="ghost" onClick={queue.selectAll}>
                    Select all
                  </Button>
                )}
              </p>
            </div>
            <ConfirmDialog
              open={queue.banning.length > 0}
              tone="danger"
              title={queue.banning.length === 1 ? `Ban ${getName(queue.banning[0])}?` : 'Ban these players?'}
              confirmLabel="Ban"
              onConfirm={() => queue.confirmBan()}
              onCancel={queue.cancelBan}
            >
              {[...new Set(queue.banning.map((item) => formatBanQuestion(getName(item), BAN)))].map((line) => (
                <p key={line}>{line}</p>
              ))}
              <p>They'll see the reason “{BAN.reason}” and can appeal.</p>
            </ConfirmDialog>
            <ul ref={list} className="stack" aria-label="Open flags">
              {items.map((item, index) => (
                <li key={item.id}>
                  <FlagCard
                    item={item}
                    current={index === at}
                    selected={selected.has(item.id)}
                    onFocus={() => queue.goTo(index)}
                    onToggle={() => queue.toggle(item.id)}
                    onDecide={(decision) => queue.decideOne(item, decision)}
                    onPlayer={onPlayer}
                  />
                </li>
              ))}
            </ul>
            <p className="text-sm text-muted">{formatUnlisted(listedItems.length, open)}</p>
          </div>
        )
      }
    </WhenLoaded>
  );
}
