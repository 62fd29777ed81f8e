import { type SQL, sql } from 'drizzle-orm';

/*
 * Names are compared in the form that `search_key` returns, which ignores accents, case, apostrophes and differences in
 * Unicode normalization.
 */

export const searchKey = (name: SQL): SQL => sql`search_key(${name})`;

/** Builds the condition that a name starts with the search text. */
export const nameStartsWith = (name: SQL, search: string | SQL): SQL =>
  sql`${searchKey(name)} like search_prefix(${search})`;

/** Builds the condition that a name contains the search text, which needs at least two letters. */
export const nameContains = (name: SQL, search: string | SQL): SQL => sql`
  (search_pairs(${name}) @> search_pairs(${search}) and cardinality(search_pairs(${search})) > 0
   and ${searchKey(name)} like '%' || search_prefix(${search}))`;
