import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';

/**
 * What the features above may know of accounts. The tables belong to accounts alone: others join these views (plain
 * projections, so that the planner sees through them to the indexes) or ask these questions.
 */

/** The addresses at which the account itself is reached: `id`, `email`, `phone` (digits); null while not confirmed. */
export const accountContacts = sql`(
  select id, case when email_confirmed_at is not null then email end as email,
         case when phone_confirmed_at is not null then phone end as phone
    from auth.users)`;

/** One row an account: `id`, `email`, `is_sso_user` (their address may be another's, too), `created_at`. */
export const accountList = sql`(select id, email, is_sso_user, created_at from auth.users)`;

/**
 * How many second factors somebody has that count.
 * @param userId the column or value that says whose
 */
export const verifiedFactors = (userId: SQL) =>
  sql`(select count(*) from auth.mfa_factors f where f.user_id = ${userId} and f.status = 'verified')`;

/**
 * Holds the account until the transaction ends, so that two acts on one person follow one another. Whoever writes
 * something that names the person, a message to them say, does not wait for it: two would wait for each other crosswise.
 * @returns whether there is such an account
 */
export async function lockAccount(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from auth.users where id = ${userId} for no key update`);
  return rows.length > 0;
}

/** Holds several accounts, like `lockAccount`, in one order, so that two who do this never wait for each other. */
export async function lockAccounts(tx: Db, userIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select 1 from auth.users where id = any (${sql.param([...userIds])}::uuid[]) order by id for no key update`);
}

/**
 * Waits for everybody who is writing something that names the account, and holds nothing; as the first thing of a
 * transaction that ends what the person is in, so that nothing of it is overlooked because it was not stored yet.
 */
export async function waitForWriters(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`savepoint writers`);
  await tx.execute(sql`select 1 from auth.users where id = ${userId} for update`);
  // What was taken since goes back: kept, everybody who tells them something would wait.
  await tx.execute(sql`rollback to savepoint writers`);
  await tx.execute(sql`release savepoint writers`);
}

/** Which of these ids are accounts. */
export async function listAccountsByIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select u.id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as wanted (id)
          join auth.users u on u.id = wanted.id::uuid`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The id of the account with this e-mail address, or nothing. */
export async function findAccountIdByEmail(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from auth.users where lower(email) = lower(${email})`,
  );
  return rows[0]?.id;
}

/** The confirmed address of an account, if it has one. */
export async function findAccountEmail(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ email: string | null }>(
    sql`select u.email from ${accountContacts} u where u.id = ${userId}`,
  );
  return rows[0]?.email ?? undefined;
}

/**
 * Whether what somebody signed still speaks for them: their account is open and stays, and they have not said since
 * that somebody else was in it.
 */
export async function isStillVouchedFor(
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

/** Whether nobody has an account yet. */
export async function hasNoAccounts(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from auth.users limit 1`);
  return rows.length === 0;
}

/** Tells the planner about accounts that were just written in bulk; otherwise the next reads guess wrong. */
export async function analyzeAccounts(db: Db): Promise<void> {
  for (const table of [sql`auth.users`, sql`auth.identities`]) await db.execute(sql`analyze ${table}`);
}

export type SignedInUser = {
  email: string | null;
  name: string | null;
  twitch: { provider_id: string; identity_data: Record<string, unknown> } | null;
};

/** What the account knows of a person who signs in: e-mail, a name they gave, their newest Twitch identity. */
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
