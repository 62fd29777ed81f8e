import { type LoaderFunctionArgs, redirect } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { PageHandle } from '../../../web/page-handle.ts';

export const handle: PageHandle = { parameters: 'all' };

/** Redirects /join and /auth, the old sign-in paths, and keeps the query. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(paths.auth + new URL(request.url).search, 302);
}
