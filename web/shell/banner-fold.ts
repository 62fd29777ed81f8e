import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Returns the path of the page that this document was loaded with. */
function getLoadedPath(): string {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation ? new URL(navigation.name).pathname : window.location.pathname;
}

/**
 * Folds the banner above the header to an icon after the first page. Later page loads start with it folded. This hook
 * is loaded with the first press, so it may run when the page has already changed, or when the user has just unfolded
 * the banner.
 */
export function useBannerFold(): void {
  const { pathname } = useLocation();
  const shownPath = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page folds it again
  useEffect(() => {
    shownPath.current ??= getLoadedPath();
    if (shownPath.current === window.location.pathname) return;
    shownPath.current = window.location.pathname;
    document.documentElement.dataset.banner = 'folded';
  }, [pathname]);
}

export function unfoldBanner(): void {
  document.documentElement.dataset.banner = 'open';
  window.scrollTo({ top: 0 });
  const stripes = [...document.querySelectorAll<HTMLElement>('.stripe')];
  stripes.find((stripe) => stripe.checkVisibility())?.focus();
}
