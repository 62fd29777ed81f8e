/**
 * Inline script for the head that does `z.config({ jitless: true })` in Zod's own global. Otherwise Zod would test
 * whether it may compile functions, and every browser would log that as a violation of our CSP. A module couldn't set
 * it early enough, because a page's modules load before the entry.
 */
export const schemaScript = '(globalThis.__zod_globalConfig??={}).jitless=true';
