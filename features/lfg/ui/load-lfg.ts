import { browserApi, unwrap } from '../../../web/api-client.ts';
import { filterOf, sortOf } from '../listing-browse.rules.ts';

/** What the page shows under the filters of an address. What does not load is null; the rest is there all the same. */
export async function loadLfg(address: URLSearchParams) {
  const { api } = browserApi();
  const query = { ...filterOf(address), sort: sortOf(address) } as const;
  const [page, mine, standing] = await Promise.all([
    unwrap(api.lfg.listings.$get({ query })).catch(() => null),
    unwrap(api.lfg.mine.$get()).catch(() => null),
    unwrap(api.moderation.me.$get()).catch(() => ({ bans: [] })),
  ]);
  return { page, mine, bans: standing.bans };
}
