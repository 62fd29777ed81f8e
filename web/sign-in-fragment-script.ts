import { paths } from '../content/paths.ts';

/**
 * Inline script for the head that redirects sign-in tokens and errors to the callback page. Old emails and other
 * clients send them to any page, and tokens must not stay in the address bar.
 */
export const createSignInFragmentScript = () => `(() => {
  const { pathname, search, hash } = location;
  if (['${paths.callback}', '${paths.shortCallback}'].includes(pathname)) return;
  if (/[#&](?:access_token|error_code)=/.test(hash)) location.replace('${paths.callback}' + hash);
  else if (/[?&]error_code=/.test(search)) location.replace('${paths.callback}' + search);
})()`;
