import { useEffect, useRef } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import * as messages from './shell.messages.ts';
import { BANNER_SEEN_KEY } from './stripe-script.ts';

/** Folds the banner above the header to an icon after the first page. */
export function useBannerFold(pathname: string): void {
  const firstPathname = useRef<string | undefined>(pathname);
  useEffect(() => {
    try {
      localStorage.setItem(BANNER_SEEN_KEY, 'true');
    } catch {
      // Without storage, each page load shows the banner once more.
    }
  }, []);
  useEffect(() => {
    if (firstPathname.current === pathname) return;
    firstPathname.current = undefined;
    document.documentElement.dataset.banner = 'folded';
  }, [pathname]);
}

function unfold(): void {
  document.documentElement.dataset.banner = 'open';
  window.scrollTo({ top: 0 });
  const stripes = [...document.querySelectorAll<HTMLElement>('.stripe')];
  stripes.find((stripe) => stripe.checkVisibility())?.focus();
}

/** Opens a folded banner. The stylesheet shows it only while there is one. */
export function BannerIcon() {
  const t = useTranslator();
  return <IconButton icon="info" label={t(messages.showNotice)} className="banner-icon" onClick={unfold} />;
}
