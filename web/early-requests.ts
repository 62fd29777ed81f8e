import { SESSION_KEY } from './shell/member-script.ts';
import { SESSION_MARGIN_MS } from './stored-session.ts';

/** Name of the meta tag that lists a page's early requests. */
export const EARLY_REQUESTS = 'early-requests';
/** Attribute of that tag with the scripts that the page then loads. The server adds it, because it knows their names. */
export const EARLY_SCRIPTS_ATTRIBUTE = 'data-scripts';

declare global {
  /**
   * Returns the early answer to a request, if there's one for the same user and language. Each answer is returned once,
   * so that the next request for the same URL loads current data. Undefined on pages that have sent no early requests.
   */
  var takeEarlyAnswer: ((url: string, token: string, locale: string) => Promise<Response | undefined>) | undefined;
  interface Response {
    /** When an early answer arrived. */
    arrivedAt?: number;
  }
}

/** Older answers aren't used, for example if a page waited in the background. */
const MAX_AGE_MS = 30_000;

/**
 * Inline script for the head that sends the requests that the page lists, and loads its scripts at the same time, if a
 * session is stored that doesn't have to be refreshed first. The page is the same for everyone and may be prerendered,
 * so these requests only read. An address with a query may request something else, and one with a token in its fragment
 * is about to leave the page. An answer is undefined if the server couldn't be reached, so that the page asks again.
 */
export const createEarlyRequestsScript = () =>
  `try {
  const tag = document.querySelector('meta[name=${EARLY_REQUESTS}]');
  const session = tag && JSON.parse(localStorage.getItem('${SESSION_KEY}'));
  const isFresh = session?.expires_at * 1000 - Date.now() > ${SESSION_MARGIN_MS};
  if (isFresh && navigator.onLine && !location.search && !location.hash.includes('=')) {
    const key = session.access_token, lang = document.documentElement.lang, sentAt = Date.now();
    const headers = { Authorization: 'Bearer ' + key, 'Accept-Language': lang };
    const ask = (url) => fetch(url, { headers }).then(
      (response) => Object.assign(response, { arrivedAt: Date.now() }),
      () => {},
    );
    const answers = new Map(tag.content.split(' ').map((url) => [location.origin + url, ask(url)]));
    globalThis.takeEarlyAnswer = async (url, token, locale) => {
      const answer = answers.get(url);
      answers.delete(url);
      return token === key && locale === lang && Date.now() - sentAt < ${MAX_AGE_MS} ? answer : undefined;
    };
    for (const href of tag.getAttribute('${EARLY_SCRIPTS_ATTRIBUTE}')?.split(' ') ?? [])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
} catch {}`;

/** Returns how long ago a response arrived; 0 for one that has just arrived. */
export const getAgeMs = ({ arrivedAt = Date.now() }: Response): number => Date.now() - arrivedAt;
