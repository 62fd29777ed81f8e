import { closeAuthClient } from './auth-session.ts';

const SIGN_IN_STORAGE_KEYS = /auth|code[-_ ]?verifier|pkce/i;

/**
 * Removes everything that an interrupted sign-in may have left in this browser.
 * @returns the number of entries removed
 */
export function clearSignInLeftovers(): number {
  const names = Object.keys(window.localStorage).filter((name) => SIGN_IN_STORAGE_KEYS.test(name));
  for (const name of names) window.localStorage.removeItem(name);
  closeAuthClient();
  return names.length;
}
