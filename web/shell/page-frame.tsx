import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Toaster } from '../ui/toaster.tsx';
import { BetaBanner } from './beta-banner.tsx';
import { DemoRibbon } from './demo-ribbon.tsx';
import { useFocusOnNavigation } from './focus-on-navigation.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { type Account, hasProtocolNav, type SocialLinks } from './navigation.ts';
import { ProtocolNav } from './protocol-nav.tsx';

type PageFrameProps = {
  social: SocialLinks;
  account?: Account;
  onSignOut?: () => void;
  /** What tells signed-in people of news, beside their name. */
  bell?: ReactNode;
  /** A node without keys: everything is marked as a demonstration. */
  demo?: boolean;
  children: ReactNode;
};

/** Nothing is lost before somebody presses something: until then nobody loads what looks after the focus. */
function keepFocusFromNowOn(): void {
  const begin = () => void import('../ui/focus-keeper.ts').then(({ keepFocus }) => keepFocus());
  for (const press of ['pointerdown', 'keydown']) document.addEventListener(press, begin, { once: true });
}

/** What is around every page. */
export function PageFrame({ social, account, onSignOut, bell, demo, children }: PageFrameProps) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const second = hasProtocolNav(pathname);
  useFocusOnNavigation(main);
  useEffect(keepFocusFromNowOn, []);
  return (
    <div className={second ? 'frame frame-protocol' : 'frame'}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      {demo && <DemoRibbon />}
      <BetaBanner chat={social.chat} />
      <Header account={account} onSignOut={onSignOut} bell={bell} />
      {second && <ProtocolNav />}
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <Footer social={social} />
      <Toaster />
    </div>
  );
}
