import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { paths } from '../../content/paths.ts';
import { site } from '../../content/site.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Icon } from '../ui/icon.tsx';
import { playerLinks } from './player-destinations.ts';
import * as messages from './shell.messages.ts';
import { isInShop, isWithin } from './shop-links.ts';

type PlayerNavProps = {
  /** Shown next to Inbox. */
  count?: ReactNode;
};

/** The signed-in header's page name and five destinations. They need no account, so they can be painted immediately. */
export function PlayerNav({ count }: PlayerNavProps) {
  const t = useTranslator();
  const { pathname } = useLocation();
  const link = playerLinks.find(({ href }) => isWithin(pathname, href));
  const shopName = isInShop(pathname) ? t(messages.shop) : site.name;
  return (
    <>
      {/* Hidden from screen readers, because the page's heading says the same. */}
      <p className="bar-page" aria-hidden="true">
        {link ? t(link.label) : shopName}
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
    </>
  );
}
