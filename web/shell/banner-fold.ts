import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The router's key of the location at which the page was loaded. */
const FIRST_KEY = 'default';

/** Folds the banner above the header to an icon after the first page. Later page loads start with it folded. */
export function useBannerFold(): void {
  const { pathname, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page folds it again
  useEffect(() => {
    if (key !== FIRST_KEY) document.documentElement.dataset.banner = 'folded';
  }, [pathname]);
}

export function unfoldBanner(): void {
  document.documentElement.dataset.banner = 'open';
  window.scrollTo({ top: 0 });
  const stripes = [...document.querySelectorAll<HTMLElement>('.stripe')];
  stripes.find((stripe) => stripe.checkVisibility())?.focus();
}
