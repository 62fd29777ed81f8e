import { useEffect, useRef, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import { useLive } from '../../../web/use-live-news.ts';
import * as messages from '../lfg.messages.ts';
import { ALL_LISTINGS } from '../lfg.rules.ts';
import type { BrowseFilter, BrowseItem, BrowsePage } from '../lfg.schema.ts';
import { toListingError } from './error-toasts.ts';

type Sort = 'newest' | 'fit';

const LISTINGS = ['listings'];

/** Reads pages from the start until `most` listings are loaded. */
async function readPages(query: BrowseFilter & { sort: Sort }, most: number) {
  const { listings } = browserApi().api.lfg;
  const items: BrowseItem[] = [];
  let next: string | null = null;
  do {
    const page: BrowsePage = await unwrap(listings.$get({ query: { ...query, ...(next ? { after: next } : {}) } }));
    const knownIds = new Set(items.map((item) => item.id));
    items.push(...page.items.filter((item) => !knownIds.has(item.id)));
    next = page.next;
  } while (next && items.length < most);
  return { items, next };
}

/** Returns whether two lists are equal, to skip a render that would briefly block a phone. */
const isSame = (one: BrowseItem[], other: BrowseItem[]) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the pages read so far and reloads them when the list changes. The server decides their content and order. */
export function useListings(first: BrowsePage, filter: BrowseFilter, sort: Sort) {
  const t = useTranslator();
  const [items, setItems] = useState(first.items);
  const [next, setNext] = useState(first.next);
  const shownCount = useRef(first.items.length);
  shownCount.current = items.length;
  const current = useRef(first);
  current.current = first;

  useEffect(() => {
    setItems(first.items);
    setNext(first.next);
  }, [first]);

  const drop = (id: string) => setItems((list) => list.filter((item) => item.id !== id));
  const refresh = async () => {
    const read = await readPages({ ...filter, sort }, shownCount.current);
    // The filters may have changed during the request.
    if (current.current !== first) return;
    setItems((list) => (isSame(list, read.items) ? list : read.items));
    setNext(read.next);
  };
  useLive(LISTINGS, refresh, { topics: [ALL_LISTINGS] });

  const loadMore = async () => {
    const query = { ...filter, sort, after: next! };
    const page = await attempt(
      () => browserApi().api.lfg.listings.$get({ query }),
      undefined,
      (_, error) => showToast({ title: toListingError(t, error, t(messages.moreListingsFailed)), tone: 'error' }),
    );
    if (!page) return;
    const knownIds = new Set(items.map((item) => item.id));
    setItems((list) => [...list, ...page.items.filter((item) => !knownIds.has(item.id))]);
    setNext(page.next);
  };

  return { items, more: next !== null, loadMore, refresh: () => void refresh().catch(() => {}), drop };
}
