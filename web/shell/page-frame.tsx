import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Locale } from '../../messages/locales.ts';
import { useTranslator } from '../../messages/use-translator.tsx';
import { BetaBanner } from './beta-banner.tsx';
import { DeferredParts } from './deferred-parts.tsx';
import { DemoRibbon } from './demo-ribbon.tsx';
import { useFocusOnNavigation } from './focus-on-navigation.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { type Account, hasProtocolNav, isSingleTask, type SocialLinks } from './navigation.ts';
import { OfferedLanguages } from './offered-languages.ts';
import { ProtocolNav } from './protocol-nav.tsx';
import * as messages from './shell.messages.ts';

type PageFrameProps = {
  social: SocialLinks;
  account?: Account;
  /** The signed-in user's header, next to the logo. */
  member?: ReactNode;
  /** Placeholder for `member` until the account is known. */
  preview?: ReactNode;
  /** Whether to mark every page as a demo. */
  demo?: boolean;
  /** Whether no page exists at this path. */
  missing?: boolean;
  /** The languages that readers can choose. */
  languages?: readonly Locale[];
  children: ReactNode;
};

/** Loads the focus keeper on the first interaction; before that, no focus can be lost. */
function startFocusKeeper(): void {
  const begin = (press: Event) => {
    // The clicked element may be gone before the module has loaded.
    const path = press.composedPath();
    void import('../ui/focus-keeper.ts').then(({ keepFocus }) => keepFocus(path));
  };
  // Include clicks, because interactions from before hydration are replayed only as clicks.
  for (const press of ['pointerdown', 'keydown', 'click']) document.addEventListener(press, begin, { once: true });
}

/** Returns the class that places fixed elements above a bottom navigation. */
function getFrameClass(pathname: string): string {
  if (isSingleTask(pathname)) return 'frame frame-single';
  return hasProtocolNav(pathname) ? 'frame frame-protocol' : 'frame';
}

/** The frame around every page. */
export function PageFrame({
  social,
  account,
  member,
  preview,
  demo,
  missing,
  languages = [],
  children,
}: PageFrameProps) {
  const t = useTranslator();
  const { pathname } = useLocation();
  // The server renders one page for all unknown paths, and known paths in one spelling. The browser must do the same.
  const path = missing ? '' : pathname.toLowerCase();
  const main = useRef<HTMLElement>(null);
  const hasSecondNavigation = !account && hasProtocolNav(path);
  useFocusOnNavigation(main);
  useEffect(startFocusKeeper, []);
  const frame = (
    <div className={getFrameClass(path)} data-demo={demo || undefined}>
      <a href="#main" className="skip-link">
        {t(messages.skipToContent)}
      </a>
      {demo && <DemoRibbon />}
      <BetaBanner chat={social.chat} />
      <Header account={account} member={member} preview={preview} />
      {hasSecondNavigation && <ProtocolNav />}
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <Footer social={social} account={account} demo={demo} />
      <DeferredParts />
    </div>
  );
  return <OfferedLanguages value={languages}>{frame}</OfferedLanguages>;
}
