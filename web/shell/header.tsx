import { type ReactNode, useState } from 'react';
import { NavLink } from 'react-router';
import { navigation } from '../../content/navigation-links.ts';
import { paths } from '../../content/paths.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { HomeLink } from './home-link.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { type Account, hrefToPath } from './navigation.ts';

type HeaderProps = { account?: Account; onSignOut?: () => void; bell?: ReactNode };

// These have pages below them that are listed on their own.
const exact: readonly string[] = [paths.home, paths.protocol];

export function Header({ account, onSignOut, bell }: HeaderProps) {
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <header className="header">
      <div className="header-row">
        <HomeLink />
        <nav aria-label="Main" className="header-nav">
          <ul>
            {navigation.header.map((item) => (
              <li key={item.href}>
                <NavLink to={hrefToPath(item.href)} end={exact.includes(item.href)} className="nav-link">
                  {item.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        {/* Until the browser knows who is looking, this is the visitor's view; both views are equally wide. */}
        <div className="header-slot">
          {account ? (
            <>
              <div className="header-bell">{bell}</div>
              <AccountMenu account={account} onSignOut={onSignOut} />
            </>
          ) : (
            <ButtonLink to={navigation.join.href} size="sm" className="header-join">
              {navigation.join.label}
            </ButtonLink>
          )}
        </div>
        <IconButton
          icon="menu"
          label="Open menu"
          className="header-menu"
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={() => setMenuOpen(true)}
        />
      </div>
      <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} account={account} onSignOut={onSignOut} />
    </header>
  );
}
