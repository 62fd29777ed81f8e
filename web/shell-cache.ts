/**
 * Cache with the empty pages and their scripts for offline use. They're the same for everyone. Pages fill it, and the
 * service worker serves it without a network.
 */
export const SHELL_CACHE = 'planet-crew-pages';

/** Where the router asks for the routes of the links on a page. */
export const ROUTES_PATH = '/__manifest';
