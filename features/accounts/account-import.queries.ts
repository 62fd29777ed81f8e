import { and, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { securityEvents } from './accounts.tables.ts';
import type { Row } from './dump-parser.rules.ts';

const toTableName = (table: string) => {
  const [schema, name] = table.includes('.') ? table.split('.') : ['public', table];
  return { schema: schema!, name: name! };
};

/** Returns the columns of a table with their types; empty when the table doesn't exist. */
export async function listColumns(db: Db, table: string): Promise<Map<string, string>> {
  const { schema, name } = toTableName(table);
  const { rows } = await db.execute<{ column_name: string; data_type: string }>(
    sql`select column_name, data_type from information_schema.columns
         where table_schema = ${schema} and table_name = ${name} and is_generated = 'NEVER'`,
  );
  return new Map(rows.map((row) => [row.column_name, row.data_type]));
}

/**
 * Inserts rows that all have the same columns, and skips existing ones.
 * @returns how many were new
 */
export async function insertRows(tx: Db, table: string, columns: string[], rows: Row[]): Promise<number> {
  const { schema, name } = toTableName(table);
  const target = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
  const list = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const primary = await getPrimaryKey(tx, schema, name);
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

async function getPrimaryKey(db: Db, schema: string, name: string): Promise<string[]> {
  const { rows } = await db.execute<{ attname: string }>(sql`
    select a.attname from pg_index i
      join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
     where i.indisprimary and n.nspname = ${schema} and c.relname = ${name}`);
  return rows.map((row) => row.attname);
}

/** Returns which of these users have removed a factor or a passkey here. */
export async function listUsersWithRemovedFactors(db: Db, people: string[]): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ userId: securityEvents.userId })
    .from(securityEvents)
    .where(
      and(
        inArray(securityEvents.action, ['factor_removed', 'passkey_removed']),
        inArray(sql`${securityEvents.userId}::text`, people),
      ),
    );
  return new Set(rows.map((row) => row.userId!));
}
