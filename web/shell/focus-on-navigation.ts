import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the heading after a navigation, so that screen reader and keyboard users start at the top of the
 * content.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>) {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);

  useEffect(() => {
    if (last.current === pathname) return;
    // Wait one frame, because a menu or dialog that this navigation closes first returns the focus to its opener.
    const frame = requestAnimationFrame(() => {
      last.current = pathname;
      const content = main.current;
      // A field with autofocus or a hash target takes precedence.
      if (!content || hash || (content !== document.activeElement && content.contains(document.activeElement))) return;
      const target = content.querySelector<HTMLElement>('h1') ?? content;
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [main, pathname, hash]);
}
