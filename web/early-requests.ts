import { SESSION_KEY } from './shell/member-script.ts';
import { SESSION_MARGIN_MS } from './stored-session.ts';

/** Name of the meta tag that lists a page's early requests. */
export const EARLY_REQUESTS = 'early-requests';

type EarlyAnswer = {
  /** The token and language that the request was sent with. */
  token: string;
  locale: string;
  sentAt: number;
  /** When the answer arrived. */
  arrivedAt?: number;
  /** Resolves to undefined if the server couldn't be reached. */
  response: Promise<Response | undefined>;
};

declare global {
  /** Early answers by URL. */
  var earlyAnswers: Map<string, EarlyAnswer> | undefined;
}

/**
 * Inline script for the head that sends the requests that the page lists, if a session is stored that doesn't have to
 * be refreshed first. The page is the same for everyone and may be prerendered, so these requests only read. An address
 * with a query may request something else, and one with a token in its fragment is about to leave the page.
 */
export const createEarlyRequestsScript = () =>
  `try {
  const urls = document.querySelector('meta[name=${EARLY_REQUESTS}]')?.content.split(' ');
  const session = urls && JSON.parse(localStorage.getItem('${SESSION_KEY}'));
  const isFresh = session?.expires_at * 1000 - Date.now() > ${SESSION_MARGIN_MS};
  if (isFresh && navigator.onLine && !location.search && !location.hash.includes('=')) {
    const token = session.access_token, locale = document.documentElement.lang;
    const headers = { Authorization: 'Bearer ' + token, 'Accept-Language': locale };
    globalThis.earlyAnswers = new Map(urls.map((url) => {
      const answer = { token, locale, sentAt: Date.now() };
      answer.response = fetch(url, { headers }).then(
        (response) => (answer.arrivedAt = Date.now(), response),
        () => {},
      );
      return [url, answer];
    }));
  }
} catch {}`;

/** Older answers aren't used, for example if a page waited in the background. */
const MAX_AGE_MS = 30_000;

const arrivals = new WeakMap<Response, number>();

/**
 * Returns the early answer to a request, if there's one for the same user and language. Each answer is returned once, so
 * that the next request for the same URL loads current data.
 */
export async function takeEarlyAnswer(url: string, token: string, locale: string): Promise<Response | undefined> {
  const address = url.slice(window.location.origin.length);
  const answer = globalThis.earlyAnswers?.get(address);
  globalThis.earlyAnswers?.delete(address);
  if (answer?.token !== token || answer.locale !== locale || Date.now() - answer.sentAt > MAX_AGE_MS) return undefined;
  const response = await answer.response;
  if (response && answer.arrivedAt) arrivals.set(response, answer.arrivedAt);
  return response;
}

/** Drops all early answers, because a write may change what they show. */
export function dropEarlyAnswers(): void {
  globalThis.earlyAnswers = undefined;
}

/** Returns how long ago a response arrived; 0 for one that has just arrived. */
export function getAgeMs(response: Response): number {
  const arrivedAt = arrivals.get(response);
  return arrivedAt === undefined ? 0 : Date.now() - arrivedAt;
}
