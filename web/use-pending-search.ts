import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';

/**
 * Keeps filter choices in this page's URL. A choice is shown before its page has loaded, and the second of two quick
 * choices doesn't undo the first.
 * @returns `search`, the pending or current query, and `go`, which navigates to an address built from the newest query
 */
export function usePendingSearch() {
  const current = useLocation();
  const { location } = useNavigation();
  const navigate = useNavigate();
  const { search } = location?.pathname === current.pathname ? location : current;
  const newestSearch = useRef(search);
  useLayoutEffect(() => {
    newestSearch.current = search;
  }, [search]);
  const go = useCallback(
    (addressAfter: (search: URLSearchParams) => string) =>
      // Navigate synchronously, so that another choice within the same frame builds on this one.
      void navigate(addressAfter(new URLSearchParams(newestSearch.current)), {
        preventScrollReset: true,
        flushSync: true,
      }),
    [navigate],
  );
  return { search: new URLSearchParams(search), go };
}
