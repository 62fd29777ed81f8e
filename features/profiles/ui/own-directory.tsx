import { useEffect } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import type { DirectoryPage, DirectoryFilters as Filters } from '../directory/directory.schema.ts';

type Props = {
  filters: Filters;
  limit: string;
  cursor: string | null;
  onPage: (page: DirectoryPage) => void;
  onFailed: () => void;
};

/**
 * Loads a directory page for a specific viewer. It can filter by shared availability and followed players, and leaves
 * out blocked players. Public pages are the same for everyone and stay visible until this loads, or if it fails. The
 * exception is the followed filter, which only this request can apply.
 */
export function OwnDirectory({ filters, limit, cursor, onPage, onFailed }: Props) {
  const requestKey = JSON.stringify({ ...filters, free: filters.free ?? 'auto', limit, ...(cursor ? { cursor } : {}) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` covers every value that the request depends on
  useEffect(() => {
    let isCurrent = true;
    unwrap(browserApi().api.profiles.$get({ query: JSON.parse(requestKey) }))
      .then((page) => isCurrent && onPage(page as DirectoryPage))
      .catch(() => isCurrent && onFailed());
    return () => {
      isCurrent = false;
    };
  }, [requestKey]);
  return null;
}
