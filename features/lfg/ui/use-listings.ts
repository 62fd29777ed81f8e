import { useEffect, useRef, useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { useLive } from '../../../web/use-live-news.ts';
import { ALL_LISTINGS } from '../lfg.rules.ts';
import type { BrowseFilter, BrowseItem, BrowsePage } from '../lfg.schema.ts';

const LISTINGS = ['listings'];

export type ListingsQuery = BrowseFilter & { sort: 'newest' | 'fit'; after: string | null };

const readPage = ({ after, ...query }: ListingsQuery): Promise<BrowsePage> =>
  unwrap(browserApi().api.lfg.listings.$get({ query: { ...query, ...(after ? { after } : {}) } }));

/** Returns whether two lists are equal, to skip a render that would briefly block a phone. */
const isSame = (one: BrowseItem[], other: BrowseItem[]) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the listings of a page and reloads them when the list changes. The server decides their content and order. */
export function useListings(first: BrowsePage, query: ListingsQuery) {
  const [items, setItems] = useState(first.items);
  const [next, setNext] = useState(first.next);
  const current = useRef(first);
  current.current = first;

  useEffect(() => {
    setItems(first.items);
    setNext(first.next);
  }, [first]);

  const drop = (id: string) => setItems((list) => list.filter((item) => item.id !== id));
  const refresh = async () => {
    const read = await readPage(query);
    // The filters may have changed during the request.
    if (current.current !== first) return;
    setItems((list) => (isSame(list, read.items) ? list : read.items));
    setNext(read.next);
  };
  useLive(LISTINGS, refresh, { topics: [ALL_LISTINGS] });

  return { items, next, refresh: () => void refresh().catch(() => {}), drop };
}
