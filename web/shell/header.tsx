import { type ReactNode, useState } from 'react';
import { NavLink } from 'react-router';
import { navigation } from '../../content/navigation-links.ts';
import { paths } from '../../content/paths.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { HomeLink } from './home-link.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { type Account, hrefToPath } from './navigation.ts';

type HeaderProps = {
  account?: Account;
  /** Content next to the logo for signed-in users; visitors load none of it. */
  member?: ReactNode;
};

// Links whose subpages are listed separately.
const exact: readonly string[] = [paths.home, paths.protocol];

/**
 * The header. It shows the visitor's view until the browser knows the viewer. With a session, that view isn't painted.
 */
export function Header({ account, member }: HeaderProps) {
  return (
    <header className="header">
      <div className="header-row">
        <HomeLink to={account ? paths.dashboard : paths.home} />
        {account ? member : <VisitorActions />}
      </div>
    </header>
  );
}

function VisitorActions() {
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <>
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
      <div className="header-slot">
        <ButtonLink to={navigation.join.href} size="sm" className="header-join">
          {navigation.join.label}
        </ButtonLink>
      </div>
      <IconButton
        icon="menu"
        label="Open menu"
        className="header-menu"
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        onClick={() => setMenuOpen(true)}
      />
      <MobileMenu open={menuOpen} onClose={() => setMenuOpen(false)} />
    </>
  );
}
