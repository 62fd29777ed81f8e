import { describe, expect, it } from 'vitest';
import { createFirstScript } from './first-script.ts';
import { createSignInFragmentScript } from './sign-in-fragment-script.ts';

/** Returns the URL the script redirects to, or undefined if it doesn't redirect. */
function findRedirect(address: string): string | undefined {
  const { pathname, search, hash } = new URL(address, 'https://planetcrew.test');
  const redirects: string[] = [];
  const location = { pathname, search, hash, replace: (to: string) => redirects.push(to) };
  new Function('location', createSignInFragmentScript())(location);
  expect(redirects.length).toBeLessThanOrEqual(1);
  return redirects[0];
}

const TOKENS = '#access_token=a.b.c&expires_in=3600&refresh_token=r&token_type=bearer&type=magiclink';
const ERROR_PARAMETERS =
  'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';

describe('createSignInFragmentScript', () => {
  it('is part of the first script of every page', () => {
    expect(createFirstScript()).toContain(createSignInFragmentScript());
  });

  it.each([
    [`/${TOKENS}`, `/protocol/callback${TOKENS}`],
    [`/#${ERROR_PARAMETERS}`, `/protocol/callback#${ERROR_PARAMETERS}`],
    [`/#sb=&${ERROR_PARAMETERS}`, `/protocol/callback#sb=&${ERROR_PARAMETERS}`],
    [`/?${ERROR_PARAMETERS}`, `/protocol/callback?${ERROR_PARAMETERS}`],
    [`/?${ERROR_PARAMETERS}#${ERROR_PARAMETERS}`, `/protocol/callback#${ERROR_PARAMETERS}`],
    [`/protocol/lfg?role=PG${TOKENS}`, `/protocol/callback${TOKENS}`],
    [`/protocol/callback/${TOKENS}`, `/protocol/callback${TOKENS}`],
  ])('redirects %s to the callback page', (address, redirect) => expect(findRedirect(address)).toBe(redirect));

  it.each([
    `/protocol/callback${TOKENS}`,
    `/protocol/callback?${ERROR_PARAMETERS}`,
    `/auth/callback?next=%2Fplans${TOKENS}`,
    '/',
    '/#faq',
    '/protocol/lfg?error=1',
    '/?my_error_code=1',
    '/#my_access_token=1',
  ])('leaves %s unchanged', (address) => expect(findRedirect(address)).toBeUndefined());
});
