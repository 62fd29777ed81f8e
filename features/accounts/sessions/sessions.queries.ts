import { and, desc, eq, isNull, lt, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { prepareStatementFor } from '../../../db/prepared-statements.ts';
import { flowStates, oauthAuthorizations, sessions, users } from '../accounts.tables.ts';

export type SessionRow = typeof sessions.$inferSelect;

/** @returns the inserted session */
export async function insertSession(db: Db, values: typeof sessions.$inferInsert): Promise<SessionRow> {
  const [row] = await db.insert(sessions).values(values).returning();
  return row!;
}

type FoundActor = {
  userId: string;
  email: string | null;
  aal: 'aal1' | 'aal2';
  factors: boolean;
  leaving: boolean;
  /** Whether the user has ever published a profile. */
  onboarded: boolean;
  /** The OAuth client that the session is for, and its scope; null for users themselves. */
  program: string | null;
  scope: string | null;
};

type ActorQuery = { ids: string[]; now: string; idleSince: string };
/** SQL expression for whether a user has published a profile. A higher-level feature provides it. */
export type ProfileStatus = (userId: SQLWrapper) => SQL<boolean>;

const readActors = prepareStatementFor<ProfileStatus, ActorQuery, FoundActor & { id: string }>(
  ({ ids, now, idleSince }, arrived) => sql`
    select s.id, u.id as "userId", u.email, u.delete_after is not null as leaving, s.aal, s.oauth_client_id as program, s.oauth_scope as scope,
           exists (select 1 from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as factors,
           ${arrived(sql`u.id`)} as onboarded
      from auth.sessions s join auth.users u on u.id = s.user_id
     where s.id = any (${ids}::uuid[]) and u.deleted_at is null
       and (u.banned_until is null or u.banned_until <= ${now})
       and (s.not_after is null or s.not_after > ${now})
       and coalesce(s.refreshed_at, s.created_at) > ${idleSince}`,
);

/**
 * Returns the users of active sessions: the session hasn't ended or been idle too long, and the user isn't banned or
 * deleted. Every API call needs this, so it's one indexed read, which concurrent calls share.
 * @returns users by session id
 */
export async function findActors(
  db: Db,
  ids: string[],
  { now, idleSince }: { now: Date; idleSince: Date },
  requiredStatus: ProfileStatus,
): Promise<Map<string, FoundActor>> {
  const rows = await readActors(requiredStatus, db, {
    ids,
    now: now.toISOString(),
    idleSince: idleSince.toISOString(),
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns which of the sessions are active as in `findActors` and belong to users who may act: no connected apps, no
 * pending account deletion and no pending second factor.
 */
export async function listActiveSessions(
  db: Db,
  ids: string[],
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select s.id from auth.sessions s join auth.users u on u.id = s.user_id
     where s.id = any (${sql.param(ids)}::uuid[]) and s.oauth_client_id is null
       and u.deleted_at is null and u.delete_after is null
       and (u.banned_until is null or u.banned_until <= ${now.toISOString()})
       and (s.not_after is null or s.not_after > ${now.toISOString()})
       and coalesce(s.refreshed_at, s.created_at) > ${idleSince.toISOString()}
       and (s.aal <> 'aal1' or not exists
             (select 1 from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'))`);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the session with this id, active or not. */
export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const [row] = await db.select().from(sessions).where(eq(sessions.id, id));
  return row;
}

/**
 * Advances a session to its next refresh token if `counter` is still the active one.
 * @returns undefined when another request has already changed or ended the session
 */
export async function rotateSession(
  db: Db,
  id: string,
  counter: number,
  values: { refreshedAt: Date; userAgent: string | null; ip: string | null; place: string | null },
): Promise<SessionRow | undefined> {
  const [row] = await db
    .update(sessions)
    .set({ ...values, refreshTokenCounter: counter + 1, updatedAt: values.refreshedAt })
    .where(and(eq(sessions.id, id), eq(sessions.refreshTokenCounter, counter)))
    .returning();
  return row;
}

/** @returns the updated session, or undefined when it's gone */
export async function updateSession(db: Db, id: string, values: Partial<SessionRow>): Promise<SessionRow | undefined> {
  const [row] = await db.update(sessions).set(values).where(eq(sessions.id, id)).returning();
  return row;
}

/** Ends a session. Its tokens become invalid immediately. */
export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id));
}

/**
 * Ends a user's sessions, including those of connected apps. Also removes anything that could open another session:
 * sign-ins in progress, and unused codes issued to an app or a browser.
 * @param keptSessionId the session to keep
 */
export async function deleteSessionsOf(db: Db, userId: string, keptSessionId?: string): Promise<void> {
  await db
    .update(users)
    .set({ sessionsEnded: sql`${users.sessionsEnded} + 1` })
    .where(eq(users.id, userId));
  await db.delete(flowStates).where(eq(flowStates.userId, userId));
  await db.delete(oauthAuthorizations).where(eq(oauthAuthorizations.userId, userId));
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), keptSessionId ? ne(sessions.id, keptSessionId) : undefined));
}

/** @returns a user's sessions, most recently used first, without those of connected apps */
export async function listSessions(db: Db, userId: string): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.oauthClientId)))
    .orderBy(desc(sql`coalesce(${sessions.refreshedAt}, ${sessions.createdAt})`));
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.notAfter, now));
}
