import { type SQL, sql } from 'drizzle-orm';

/* Names are compared as `search_key` folds them: without accents, case, apostrophes and differences of normal form. */

export const searchKey = (name: SQL): SQL => sql`search_key(${name})`;

/** Whether a name begins with what was typed. */
export const nameStartsWith = (name: SQL, typed: string | SQL): SQL =>
  sql`${searchKey(name)} like search_prefix(${typed})`;

/** Whether a name holds what was typed, which takes two letters to look for. */
export const nameContains = (name: SQL, typed: string | SQL): SQL => sql`
  (search_pairs(${name}) @> search_pairs(${typed}) and cardinality(search_pairs(${typed})) > 0
   and ${searchKey(name)} like '%' || search_prefix(${typed}))`;
