import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';

export type BackupRun = {
  started_at: string;
  finished_at: string | null;
  bytes: number | null;
  error: string | null;
};

const COLUMNS = sql`started_at::text as started_at, finished_at::text as finished_at, bytes, error`;

/**
 * Returns the newest attempt that has ended and the newest successful one.
 * @param hungSince unfinished attempts that began before this time count as ended
 */
export async function findLastBackups(db: Db, hungSince: Date): Promise<{ attempt?: BackupRun; success?: BackupRun }> {
  const [attempts, successes] = await Promise.all([
    db.execute<BackupRun>(sql`
      select ${COLUMNS} from backup_runs
       where finished_at is not null or started_at < ${hungSince.toISOString()}::timestamptz
       order by started_at desc limit 1`),
    db.execute<BackupRun>(sql`
      select ${COLUMNS} from backup_runs where finished_at is not null and error is null
       order by started_at desc limit 1`),
  ]);
  const [attempt] = attempts.rows;
  const [success] = successes.rows;
  return { ...(attempt ? { attempt } : {}), ...(success ? { success } : {}) };
}

export async function startBackupRun(db: Db, now: Date): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(
    sql`insert into backup_runs (started_at) values (${now.toISOString()}::timestamptz) returning id`,
  );
  return rows[0]!.id;
}

export async function endBackupRun(
  db: Db,
  id: string,
  outcome: { file: string; bytes: number; rows: number } | { error: string },
  now: Date,
): Promise<void> {
  const {
    file = null,
    bytes = null,
    rows = null,
    error = null,
  } = { ...outcome } as Partial<Record<'file' | 'error', string> & Record<'bytes' | 'rows', number>>;
  await db.execute(sql`
    update backup_runs set finished_at = ${now.toISOString()}::timestamptz, file = ${file}, bytes = ${bytes},
           rows = ${rows}, error = ${error} where id = ${id}`);
}

/** A table as the backup uses it: its writable columns, and the key that puts its rows in a fixed order. */
export type Table = { schema: string; name: string; columns: string[]; key: string[] };

/** Schemas without our data: the database's own, and the job queue, which is refilled from our tables. */
const EXCLUDED_SCHEMAS = ['pg_catalog', 'information_schema', 'pg_toast', 'pgboss'];
/** Tables that describe the schema and hold no content. */
const SCHEMA_TABLES = ['schema_migrations'];

/** Returns all our tables with their writable columns, ordered by name. */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await db.execute<Table>(sql`
    select n.nspname as schema, c.relname as name,
           array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns,
           array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality k (attnum, place)
                   join pg_attribute a on a.attnum = k.attnum
                  where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid
                  order by k.place) as key
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and not n.nspname = any (${sql.param(EXCLUDED_SCHEMAS)}::text[]) and n.nspname not like 'pg\\_%'
       and not c.relname = any (${sql.param(SCHEMA_TABLES)}::text[])
     order by n.nspname, c.relname`);
  return rows;
}

export async function listAppliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from schema_migrations order by name`);
  return rows.map((row) => row.name);
}

const quoteTableName = (table: Pick<Table, 'schema' | 'name'>) =>
  sql`${sql.identifier(table.schema)}.${sql.identifier(table.name)}`;
const quoteColumns = (columns: string[]) =>
  sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );

/** Streams a table in chunks. Each row is the JSON text that PostgreSQL writes, so no digits are lost. */
export async function* streamRows(tx: Db, table: Table, piece: number): AsyncGenerator<string[]> {
  const order = table.key.length > 0 ? sql`order by ${quoteColumns(table.key)}` : sql``;
  await tx.execute(
    sql`declare backup_rows no scroll cursor for
        select row_to_json(t)::text as line from (select ${quoteColumns(table.columns)} from ${quoteTableName(table)} ${order}) t`,
  );
  for (;;) {
    const { rows } = await tx.execute<{ line: string }>(sql`fetch ${sql.raw(String(piece))} from backup_rows`);
    if (rows.length > 0) yield rows.map((row) => row.line);
    if (rows.length < piece) break;
  }
  await tx.execute(sql`close backup_rows`);
}

/** Inserts backed-up rows. Columns missing from the backup get their defaults. */
export async function insertRows(tx: Db, table: Table, lines: string[]): Promise<void> {
  await tx.execute(sql`
    insert into ${quoteTableName(table)} (${quoteColumns(table.columns)}) overriding system value
    select ${quoteColumns(table.columns)} from jsonb_populate_recordset(null::${quoteTableName(table)}, ${`[${lines.join(',')}]`}::jsonb)`);
}

export async function isEmpty(tx: Db, table: Pick<Table, 'schema' | 'name'>): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from ${quoteTableName(table)} limit 1`);
  return rows.length === 0;
}

/** Removes the rows that migrations put into a table, because the backup contains its own. */
export async function clearTable(tx: Db, table: Pick<Table, 'schema' | 'name'>): Promise<void> {
  await tx.execute(sql`delete from ${quoteTableName(table)}`);
}

type Constraint = { table: string; name: string; definition: string };

/**
 * Drops foreign keys and our own triggers, so rows can be written in any order without side effects.
 * @returns the dropped constraints for `restoreConstraints`, which adds them again and so checks every row
 */
export async function suspendConstraints(tx: Db, tables: Table[]): Promise<Constraint[]> {
  const { rows } = await tx.execute<Constraint>(sql`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace::regnamespace::text not in ('pgboss')`);
  for (const constraint of rows)
    await tx.execute(sql.raw(`alter table ${constraint.table} drop constraint ${constraint.name}`));
  for (const table of tables) await tx.execute(sql`alter table ${quoteTableName(table)} disable trigger user`);
  return rows;
}

export async function restoreConstraints(tx: Db, tables: Table[], constraints: Constraint[]): Promise<void> {
  for (const { table, name, definition } of constraints) {
    await tx.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`));
  }
  for (const table of tables) await tx.execute(sql`alter table ${quoteTableName(table)} enable trigger user`);
}

/** Advances all our sequences past the highest number in use. */
export async function advanceSequences(tx: Db): Promise<void> {
  const { rows } = await tx.execute<{ sequence: string; table: string; column: string }>(sql`
    select s.oid::regclass::text as sequence, d.refobjid::regclass::text as table, quote_ident(a.attname) as column
      from pg_class s
      join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      join pg_namespace n on n.oid = s.relnamespace
     where s.relkind = 'S' and n.nspname not in ('pgboss')`);
  for (const { sequence, table, column } of rows) {
    await tx.execute(
      sql.raw(
        `select setval('${sequence.replaceAll("'", "''")}', greatest((select coalesce(max(${column}), 0) from ${table}), 0) + 1, false)`,
      ),
    );
  }
}
