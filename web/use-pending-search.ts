import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';

/**
 * Choices that live in the address of this page: what is chosen is shown before its page has come, and the second of
 * two quick choices does not take back the first.
 * @returns `search`, which is asked for or shown, and `go`, which makes an address of the newest of it
 */
export function usePendingSearch() {
  const here = useLocation();
  const { location } = useNavigation();
  const navigate = useNavigate();
  const { search } = location?.pathname === here.pathname ? location : here;
  const newest = useRef(search);
  useLayoutEffect(() => {
    newest.current = search;
  }, [search]);
  const go = useCallback(
    (addressAfter: (search: URLSearchParams) => string) =>
      // Drawn at once: a choice that follows within a frame begins with this one.
      void navigate(addressAfter(new URLSearchParams(newest.current)), { preventScrollReset: true, flushSync: true }),
    [navigate],
  );
  return { search: new URLSearchParams(search), go };
}
