import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { dismissToast, type LiveToast, readToasts, subscribeToasts, toastDuration } from './toast-store.ts';
import type { Tone } from './tone.ts';

const looks: Record<NonNullable<LiveToast['tone']>, { tone: Tone; icon: IconName }> = {
  neutral: { tone: 'neutral', icon: 'info' },
  info: { tone: 'cyan', icon: 'info' },
  success: { tone: 'green', icon: 'check' },
  error: { tone: 'red', icon: 'warning' },
};

const none: readonly LiveToast[] = [];

/** Where toasts appear and are read out. Once a page. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts, () => none);
  const box = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id;

  // In the top layer and shown anew for each toast, so that it lies above a dialog that opened meanwhile.
  useEffect(() => {
    const element = box.current;
    if (!element?.showPopover) return;
    if (newest !== undefined && element.matches(':popover-open')) element.hidePopover();
    if (!element.matches(':popover-open')) element.showPopover();
  }, [newest]);

  return (
    <section ref={box} popover="manual" className="toaster" aria-label="Notifications">
      <ol aria-live="polite" aria-relevant="additions">
        {toasts.map((item) => (
          <ToastCard key={item.id} item={item} />
        ))}
      </ol>
    </section>
  );
}

function ToastCard({ item }: { item: LiveToast }) {
  const [held, setHeld] = useState(false);
  const look = looks[item.tone ?? 'neutral'];

  // Reading or reaching for the button stops the clock.
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(item.id), toastDuration(item));
    return () => clearTimeout(timer);
  }, [held, item]);

  return (
    <li
      className="toast"
      data-tone={look.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={look.icon} />
      <div className="toast-body" role={item.tone === 'error' ? 'alert' : undefined}>
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
      <IconButton icon="close" label="Close message" size="sm" onClick={() => dismissToast(item.id)} />
    </li>
  );
}
