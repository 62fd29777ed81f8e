import { readerTranslator } from '../messages/reader-translator.ts';
import { useQuery } from './use-query.ts';

/**
 * Loads data about some players, by ID. It's fetched in the browser, because public pages are the same for everyone and
 * are cached for a while. If it fails, the map stays empty.
 * @param address the API address; undefined fetches nothing
 * @param list the response field that holds the items
 * @param viewerId the viewer's ID if the response depends on them; without it, the auth client isn't loaded
 */
export function useById<Line extends { id: string }>(
  address: string | undefined,
  list: string,
  viewerId?: string,
): ReadonlyMap<string, Line> {
  const query = useQuery(address && `${viewerId} ${address}`, () => read(address!, viewerId !== undefined));
  const lines = (query.data as Record<string, Line[] | undefined> | undefined)?.[list] ?? [];
  return new Map(lines.map((line) => [line.id, line]));
}

async function read(address: string, isSignedIn: boolean): Promise<Response> {
  if (!isSignedIn) return fetch(address, { headers: { 'Accept-Language': readerTranslator.locale } });
  const { fetchWithToken } = await import('./api-client.ts');
  return fetchWithToken(address);
}
