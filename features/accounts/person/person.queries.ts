import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import type { FactorRow, IdentityRow, Person, UserRow } from '../accounts.queries.ts';

type Raw = Record<string, unknown>;

/** Everything about a person in one round trip; it is the protocol's most frequent read. */
export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  const { rows } = await db.execute<{ user: Raw; identities: Raw[]; factors: Raw[] }>(sql`
    select to_jsonb(u) - 'encrypted_password' as user,
      (select coalesce(jsonb_agg(i order by i.created_at), '[]') from auth.identities i where i.user_id = u.id) as identities,
      (select coalesce(jsonb_agg(to_jsonb(f) - 'secret' order by f.created_at), '[]')
         from auth.mfa_factors f where f.user_id = u.id) as factors
    from auth.users u where u.id = ${id} and u.deleted_at is null`);
  const [row] = rows;
  if (!row) return undefined;
  return {
    user: fromJson(row.user) as UserRow,
    identities: row.identities.map(fromJson) as IdentityRow[],
    factors: row.factors.map(fromJson) as FactorRow[],
  };
}

const RENAMED: Record<string, string> = { raw_app_meta_data: 'appMetaData', raw_user_meta_data: 'userMetaData' };

/** A row as JSON in the shape in which the query builder reads it: names in camel case, instants as dates. */
function fromJson(row: Raw): Raw {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      RENAMED[name] ?? name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      typeof value === 'string' && /_at$|^banned_until$|^delete_after$/.test(name) ? new Date(value) : value,
    ]),
  );
}
