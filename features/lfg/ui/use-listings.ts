import { useEffect, useRef, useState } from 'react';
import { endpoints } from '../../../content/endpoints.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { toast } from '../../../web/ui/toast-store.ts';
import { compareListings, fitsFilter } from '../lfg.rules.ts';
import type { BrowseFilter, BrowseItem, BrowsePage, Listing, ListingNews } from '../lfg.schema.ts';
import { sentenceOf } from './failure.ts';

type Sort = 'newest' | 'fit';

/** One listing with what it has to do with the viewer; null when Browse would not show it to them. */
async function fetchItem(id: string): Promise<BrowseItem | null> {
  const listing = browserApi().api.lfg.listings[':id'];
  try {
    const [shown, side] = await Promise.all([
      unwrap(listing.$get({ param: { id } })),
      unwrap(listing.mine.$get({ param: { id } })),
    ]);
    if (!side.browsable) return null;
    return { ...(shown as Listing), mine: side.mine, application: side.application?.status ?? null, fit: null };
  } catch {
    return null;
  }
}

/** Puts a listing where it belongs; beyond the last one shown it waits for its page. */
function placed(items: BrowseItem[], item: BrowseItem, sort: Sort, more: boolean): BrowseItem[] {
  const known = items.find((each) => each.id === item.id);
  if (known) return items.map((each) => (each.id === item.id ? { ...item, fit: known.fit } : each));
  if (sort === 'fit') return items;
  const now = new Date();
  const next = [...items, item].sort((a, b) => compareListings(a, b, now));
  return more && next.at(-1)?.id === item.id ? items : next;
}

/** The pages read so far, kept true by the server's news. */
export function useListings(first: BrowsePage, filter: BrowseFilter, sort: Sort) {
  const [items, setItems] = useState(first.items);
  const [next, setNext] = useState(first.next);
  const [loading, setLoading] = useState(false);
  const current = useRef({ filter, sort, next });
  current.current = { filter, sort, next };

  useEffect(() => {
    setItems(first.items);
    setNext(first.next);
  }, [first]);

  const drop = (id: string) => setItems((list) => list.filter((item) => item.id !== id));
  const refresh = async (id: string) => {
    const item = await fetchItem(id);
    const { filter: wanted, sort: order, next: more } = current.current;
    if (!item || !fitsFilter(item, wanted, new Date())) return drop(id);
    setItems((list) => placed(list, item, order, more !== null));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: one stream for the life of the page; it reads what is current
  useEffect(() => {
    const stream = new EventSource(endpoints.liveListings);
    stream.addEventListener('listing', (event) => {
      const news = JSON.parse((event as MessageEvent<string>).data) as ListingNews;
      if (news.kind === 'gone') drop(news.id);
      else void refresh(news.id);
    });
    return () => stream.close();
  }, []);

  const loadMore = async () => {
    if (!next) return;
    setLoading(true);
    try {
      const query = { ...filter, sort, after: next };
      const page = await unwrap(browserApi().api.lfg.listings.$get({ query }));
      const known = new Set(items.map((item) => item.id));
      setItems((list) => [...list, ...page.items.filter((item) => !known.has(item.id))]);
      setNext(page.next);
    } catch (error) {
      toast({ title: sentenceOf(error, 'The next listings did not load. Please try again.'), tone: 'error' });
    } finally {
      setLoading(false);
    }
  };

  return { items, more: next !== null, loading, loadMore, refresh, drop };
}
