/**
 * Runs in the head, before any schema is made: schemas would try whether they may write functions of their own, which
 * our content policy forbids, and each browser notes the attempt as a violation. `z.config({ jitless: true })` in the
 * words of zod, which no module could say early enough: those of a page are loaded before the entry.
 */
export const schemaScript = '(globalThis.__zod_globalConfig??={}).jitless=true';
