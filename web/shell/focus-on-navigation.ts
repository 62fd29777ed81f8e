import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a change of page the focus goes to its heading, so that ears and keyboard begin where eyes do. */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>) {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);

  useEffect(() => {
    if (last.current === pathname) return;
    // One frame later: a menu or dialog that this navigation closes first gives the focus back to its opener.
    const frame = requestAnimationFrame(() => {
      last.current = pathname;
      const content = main.current;
      // A field with autofocus or a target in the address knows better.
      if (!content || hash || (content !== document.activeElement && content.contains(document.activeElement))) return;
      const target = content.querySelector<HTMLElement>('h1') ?? content;
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [main, pathname, hash]);
}
