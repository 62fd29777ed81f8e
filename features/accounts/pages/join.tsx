import { type LoaderFunctionArgs, redirect } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { PageHandle } from '../../../web/page-handle.ts';

export const handle: PageHandle = { parameters: 'all' };

/** /join and /auth are older paths of the sign-in page. The query is kept. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(paths.auth + new URL(request.url).search, 302);
}
