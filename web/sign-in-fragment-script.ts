import { paths } from '../content/paths.ts';

/**
 * Runs in the head. Old emails and other clients send tokens, or the error of a failed sign-in, to any page. Only the
 * callback page accepts them, and tokens must not stay in the address bar.
 */
export const signInFragmentScript = `(() => {
  const { pathname, search, hash } = location;
  if (['${paths.callback}', '${paths.shortCallback}'].includes(pathname)) return;
  if (/[#&](?:access_token|error_code)=/.test(hash)) location.replace('${paths.callback}' + hash);
  else if (/[?&]error_code=/.test(search)) location.replace('${paths.callback}' + search);
})()`;
