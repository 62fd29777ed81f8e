import { useEffect } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import type { DirectoryPage, DirectoryFilters as Filters } from '../directory/directory.schema.ts';

type Props = { filters: Filters; cursor: string | null; onPage: (page: DirectoryPage) => void; onFailed: () => void };

/**
 * Reads a page of the directory as its reader sees it: free when they are, followed, without those whom a block stands
 * between. Public pages are the same for everybody: until this has come, and where it fails, that is what is seen,
 * but for whom they follow, which nothing else knows.
 */
export function OwnDirectory({ filters, cursor, onPage, onFailed }: Props) {
  const asked = JSON.stringify({ ...filters, free: filters.free ?? 'auto', ...(cursor ? { cursor } : {}) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for says when to ask
  useEffect(() => {
    let current = true;
    unwrap(browserApi().api.profiles.$get({ query: JSON.parse(asked) }))
      .then((page) => current && onPage(page as DirectoryPage))
      .catch(() => current && onFailed());
    return () => {
      current = false;
    };
  }, [asked]);
  return null;
}
