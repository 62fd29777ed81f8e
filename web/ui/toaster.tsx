import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { findLastControl } from './last-press.ts';
import { readTopModal, subscribeTopModal } from './modal-stack.ts';
import { dismissToast, getToastDuration, type LiveToast, readToasts, subscribeToasts } from './toast-store.ts';
import type { Tone } from './tone.ts';
import * as messages from './ui.messages.ts';

const toneStyles: Record<NonNullable<LiveToast['tone']>, { tone: Tone; icon: IconName }> = {
  neutral: { tone: 'neutral', icon: 'info' },
  info: { tone: 'cyan', icon: 'info' },
  success: { tone: 'green', icon: 'check' },
  error: { tone: 'red', icon: 'warning' },
};

/**
 * Delay while a dialog is open. An action that closes the dialog often shows its toast just before that, and the toast
 * must be announced outside of the dialog.
 */
const SETTLE_DELAY_MS = 80;

/**
 * Returns the toasts on screen. New ones appear a moment later while a dialog is open; dismissed ones disappear at
 * once.
 */
function useShownToasts(): readonly LiveToast[] {
  const [shownToasts, setToasts] = useState(readToasts);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const take = () => setToasts(readToasts());
    const follow = () => {
      const toasts = readToasts();
      setToasts((now) => now.filter((item) => toasts.includes(item)));
      clearTimeout(timer);
      if (readTopModal()) timer = setTimeout(take, SETTLE_DELAY_MS);
      else take();
    };
    follow();
    const unsubscribe = subscribeToasts(follow);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
  return shownToasts;
}

/**
 * Shows and announces toasts; use it once per page. Everything outside an open modal dialog is inert, silent and not
 * clickable, so toasts are rendered inside the dialog while one is open.
 */
export function Toaster() {
  const host = useSyncExternalStore(subscribeTopModal, readTopModal, () => null);
  const toasts = useShownToasts();
  const list = <ToastList key={host ? 'dialog' : 'page'} toasts={toasts} />;
  return host ? createPortal(list, host) : list;
}

type Side = 'top' | 'bottom';

/** Distance that a toast keeps from the top bar and from the control it's about. */
const GAP_PX = 8;

/**
 * Places the toasts: on phones below the top bar, where no thumb is, elsewhere at the bottom. If they would cover the
 * control that was used last, they take the opposite side.
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

/**
 * The live regions with their toasts. A region inserted together with its text isn't announced, so new toasts are added
 * once the region exists. Toasts that were already announced just move along.
 */
function ToastList({ toasts: all }: { toasts: readonly LiveToast[] }) {
  const t = useTranslator();
  const box = useRef<HTMLElement>(null);
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  const toasts = isMounted ? all : all.filter(({ id }) => announcedToasts.has(id));
  const newestId = toasts.at(-1)?.id;
  useEffect(() => {
    for (const { id } of toasts) announcedToasts.add(id);
  });

  // Reopens the popover for each new toast, so that it's above everything opened in the meantime.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (newestId !== undefined && element.matches(':popover-open')) element.hidePopover();
    if (!element.matches(':popover-open')) element.showPopover?.();
    if (newestId !== undefined) placeToaster(element);
  }, [newestId]);

  const cards = (isError: boolean) =>
    toasts.filter((item) => (item.tone === 'error') === isError).map((item) => <ToastCard key={item.id} item={item} />);
  return (
    <section ref={box} popover="manual" className="toaster" aria-label={t(messages.notifications)} data-focus-passing>
      <ol aria-live="polite" aria-relevant="additions">
        {cards(false)}
      </ol>
      <ol aria-live="assertive" aria-relevant="additions">
        {cards(true)}
      </ol>
    </section>
  );
}

function ToastCard({ item }: { item: LiveToast }) {
  const t = useTranslator();
  const [isHeld, setHeld] = useState(false);
  const style = toneStyles[item.tone ?? 'neutral'];

  // Hovering or focusing the toast pauses its timer.
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(item.id), getToastDuration(item));
    return () => clearTimeout(timer);
  }, [isHeld, item]);

  return (
    <li
      className="toast"
      data-tone={style.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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
      </div>
      <IconButton icon="close" label={t(messages.closeNotification)} size="sm" onClick={() => dismissToast(item.id)} />
    </li>
  );
}
