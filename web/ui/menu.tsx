import { type ReactNode, useId, useRef } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from './icon.tsx';
import type { Tone } from './tone.ts';

type MenuItem = { label: string; to?: string; onSelect?: () => void; icon?: IconName; tone?: Tone };

type MenuProps = {
  /** What the opening button is called. */
  label: string;
  trigger: ReactNode;
  items: readonly MenuItem[];
  triggerClassName?: string;
};

/** A list that opens under its button: a native popover, so Escape and a press outside close it. */
export function Menu({ label, trigger, items, triggerClassName = 'btn btn-ghost' }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  const place = () => {
    const box = button.current?.getBoundingClientRect();
    if (!box || !list.current) return;
    list.current.style.top = `${box.bottom + 8}px`;
    list.current.style.right = `${Math.max(8, document.documentElement.clientWidth - box.right)}px`;
  };

  const close = () => list.current?.hidePopover();

  return (
    <>
      <button
        ref={button}
        type="button"
        className={triggerClassName}
        popoverTarget={id}
        aria-label={label}
        onClick={place}
      >
        {trigger}
      </button>
      <div ref={list} id={id} popover="auto" className="menu">
        <ul>
          {items.map((item) => (
            <li key={item.label}>
              {item.to ? (
                <Link to={item.to} className="menu-item" data-tone={item.tone} onClick={close}>
                  {item.icon && <Icon name={item.icon} />}
                  {item.label}
                </Link>
              ) : (
                <button
                  type="button"
                  className="menu-item"
                  data-tone={item.tone}
                  onClick={() => {
                    close();
                    item.onSelect?.();
                  }}
                >
                  {item.icon && <Icon name={item.icon} />}
                  {item.label}
                </button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
