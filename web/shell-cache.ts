/**
 * Cache with the empty pages and their scripts for offline use. The pages are the same for everyone. Pages fill the
 * cache, and the service worker serves from it when there's no network.
 */
export const SHELL_CACHE = 'planet-crew-pages';

/** The URL from which the router requests the routes of a page's links. */
export const ROUTES_PATH = '/__manifest';
