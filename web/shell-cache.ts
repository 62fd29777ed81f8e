/**
 * Cache with the empty pages and their scripts for offline use. They're the same for everyone. Pages fill it, and the
 * service worker serves it without a network.
 */
export const SHELL_CACHE = 'planet-crew-pages';

/** The URL from which the router requests the routes of a page's links. */
export const ROUTES_PATH = '/__manifest';
