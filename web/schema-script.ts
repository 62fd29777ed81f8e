/**
 * Runs in the head, before any schema is created. Zod would test whether it may compile functions, which our content
 * security policy forbids, and each browser logs that as a violation. This is `z.config({ jitless: true })` in zod's
 * own global; no module could set it early enough, because a page's modules load before the entry.
 */
export const schemaScript = '(globalThis.__zod_globalConfig??={}).jitless=true';
