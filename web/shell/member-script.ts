/** Key of the session in local storage. The recovery helper finds it by the word "auth". */
export const SESSION_KEY = 'planet-crew-auth';

/**
 * Inline script that runs before the first paint. Pages are the same for everyone; if a session exists, the stylesheet
 * hides the visitor's navigation until the user's own is ready, so that nothing flashes or moves.
 */
export const createMemberScript = () =>
  `try{if(localStorage.getItem('${SESSION_KEY}'))document.documentElement.dataset.member=''}catch{}`;

/** Updates the marker once it's known whether someone is signed in. */
export function markMember(isSignedIn: boolean): void {
  if (isSignedIn) document.documentElement.dataset.member = '';
  else delete document.documentElement.dataset.member;
}
