import { is, Param, Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** Where the values of a statement go that are given each time; instants are given as text. */
type Places<Given> = { readonly [Name in keyof Given]: SQL };

/** The text of a statement, and for each of its numbers the name of what is given, or a value that is always the same. */
type Text = { text: string; values: unknown[] };

/**
 * A statement that is asked often: its text is put together once, which for a long one costs more than to ask it, and a
 * value that stands in it many times travels once. It has no name, so the server keeps nothing of it that a pooler would
 * have to follow.
 * @param build puts it together; whatever differs from one time to the next has to be `given`
 * @returns asks it, over the pool or within a transaction
 * @example const namesOf = prepared<{ id: string }, { name: string }>(({ id }) => sql`select name from people where id = ${id}`);
 */
export function prepared<Given extends Record<string, unknown>, Row extends object>(
  build: (given: Places<Given>) => SQL,
): (db: Db, given: Given) => Promise<Row[]> {
  const places = new Proxy({}, { get: (_, name) => sql`${sql.placeholder(String(name))}` }) as Places<Given>;
  let known: Text | undefined;
  return async (db, given) => {
    known ??= textOf(build(places));
    const params = known.values.map((value) => (is(value, Placeholder) ? given[value.name] : value));
    const query = db._.session.prepareQuery({ sql: known.text, params }, undefined, undefined, false);
    return ((await query.execute()) as { rows: Row[] }).rows;
  };
}

function textOf(statement: SQL): Text {
  const values: unknown[] = [];
  const dialect = new PgDialect();
  // Drizzle hands over what stands there as well, which its types leave out.
  dialect.escapeParam = ((_: number, value: unknown) => {
    if (is(value, Param)) throw new Error('A column cannot write what is given later: name the place by itself.');
    const same = is(value, Placeholder)
      ? values.findIndex((known) => is(known, Placeholder) && known.name === value.name)
      : -1;
    return `$${same < 0 ? values.push(value) : same + 1}`;
  }) as typeof dialect.escapeParam;
  return { text: dialect.sqlToQuery(statement).sql, values };
}

/** The same where the text depends on more than what is given: it is put together once for each. */
export function preparedFor<Of extends object, Given extends Record<string, unknown>, Row extends object>(
  build: (given: Places<Given>, of: Of) => SQL,
): (of: Of, db: Db, given: Given) => Promise<Row[]> {
  const readers = new WeakMap<Of, (db: Db, given: Given) => Promise<Row[]>>();
  return (of, db, given) => {
    const read = readers.get(of) ?? prepared<Given, Row>((places) => build(places, of));
    readers.set(of, read);
    return read(db, given);
  };
}

/** The rows of a statement as one value; instants in it are text. */
export const listOf = (statement: SQLWrapper): SQL => sql`(select coalesce(json_agg(r), '[]') from (${statement}) r)`;
