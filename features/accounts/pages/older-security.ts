import { redirect } from 'react-router';
import { paths } from '../../../content/paths.ts';

/** Account security once had its own path. It's now a section of the account page. */
export function loader() {
  return redirect(paths.security, 301);
}
