import type { LoaderFunctionArgs } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { publicRoutes } from '../../../content/route-table.ts';
import { seo } from '../../../content/seo.ts';
import { type Locale, toLocalizedPath } from '../../../messages/locales.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { serverApi, unwrap } from '../../../web/api-client.ts';

/** Browsing listings requires signing in, so the list isn't in the sitemap. Each listing has its own public page. */
const isListed = (path: (typeof publicRoutes)[number]) => seo[path](readerTranslator).index && path !== paths.lfg;

/** Directory pages to list. Crawlers find older players through the directory. */
const PROFILE_PAGES = 4;

type Entry = { path: string; changed?: string };

async function listNewestPlayers(api: ReturnType<typeof serverApi>): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | null = '';
  for (let page = 0; page < PROFILE_PAGES && cursor !== null; page++) {
    const list: { profiles: { id: string; created_at: string }[]; nextCursor: string | null } = await unwrap(
      api.api.profiles.$get({ query: cursor ? { cursor } : {} }),
    );
    entries.push(...list.profiles.map(({ id, created_at }) => ({ path: paths.profile(id), changed: created_at })));
    cursor = list.nextCursor;
  }
  return entries;
}

async function listSquadPages(api: ReturnType<typeof serverApi>): Promise<Entry[]> {
  const { pages } = await unwrap(api.api['squad-pages'].$get());
  return pages.map(({ id, since }) => ({ path: paths.squadPage(id), changed: since }));
}

/** Lists the addresses of a page in all languages, in the form that search engines expect. */
const listAlternates = (languages: readonly Locale[], origin: string, path: string) =>
  languages.length < 2
    ? ''
    : languages
        .map(
          (locale) =>
            `<xhtml:link rel="alternate" hreflang="${locale}" href="${origin}${toLocalizedPath(locale, path)}"/>`,
        )
        .join('');

export async function loader({ context }: LoaderFunctionArgs) {
  const api = serverApi(context);
  const { origin, languages } = await unwrap(api.api.site.$get());
  const pages: Entry[] = publicRoutes.filter(isListed).map((path) => ({ path }));
  // A failed lookup must not remove the fixed pages from the sitemap.
  const players = await listNewestPlayers(api).catch(() => []);
  const squads = await listSquadPages(api).catch(() => []);
  const urls = [...pages, ...players, ...squads].map(
    ({ path, changed }) =>
      `<url><loc>${origin}${path}</loc>${changed ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : ''}${listAlternates(languages, origin, path)}</url>`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
