import type { ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { paths } from '../../content/paths.ts';
import { site } from '../../content/site.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Icon } from '../ui/icon.tsx';
import { AccountDrawer, AccountMenu } from './account-menu.tsx';
import { type Account, isWithin, playerLinks } from './navigation.ts';
import * as messages from './shell.messages.ts';

type PlayerBarProps = {
  account: NonNullable<Account>;
  onSignOut?: () => void;
  bell: ReactNode;
  /** Unread count, shown next to Inbox. */
  count: ReactNode;
};

/** The signed-in header next to the logo: a player's five destinations, and the account menu behind their avatar. */
export function PlayerBar({ account, onSignOut, bell, count }: PlayerBarProps) {
  const t = useTranslator();
  const { pathname } = useLocation();
  const link = playerLinks.find(({ href }) => isWithin(pathname, href));
  return (
    <>
      {/* Hidden from screen readers, because the page's heading says the same. */}
      <p className="bar-page" aria-hidden="true">
        {link ? t(link.label) : site.name}
      </p>
      <nav aria-label={t(messages.mainNavigation)} className="player-nav">
        <ul>
          {playerLinks.map(({ label, href, icon }) => (
            <li key={href}>
              <NavLink to={href} className="player-link">
                <Icon name={icon} size={22} />
                <span>{t(label)}</span>
                {href === paths.inbox && count}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="player-slot">
        <Link to={paths.find} className="btn btn-ghost btn-icon player-search" aria-label={t(messages.searchDirectory)}>
          <Icon name="search" size={22} />
        </Link>
        <div className="header-bell">{bell}</div>
        <AccountMenu account={account} onSignOut={onSignOut} />
        <AccountDrawer account={account} onSignOut={onSignOut} />
      </div>
    </>
  );
}
