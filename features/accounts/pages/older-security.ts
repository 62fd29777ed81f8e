import { redirect } from 'react-router';
import { paths } from '../../../content/paths.ts';

/** Redirects the old path of account security to its section of the account page. */
export function loader() {
  return redirect(paths.security, 301);
}
