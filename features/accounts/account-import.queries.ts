import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { Row } from './account-import.rules.ts';

const named = (table: string) => {
  const [schema, name] = table.includes('.') ? table.split('.') : ['public', table];
  return { schema: schema!, name: name! };
};

/** Names of the columns of a table, or an empty set when there is no such table. */
export async function columnsOf(db: Db, table: string): Promise<Set<string>> {
  const { schema, name } = named(table);
  const { rows } = await db.execute<{ column_name: string }>(
    sql`select column_name from information_schema.columns
         where table_schema = ${schema} and table_name = ${name} and is_generated = 'NEVER'`,
  );
  return new Set(rows.map((row) => row.column_name));
}

/**
 * Inserts rows that all have the same columns; rows that are there already stay as they are.
 * @returns how many were new
 */
export async function insertRows(tx: Db, table: string, columns: string[], rows: Row[]): Promise<number> {
  const { schema, name } = named(table);
  const target = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
  const list = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const primary = await primaryKeyOf(tx, schema, name);
  const conflict =
    primary.length > 0
      ? sql`(${sql.join(
          primary.map((key) => sql.identifier(key)),
          sql`, `,
        )})`
      : sql``;
  const result = await tx.execute(
    sql`insert into ${target} (${list})
        select ${list} from jsonb_populate_recordset(null::${target}, ${JSON.stringify(rows)}::jsonb)
        on conflict ${conflict} do nothing`,
  );
  return result.rowCount ?? 0;
}

async function primaryKeyOf(db: Db, schema: string, name: string): Promise<string[]> {
  const { rows } = await db.execute<{ attname: string }>(sql`
    select a.attname from pg_index i
      join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
     where i.indisprimary and n.nspname = ${schema} and c.relname = ${name}`);
  return rows.map((row) => row.attname);
}
