import { type ReactNode, useId, useRef } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from './icon.tsx';
import { measureEndDistance } from './reading-direction.ts';
import type { Tone } from './tone.ts';

type MenuItem = { label: string; to?: string; onSelect?: () => void; icon?: IconName; tone?: Tone };

type MenuProps = {
  /** Accessible name of the button that opens the menu. */
  label: string;
  trigger: ReactNode;
  items: readonly MenuItem[];
  /** A second list next to the first. */
  more?: { title: string; items: readonly MenuItem[] };
  triggerClassName?: string;
  /** Settings below the lists; changing them leaves the menu open. */
  children?: ReactNode;
};

const GAP_PX = 8;
const ITEM_PX = 44;
const MENU_PADDING_PX = 18;
/** Height of two rows of settings, in px. */
const SETTINGS_PX = 124;

/**
 * A menu that opens below its button, or above it if there's no room. It's a native popover, so Escape and a click
 * outside close it.
 */
export function Menu({ label, trigger, items, more, triggerClassName = 'btn btn-ghost', children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  const place = () => {
    const box = button.current?.getBoundingClientRect();
    if (!box || !list.current) return;
    const rows = Math.max(items.length, (more?.items.length ?? -1) + 1);
    const height = rows * ITEM_PX + MENU_PADDING_PX + (children ? SETTINGS_PX : 0);
    const isFitting = box.bottom + GAP_PX + height <= document.documentElement.clientHeight;
    list.current.style.top = `${isFitting ? box.bottom + GAP_PX : Math.max(GAP_PX, box.top - GAP_PX - height)}px`;
    list.current.style.insetInlineEnd = `${measureEndDistance(button.current!)}px`;
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
      <div ref={list} id={id} popover="auto" className="menu" data-two={more ? '' : undefined}>
        <Items items={items} close={close} />
        {more && (
          <section aria-label={more.title}>
            <p className="menu-title" aria-hidden="true">
              {more.title}
            </p>
            <Items items={more.items} close={close} />
          </section>
        )}
        {children && <div className="menu-settings">{children}</div>}
      </div>
    </>
  );
}

function Items({ items, close }: { items: readonly MenuItem[]; close: () => void }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.label}>
          {item.to ? (
            <Link to={item.to} className="menu-item" data-tone={item.tone} onClick={close}>
              {item.icon && <Icon name={item.icon} />}
              <span>{item.label}</span>
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
              <span>{item.label}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
