import type { LoaderFunctionArgs } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { privateRoutes } from '../../../content/route-table.ts';
import { toLocalizedPath } from '../../../messages/locales.ts';
import { serverApi, unwrap } from '../../../web/api-client.ts';

/** Keeps crawlers out of personal pages; everything else is open. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { origin, demo, languages } = await unwrap(serverApi(context).api.site.$get());
  const disallowed = demo ? [paths.home] : [...privateRoutes, paths.sandbox, paths.shortAuth, paths.join];
  const lines = [
    'User-agent: *',
    ...languages.flatMap((locale) => disallowed.map((path) => `Disallow: ${toLocalizedPath(locale, path)}`)),
    '',
    `Sitemap: ${origin}${paths.sitemap}`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
