import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { getNavigation } from '../../content/navigation-links.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import type { IconName } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { isOutside, useModal } from '../ui/modal.ts';
import { Wordmark } from '../ui/wordmark.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { hrefToPath } from './navigation.ts';
import * as messages from './shell.messages.ts';
import { ThemeChoice } from './theme-choice.tsx';

type MobileMenuProps = {
  open: boolean;
  onClose: () => void;
  /** Replaces the visitors' pages at the top of the menu for signed-in users. */
  children?: ReactNode;
};

const quickIcons: readonly IconName[] = ['post', 'voice'];

/** Slides in from the side of its button. Escape, a click outside and any route change close it; the page behind doesn't scroll. */
export function MobileMenu({ open, onClose, children }: MobileMenuProps) {
  const t = useTranslator();
  const { header, join, signIn, menu } = getNavigation(t);
  const ref = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  useModal(ref, open);

  // Close it directly instead of through state, because the new page can't get the focus while the menu is open.
  const loadedOn = useRef(key);
  useEffect(() => {
    // The menu opens as soon as it has loaded, so don't close it on the page where it was loaded.
    if (loadedOn.current !== key) ref.current?.close();
    loadedOn.current = key;
  }, [key]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: clicking outside is a shortcut; Escape and the button close it too
    <dialog
      ref={ref}
      className="drawer"
      aria-label={t(messages.menu)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => open && !event.currentTarget.open && onClose()}
      onClick={(event) => {
        if (event.target === ref.current && isOutside(ref.current, event.clientX, event.clientY)) onClose();
      }}
    >
      <div className="drawer-head">
        <Wordmark size="sm" />
        <IconButton icon="close" label={t(messages.closeMenu)} onClick={onClose} />
      </div>
      <nav aria-label={t(messages.menuNavigation)} className="drawer-body">
        {children ?? (
          <>
            <ul className="drawer-main">
              {header.map((item) => (
                <li key={item.href}>
                  <NavLink to={hrefToPath(item.href)} end className="drawer-link">
                    {item.label}
                  </NavLink>
                </li>
              ))}
            </ul>
            <div className="grid gap-2">
              <ButtonLink to={join.href} block>
                {join.label}
              </ButtonLink>
              <ButtonLink to={join.href} variant="secondary" block>
                {signIn}
              </ButtonLink>
            </div>
          </>
        )}
        <LanguageSwitch />
        <ThemeChoice />
        <section>
          <h2 className="drawer-title">{menu.quickTitle}</h2>
          <div className="grid gap-2">
            {menu.quick.map((item, index) => (
              <ButtonLink key={item.href} href={item.href} variant="secondary" size="sm" block icon={quickIcons[index]}>
                {item.label}
              </ButtonLink>
            ))}
          </div>
        </section>
        <section>
          <h2 className="drawer-title">{menu.moreTitle}</h2>
          <ul className="drawer-pair">
            {menu.more.map((item) => (
              <li key={item.href}>
                <NavLink to={hrefToPath(item.href)} className="drawer-small">
                  {item.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      </nav>
    </dialog>
  );
}
