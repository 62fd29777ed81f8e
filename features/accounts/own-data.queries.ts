import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';

type Reference = { schema: string; name: string; column: string };

/** Columns that tie a row to somebody whom it is about, but whose row belongs to another person: silence is promised. */
const OTHER_PEOPLES = [
  'blocked_id',
  'followed_id',
  'muted_id',
  'owner_id',
  'decided_by',
  'created_by',
  'taken_by',
  'linking_user_id',
];

/** What guards the account is of no use to its owner and dangerous in a file. */
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
];

/** All columns of all tables that refer to accounts; a table that is new tomorrow is found by itself. */
async function references(db: Db): Promise<Reference[]> {
  const { rows } = await db.execute<Reference>(sql`
    select n.nspname as schema, c.relname as name, a.attname as column
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'auth.users'::regclass and array_length(k.conkey, 1) = 1
     order by 1, 2, 3`);
  return rows.filter(({ column }) => !OTHER_PEOPLES.includes(column));
}

/** Everything that is kept about a person, by table, without what guards the account. */
export async function everythingAbout(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  const own = [{ schema: 'auth', name: 'users', column: 'id' }, ...(await references(db))];
  for (const { schema, name, column } of own) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const { rows } = await db.execute<{ row: unknown }>(
      sql`select to_jsonb(t) - ${sql.raw(`'{${SECRETS.join(',')}}'`)}::text[] as row
            from ${table} t where t.${sql.identifier(column)} = ${userId}`,
    );
    const key = schema === 'public' ? name : `${schema}.${name}`;
    if (rows.length > 0) found[key] = [...(found[key] ?? []), ...rows.map(({ row }) => row)];
  }
  return found;
}
