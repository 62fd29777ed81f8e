import type { LoaderFunctionArgs } from 'react-router';
import { privateRoutes } from '../../../content/route-table.ts';
import { serverApi, unwrap } from '../../../web/api-client.ts';

/** Pages of one person's own business are not for machines; everything else is. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { origin, demo } = await unwrap(serverApi(context).api.site.$get());
  const shut = demo ? ['/'] : [...privateRoutes, '/sandbox', '/auth', '/join'];
  const lines = ['User-agent: *', ...shut.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
