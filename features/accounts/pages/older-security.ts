import { redirect } from 'react-router';
import { paths } from '../../../content/paths.ts';

/** The security of an account once had an address of its own; now it is a section of the account. */
export function loader() {
  return redirect(paths.security, 301);
}
