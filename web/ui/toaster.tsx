import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { findLastControl } from './last-press.ts';
import { readTopModal, subscribeTopModal } from './modal-stack.ts';
import { dismissToast, type LiveToast } from './toast-store.ts';
import { holdToast, readToastTurn, subscribeToastTurn, type ToastTurn } from './toast-turns.ts';
import type { Tone } from './tone.ts';
import * as messages from './ui.messages.ts';

const toneStyles: Record<NonNullable<LiveToast['tone']>, { tone: Tone; icon: IconName }> = {
  neutral: { tone: 'neutral', icon: 'info' },
  info: { tone: 'cyan', icon: 'info' },
  success: { tone: 'green', icon: 'check' },
  error: { tone: 'red', icon: 'warning' },
};

/**
 * Shows and announces toasts, one at a time; use it once per page. Everything outside an open modal dialog is inert,
 * silent and not clickable, so toasts are rendered inside the dialog while one is open.
 */
export function Toaster() {
  const host = useSyncExternalStore(subscribeTopModal, readTopModal, () => null);
  const turn = useSyncExternalStore(subscribeToastTurn, readToastTurn, () => null);
  const list = <ToastList key={host ? 'dialog' : 'page'} turn={turn} />;
  return host ? createPortal(list, host) : list;
}

type Side = 'top' | 'bottom';

/** Distance that a toast keeps from the top bar and from the control it's about. */
const GAP_PX = 8;

/**
 * Places the toast: on phones below the top bar, where no thumb is, elsewhere at the bottom. If it would cover the
 * control that was used last, it takes the opposite side.
 */
function placeToaster(toaster: HTMLElement): void {
  const bar = document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0;
  toaster.style.setProperty('--toast-top', `${Math.max(bar, 0) + GAP_PX}px`);
  const [usual, opposite]: [Side, Side] = matchMedia('(max-width: 63.99rem)').matches
    ? ['top', 'bottom']
    : ['bottom', 'top'];
  toaster.dataset.side = usual;
  const control = findLastControl();
  if (!control || toaster.contains(control)) return;
  if (areOverlapping(toaster.getBoundingClientRect(), control.getBoundingClientRect())) toaster.dataset.side = opposite;
}

const areOverlapping = (one: DOMRect, other: DOMRect): boolean =>
  one.top < other.bottom + GAP_PX &&
  one.bottom > other.top - GAP_PX &&
  one.left < other.right &&
  one.right > other.left;

/** IDs of toasts that were added to an existing live region and so were announced. */
const announcedToasts = new Set<number>();

type Region = 'polite' | 'assertive' | 'silent';

/**
 * Returns the region for a toast. A toast that reappears when a newer one is gone was announced before, so it's silent.
 */
function getRegion({ toast, isNew }: ToastTurn): Region {
  if (!isNew) return 'silent';
  return toast.tone === 'error' ? 'assertive' : 'polite';
}

/**
 * The live regions with the toast on screen. Screen readers don't announce a region that's inserted together with its
 * text, so a new toast is added once the region exists. A toast that was already announced just moves to its new place.
 */
function ToastList({ turn }: { turn: ToastTurn | null }) {
  const t = useTranslator();
  const box = useRef<HTMLElement>(null);
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  const shown = turn && (isMounted || announcedToasts.has(turn.toast.id)) ? turn : null;
  const shownId = shown?.toast.id;
  useEffect(() => {
    if (shownId !== undefined) announcedToasts.add(shownId);
  }, [shownId]);

  // Reopens the popover for each new toast, so that it's above everything opened in the meantime.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (shownId !== undefined && element.matches(':popover-open')) element.hidePopover();
    if (!element.matches(':popover-open')) element.showPopover?.();
    if (shownId !== undefined) placeToaster(element);
  }, [shownId]);

  const renderCard = (region: Region) =>
    shown && getRegion(shown) === region && <ToastCard key={shownId} item={shown.toast} others={shown.others} />;
  return (
    <section ref={box} popover="manual" className="toaster" aria-label={t(messages.notifications)} data-focus-passing>
      <ol aria-live="polite" aria-relevant="additions">
        {renderCard('polite')}
      </ol>
      <ol aria-live="assertive" aria-relevant="additions">
        {renderCard('assertive')}
      </ol>
      <ol>{renderCard('silent')}</ol>
    </section>
  );
}

function ToastCard({ item, others }: { item: LiveToast; others: number }) {
  const t = useTranslator();
  const style = toneStyles[item.tone ?? 'neutral'];
  return (
    <li
      className="toast"
      data-tone={style.tone}
      onPointerEnter={() => holdToast(true)}
      onPointerLeave={() => holdToast(false)}
      onFocus={() => holdToast(true)}
      onBlur={() => holdToast(false)}
    >
      <Icon name={style.icon} />
      <div className="toast-body">
        <p className="toast-title">{item.title}</p>
        {item.description && <p className="toast-text">{item.description}</p>}
        {item.action && (
          <Button
            variant="secondary"
            size="sm"
            className="toast-action"
            onClick={() => {
              item.action?.onClick();
              dismissToast(item.id);
            }}
          >
            {item.action.label}
          </Button>
        )}
        {others > 0 && (
          <p className="toast-more" aria-live="off">
            {t(messages.moreNotifications, { count: others })}
          </p>
        )}
      </div>
      <IconButton icon="close" label={t(messages.closeNotification)} size="sm" onClick={() => dismissToast(item.id)} />
    </li>
  );
}
