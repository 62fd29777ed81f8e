/** Key of the session in local storage. `clearSignInLeftovers` finds it by the word "auth". */
export const SESSION_KEY = 'planet-crew-auth';
/** Key of the account last shown in this browser's header. */
export const GREETING_KEY = 'planet-crew-greeted';

/**
 * Inline script that runs before the first paint. Pages are the same for everyone. If a session exists, the stylesheet
 * shows the signed-in header and hides what's for visitors, so that nothing flashes or moves. This script sets the name
 * and picture as values of the stylesheet, because the header isn't parsed yet.
 */
export const createMemberScript = () =>
  `try{if(localStorage.getItem('${SESSION_KEY}')){const{dataset:d,style:s}=document.documentElement,a=JSON.parse(localStorage.getItem('${GREETING_KEY}'));d.member='';if(a?.name)s.setProperty('--member-name',JSON.stringify(a.name));if(a?.avatarUrl)s.setProperty('--member-face','url('+JSON.stringify(a.avatarUrl)+')')}}catch{}`;

/** Updates the marker once it's known whether someone is signed in. */
export function markMember(isSignedIn: boolean): void {
  if (isSignedIn) document.documentElement.dataset.member = '';
  else delete document.documentElement.dataset.member;
}
