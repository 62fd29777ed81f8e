import { type SQL, sql } from 'drizzle-orm';
import { type Db, withDeadlockRetry } from '../../db/database.ts';

/**
 * The views that other features use to read accounts, because only the accounts feature owns the tables. Other features
 * join these views or call these functions. The views are plain projections, so the planner can still use the indexes.
 */

/** The confirmed contact addresses of each account: `id`, `email`, `phone` (digits); null until confirmed. */
export const accountContacts = sql`(
  select id, case when email_confirmed_at is not null then email end as email,
         case when phone_confirmed_at is not null then phone end as phone
    from auth.users)`;

/** One row per account: `id`, `email`, `is_sso_user` (another account may have the same email), `created_at`. */
export const accountList = sql`(select id, email, is_sso_user, created_at from auth.users)`;

/**
 * Subquery counting a user's verified second factors.
 * @param userId the column or value with the user's id
 */
export const selectVerifiedFactorCount = (userId: SQL) =>
  sql`(select count(*) from auth.mfa_factors f where f.user_id = ${userId} and f.status = 'verified')`;

/**
 * Locks the account until the transaction ends, which serializes changes to one user. Inserts that reference the user,
 * such as a message to them, don't wait for the lock, because waiting could deadlock.
 * @returns whether the account exists
 */
export async function lockAccount(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from auth.users where id = ${userId} for no key update`);
  return rows.length > 0;
}

/** Locks several accounts like `lockAccount`, always in the same order to prevent deadlocks. */
export async function lockAccounts(tx: Db, userIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select 1 from auth.users where id = any (${sql.param([...userIds])}::uuid[]) order by id for no key update`);
}

/**
 * Waits until every transaction that's writing a reference to the account has ended. Doesn't keep a lock. Call this
 * first in a transaction that ends the user's memberships, so that it also finds the rows of those transactions.
 */
export async function waitForWriters(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`savepoint writers`);
  await tx.execute(sql`select 1 from auth.users where id = ${userId} for update`);
  // Release the lock, so that inserts of notifications for this user don't wait.
  await tx.execute(sql`rollback to savepoint writers`);
  await tx.execute(sql`release savepoint writers`);
}

/**
 * Runs a transaction that changes the relationship between two users. The transaction sees all rows written about the
 * first user. Other changes to either user wait until it ends.
 */
export function withLockedPair<T>(db: Db, userId: string, otherId: string, work: (tx: Db) => Promise<T>): Promise<T> {
  return withDeadlockRetry(db, async (tx) => {
    await waitForWriters(tx, userId);
    await lockAccounts(tx, [userId, otherId]);
    return work(tx);
  });
}

/** Returns which of these ids belong to accounts. */
export async function listAccountsByIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select u.id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as wanted (id)
          join auth.users u on u.id = wanted.id::uuid`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns the id of the account with this email address, or undefined. */
export async function findAccountIdByEmail(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from auth.users where lower(email) = lower(${email})`,
  );
  return rows[0]?.id;
}

/** Returns the confirmed address of an account, if it has one. */
export async function findAccountEmail(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ email: string | null }>(
    sql`select u.email from ${accountContacts} u where u.id = ${userId}`,
  );
  return rows[0]?.email ?? undefined;
}

/**
 * Returns whether a user's signature is still valid: their account is active, not scheduled for deletion, and hasn't
 * been reported as compromised since signing.
 */
export async function isSignerTrusted(
  db: Db,
  userId: string,
  { signedAt, now }: { signedAt: Date; now: Date },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from auth.users u
     where u.id = ${userId} and u.deleted_at is null and u.delete_after is null
       and (u.banned_until is null or u.banned_until <= ${now.toISOString()})
       and not exists (
         select 1 from auth.security_events e
          where e.user_id = u.id and e.kind = 'change' and e.action = 'not_me'
            and e.created_at >= ${signedAt.toISOString()})`);
  return rows.length > 0;
}

/** Returns whether there are no accounts yet. */
export async function isAccountTableEmpty(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from auth.users limit 1`);
  return rows.length === 0;
}

/** Updates the planner's statistics after a bulk insert of accounts. Without this, the next queries get bad plans. */
export async function analyzeAccounts(db: Db): Promise<void> {
  for (const table of [sql`auth.users`, sql`auth.identities`]) await db.execute(sql`analyze ${table}`);
}

export type SignedInUser = {
  email: string | null;
  name: string | null;
  twitch: { provider_id: string; identity_data: Record<string, unknown> } | null;
};

/** Returns the account data about a user who signs in: email, a name they gave, and their newest Twitch identity. */
export async function findSignedInUser(db: Db, userId: string): Promise<SignedInUser | undefined> {
  const { rows } = await db.execute<SignedInUser>(sql`
    select u.email,
           coalesce(u.raw_user_meta_data ->> 'display_name', u.raw_user_meta_data ->> 'full_name') as name,
           (select jsonb_build_object('provider_id', i.provider_id, 'identity_data', i.identity_data)
              from auth.identities i
             where i.user_id = u.id and i.provider = 'twitch'
             order by i.last_sign_in_at desc nulls last
             limit 1) as twitch
      from auth.users u where u.id = ${userId}`);
  return rows[0];
}
