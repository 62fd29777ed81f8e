import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { dataExports } from '../accounts.tables.ts';
import type { ExportState } from './own-data.schema.ts';

/** A table with rows about users, and the columns that identify them. */
export type OwnTable = { schema: string; name: string; columns: string[] };

/** Table of the prepared exports. */
const EXPORTS_TABLE = 'data_exports';

/** Columns that identify a user in a row that belongs to someone else and is confidential, such as a block. */
const CONFIDENTIAL_COLUMNS = [
  'blocked_id',
  'followed_id',
  'muted_id',
  'owner_id',
  'decided_by',
  'created_by',
  'taken_by',
  'linking_user_id',
];

/** Columns to leave out of the file, because they contain credentials or reveal who reported the user. */
const SECRETS = [
  'encrypted_password',
  'refresh_token_key',
  'code_hash',
  'link_hash',
  'auth_code_hash',
  'state_hash',
  'code_challenge',
  'provider_code_verifier',
  'provider_access_token',
  'provider_refresh_token',
  'secret',
  'otp_hash',
  'unsubscribe_token',
  'endpoint',
  'auth_secret',
  'push_actions',
  'missing_by',
];

/** Returns all tables with rows about accounts. New tables are found automatically. */
export async function listOwnTables(db: Db): Promise<OwnTable[]> {
  const { rows } = await db.execute<{ schema: string; name: string; column: string }>(sql`
    select n.nspname as schema, c.relname as name, a.attname as column
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'auth.users'::regclass and array_length(k.conkey, 1) = 1
     order by 1, 2, 3`);
  const ownColumns = rows.filter(
    ({ name, column }) => name !== EXPORTS_TABLE && !CONFIDENTIAL_COLUMNS.includes(column),
  );
  const tables = [...Map.groupBy(ownColumns, ({ schema, name }) => `${schema}.${name}`).values()].map((columns) => ({
    schema: columns[0]!.schema,
    name: columns[0]!.name,
    columns: [...new Set(columns.map(({ column }) => column))],
  }));
  return [{ schema: 'auth', name: 'users', columns: ['id'] }, ...tables];
}

/** Returns all rows of a table about a user, as JSON, without credentials. */
export async function listRowsAbout(db: Db, { schema, name, columns }: OwnTable, userId: string): Promise<string[]> {
  const conditions = columns.map((column) => sql`t.${sql.identifier(column)} = ${userId}`);
  const { rows } = await db.execute<{ row: string }>(
    sql`select (to_jsonb(t) - ${sql.raw(`'{${SECRETS.join(',')}}'`)}::text[])::text as row
          from ${sql.identifier(schema)}.${sql.identifier(name)} t where ${sql.join(conditions, sql` or `)}`,
  );
  return rows.map(({ row }) => row);
}

const progress = {
  state: dataExports.state,
  done: dataExports.done,
  total: dataExports.total,
  requestedAt: dataExports.requestedAt,
};

/**
 * Returns the progress of a user's export. @param lock whether to lock the row, so two requests don't start it twice
 */
export async function findExportProgress(db: Db, userId: string, { lock = false } = {}) {
  const query = db.select(progress).from(dataExports).where(eq(dataExports.userId, userId));
  return (await (lock ? query.for('update') : query))[0];
}

export async function beginExport(db: Db, userId: string, requestedAt: Date): Promise<void> {
  const initial = { state: 'waiting', done: 0, total: 0, content: null, requestedAt } as const;
  await db
    .insert(dataExports)
    .values({ userId, ...initial })
    .onConflictDoUpdate({ target: dataExports.userId, set: initial });
}

/** @returns false when the export no longer exists, such as after the account was erased */
export async function saveProgress(
  db: Db,
  userId: string,
  change: { state: ExportState; done?: number; total?: number; content?: string | null },
): Promise<boolean> {
  const response = await db
    .update(dataExports)
    .set(change)
    .where(eq(dataExports.userId, userId))
    .returning({ userId: dataExports.userId });
  return response.length > 0;
}

export async function exportContent(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ content: dataExports.content })
    .from(dataExports)
    .where(and(eq(dataExports.userId, userId), eq(dataExports.state, 'ready')));
  return row?.content ?? undefined;
}

export async function deleteExpiredExports(db: Db, before: Date): Promise<void> {
  await db.delete(dataExports).where(lt(dataExports.requestedAt, before));
}
