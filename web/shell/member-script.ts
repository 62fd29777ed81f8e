/** Where the session lives in local storage; the recovery helper finds it by the word in it. */
export const SESSION_KEY = 'planet-crew-auth';

/**
 * Runs in the head before anything is painted. Pages are the same for everybody: where somebody has a session the
 * stylesheet keeps the visitors' navigation back until theirs is there, so that nothing flashes and nothing moves.
 */
export const memberScript = `try{if(localStorage.getItem('${SESSION_KEY}'))document.documentElement.dataset.member=''}catch{}`;

/** It is known by now whether somebody is signed in. */
export function markMember(signedIn: boolean): void {
  if (signedIn) document.documentElement.dataset.member = '';
  else delete document.documentElement.dataset.member;
}
