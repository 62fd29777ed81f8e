import { lazy, type ReactNode, Suspense, useState } from 'react';
import { NavLink } from 'react-router';
import { getNavigation } from '../../content/navigation-links.ts';
import { paths } from '../../content/paths.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { BannerIcon } from './banner-icon.tsx';
import { HomeLink } from './home-link.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { type Account, hrefToPath } from './navigation.ts';
import * as messages from './shell.messages.ts';

type HeaderProps = {
  account?: Account;
  /** Content next to the logo for signed-in users; visitors load none of it. */
  member?: ReactNode;
  /** Placeholder for `member` until the account is known. */
  preview?: ReactNode;
};

const loadMenu = async () => ({ default: (await import('./mobile-menu.tsx')).MobileMenu });
const MobileMenu = lazy(loadMenu);
/** Loads the menu while the finger is still down. If that fails, the error is shown when the menu opens. */
const preloadMenu = () => void loadMenu().catch(() => {});

// Links that are marked only on their exact page, because their subpages have links of their own.
const EXACT_LINKS: readonly string[] = [paths.home, paths.protocol];

/**
 * The header. Until the browser knows the viewer, it has a view for visitors and one for signed-in users. The
 * stylesheet shows one of them, depending on whether this browser has a session.
 */
export function Header({ account, member, preview }: HeaderProps) {
  return (
    <header className="header">
      <div className="header-row">
        <HomeLink to={account ? paths.dashboard : paths.home} />
        {account ? member : <VisitorActions />}
        {account === undefined && preview}
      </div>
    </header>
  );
}

function VisitorActions() {
  const t = useTranslator();
  const { header, join, signIn } = getNavigation(t);
  const [menu, setMenu] = useState<'never-opened' | 'open' | 'closed'>('never-opened');
  return (
    <>
      <nav aria-label={t(messages.mainNavigation)} className="header-nav">
        <ul>
          {header.map((item) => (
            <li key={item.href}>
              <NavLink to={hrefToPath(item.href)} end={EXACT_LINKS.includes(item.href)} className="nav-link">
                {item.label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="header-slot">
        <BannerIcon />
        <LanguageSwitch />
        <ButtonLink to={join.href} variant="ghost" size="sm" className="header-sign-in">
          {signIn}
        </ButtonLink>
        <ButtonLink to={join.href} size="sm" className="header-join">
          {join.label}
        </ButtonLink>
      </div>
      <IconButton
        icon="menu"
        label={t(messages.openMenu)}
        className="header-menu"
        aria-haspopup="dialog"
        aria-expanded={menu === 'open'}
        onPointerDown={preloadMenu}
        onClick={() => setMenu('open')}
      />
      {menu !== 'never-opened' && (
        <Suspense>
          <MobileMenu open={menu === 'open'} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
    </>
  );
}
