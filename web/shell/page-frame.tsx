import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { BetaBanner } from './beta-banner.tsx';
import { DeferredParts } from './deferred-parts.tsx';
import { DemoRibbon } from './demo-ribbon.tsx';
import { useFocusOnNavigation } from './focus-on-navigation.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { type Account, hasProtocolNav, isSingleTask, type SocialLinks } from './navigation.ts';
import { ProtocolNav } from './protocol-nav.tsx';

type PageFrameProps = {
  social: SocialLinks;
  account?: Account;
  /** The header of who is signed in, beside the mark. */
  member?: ReactNode;
  /** A node without keys: everything is marked as a demonstration. */
  demo?: boolean;
  children: ReactNode;
};

/** Nothing is lost before somebody presses something: until then nobody loads what looks after the focus. */
function startFocusKeeper(): void {
  const begin = (press: Event) => {
    // What is pressed first may be gone before that has come.
    const path = press.composedPath();
    void import('../ui/focus-keeper.ts').then(({ keepFocus }) => keepFocus(path));
  };
  // What was pressed before the page was alive comes as a click alone.
  for (const press of ['pointerdown', 'keydown', 'click']) document.addEventListener(press, begin, { once: true });
}

/** Where a navigation lies under the thumb, what it would cover stands above it. */
function getFrameClass(pathname: string): string {
  if (isSingleTask(pathname)) return 'frame frame-single';
  return hasProtocolNav(pathname) ? 'frame frame-protocol' : 'frame';
}

/** What is around every page. */
export function PageFrame({ social, account, member, demo, children }: PageFrameProps) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const second = !account && hasProtocolNav(pathname);
  useFocusOnNavigation(main);
  useEffect(startFocusKeeper, []);
  return (
    <div className={getFrameClass(pathname)}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      {demo && <DemoRibbon />}
      <BetaBanner chat={social.chat} />
      <Header account={account} member={member} />
      {second && <ProtocolNav />}
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <Footer social={social} account={account} demo={demo} />
      <DeferredParts />
    </div>
  );
}
