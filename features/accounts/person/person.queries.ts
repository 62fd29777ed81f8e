import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { prepareStatement } from '../../../db/prepared-statements.ts';
import { parseInstant } from '../../../time/postgres-instants.ts';
import type { FactorRow, IdentityRow, Person, UserRow } from '../accounts.queries.ts';

type JsonRow = Record<string, unknown>;

/** Reads everything about a user in one round trip. This is the protocol's most frequent read. */
export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  const [row] = await readPerson(db, { id });
  if (!row) return undefined;
  return {
    user: toTypedRow(row.user) as UserRow,
    identities: row.identities.map(toTypedRow) as IdentityRow[],
    factors: row.factors.map(toTypedRow) as FactorRow[],
  };
}

const readPerson = prepareStatement<{ id: string }, { user: JsonRow; identities: JsonRow[]; factors: JsonRow[] }>(
  ({ id }) => sql`
    select to_jsonb(u) - 'encrypted_password' as user,
      (select coalesce(jsonb_agg(i order by i.created_at), '[]') from auth.identities i where i.user_id = u.id) as identities,
      (select coalesce(jsonb_agg(to_jsonb(f) - 'secret' order by f.created_at), '[]')
         from auth.mfa_factors f where f.user_id = u.id) as factors
    from auth.users u where u.id = ${id} and u.deleted_at is null`,
);

const RENAMED_COLUMNS: Record<string, string> = {
  raw_app_meta_data: 'appMetaData',
  raw_user_meta_data: 'userMetaData',
};

type Field = { name: string; isInstant: boolean };

/** Caches field names, because this is the most frequent read and has few columns. */
const fieldCache = new Map<string, Field>();

function getField(column: string): Field {
  const cachedField = fieldCache.get(column);
  if (cachedField) return cachedField;
  const name = RENAMED_COLUMNS[column] ?? column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const field = { name, isInstant: /_at$|^banned_until$|^delete_after$/.test(column) };
  fieldCache.set(column, field);
  return field;
}

/** Converts a JSON row to the query builder's shape: camelCase names and dates for timestamps. */
function toTypedRow(row: JsonRow): JsonRow {
  const read: JsonRow = {};
  for (const [column, value] of Object.entries(row)) {
    const { name, isInstant } = getField(column);
    read[name] = isInstant && typeof value === 'string' ? parseInstant(value) : value;
  }
  return read;
}
