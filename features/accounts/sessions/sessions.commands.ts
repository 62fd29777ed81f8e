import { KeyObject, randomBytes, verify } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { createBatcher } from '../../../db/batcher.ts';
import type { Db } from '../../../db/database.ts';
import { type Actor, type Deps, port, resolvePort } from '../../../server/deps.ts';
import { addMs, subtractMs } from '../../../time/instants.ts';
import { presentUser } from '../accounts.commands.ts';
import { findUser, loadPerson, lockUser, type Person, type UserRow } from '../accounts.queries.ts';
import { getAuthSettings } from '../accounts.rules.ts';
import type { AuthSession } from '../accounts.schema.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import { decryptSecret, encryptSecret, SECRET_CONTEXTS } from '../encryption.commands.ts';
import { fitMetadata, getByteLength, MAX_METADATA_BYTES, MAX_TOKEN_BYTES } from '../metadata.rules.ts';
import { recordEvent } from '../security-events/security-events.commands.ts';
import { findVerifyingKey, getKeyRing } from '../signing-keys.commands.ts';
import {
  deleteSession,
  deleteSessionsOf,
  findActors,
  findSession,
  insertSession,
  listActiveSessions,
  type ProfileStatus,
  rotateSession,
  type SessionRow,
} from './sessions.queries.ts';
import { decideTokenReuse, isGenuine, readRefreshToken, writeRefreshToken } from './sessions.rules.ts';
import type { Visit } from './visits.commands.ts';

/** SQL for whether a user has ever published a profile. Read with the session, because most operations need it. */
export const onboardingPort = port<ProfileStatus>('accounts.arrival');

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Verifies an access token's signature and expiry. Doesn't check its session.
 * @returns its claims, or undefined
 */
export async function readAccessToken(deps: Deps, token: string): Promise<JWTPayload | undefined> {
  try {
    const header = decodeProtectedHeader(token);
    const key = await findVerifyingKey(deps, header.kid, header.alg ?? '');
    if (!key) return undefined;
    if (key instanceof KeyObject && header.crit === undefined) return readClaims(token, key, deps.now());
    const { payload } = await jwtVerify(token, key, { currentDate: deps.now() });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/**
 * Returns the claims of a valid token (RFC 7519) signed with a P-256 key. Doesn't use the library, because the library
 * verifies each signature in another thread, which costs more than the verification itself. This matters when a node
 * stops and thousands of tokens reach another node at once.
 */
function readClaims(token: string, key: KeyObject, now: Date): JWTPayload | undefined {
  const claims = verifiedTokens.get(key)?.get(token) ?? verifyClaims(token, key);
  if (!claims) return undefined;
  const seconds = Math.floor(now.getTime() / 1000);
  const { exp = Number.POSITIVE_INFINITY, nbf = 0, iat = 0 } = claims as Record<string, unknown>;
  if (![exp, nbf, iat].every((instant) => typeof instant === 'number')) return undefined;
  return Number(exp) > seconds && Number(nbf) <= seconds ? claims : undefined;
}

/** Claims of verified tokens by key. When a key is removed, its tokens' claims are dropped too. */
const verifiedTokens = new WeakMap<KeyObject, Map<string, JWTPayload>>();
const MAX_VERIFIED_TOKENS = 5_000;

/**
 * Verifies a token's signature once and caches its claims, because every page sends several requests with the same
 * token.
 */
function verifyClaims(token: string, key: KeyObject): JWTPayload | undefined {
  const parts = token.split('.');
  const signedBytes = Buffer.from(`${parts[0]}.${parts[1]}`);
  const signature = Buffer.from(parts[2] ?? '', 'base64url');
  if (parts.length !== 3 || !verify('sha256', signedBytes, { key, dsaEncoding: 'ieee-p1363' }, signature))
    return undefined;
  const claims = decodeJwt(token);
  const tokens = verifiedTokens.get(key) ?? new Map<string, JWTPayload>();
  verifiedTokens.set(key, tokens);
  // Evict the oldest entry; a map keeps insertion order.
  if (tokens.size >= MAX_VERIFIED_TOKENS) tokens.delete(tokens.keys().next().value!);
  tokens.set(token, claims);
  return claims;
}

/**
 * Resolves a bearer token to a user. Requires a valid signature and an active session.
 * @returns undefined if the token isn't valid
 */
export async function identifyActor(deps: Deps, bearer: string): Promise<Actor | undefined> {
  const found = await identifyBearer(deps, bearer);
  // A connected app may read who the user is, but can't act as them.
  return found && !found.program ? found.actor : undefined;
}

export type Bearer = { actor: Actor; program: string | null; scope: string | null };

/** Works like `identifyActor`, for the one place that also accepts a connected app's token. */
export async function identifyBearer(deps: Deps, bearer: string): Promise<Bearer | undefined> {
  const claims = await readAccessToken(deps, bearer);
  const [userId, sessionId] = [claims?.sub, claims?.session_id];
  if (typeof userId !== 'string' || typeof sessionId !== 'string') return undefined;
  if (!UUID.test(userId) || !UUID.test(sessionId)) return undefined;
  const found = await getActorBatcher(deps)(sessionId);
  if (found?.userId !== userId) return undefined;
  const { email, aal, factors, leaving, onboarded, program, scope } = found;
  const actor = { userId, sessionId, email, aal, secondFactorPending: factors && aal === 'aal1', leaving, onboarded };
  return { actor, program, scope };
}

/** How long to collect lookups before running them as one query. */
const ACTOR_BATCH_MS = 4;

const actorBatchers = new WeakMap<Deps, ReturnType<typeof createActorBatcher>>();

const createActorBatcher = (deps: Deps) =>
  createBatcher(
    async (ids: string[]) =>
      findActors(deps.db, [...new Set(ids)], getSessionCutoffs(deps), resolvePort(deps, onboardingPort)),
    ACTOR_BATCH_MS,
  );

/** Returns the batcher that looks up session owners for concurrent requests. */
function getActorBatcher(deps: Deps): ReturnType<typeof createActorBatcher> {
  const batcher = actorBatchers.get(deps) ?? createActorBatcher(deps);
  actorBatchers.set(deps, batcher);
  return batcher;
}

/** Returns the cutoffs that decide whether a session is active. */
function getSessionCutoffs(deps: Deps): { now: Date; idleSince: Date } {
  const now = deps.now();
  return { now, idleSince: subtractMs(now, getAuthSettings(deps.env).inactivitySeconds * 1000) };
}

/** Returns when an already verified access token expires, in ms since 1970. */
export const getTokenExpiry = (token: string): number => (decodeJwt(token).exp ?? 0) * 1000;

/** Returns which of these sessions are active and belong to users who may act. Uses one query. */
export function findActiveSessions(deps: Deps, ids: string[]): Promise<Set<string>> {
  return listActiveSessions(deps.db, ids, getSessionCutoffs(deps));
}

const SERVICE_ROLES = ['service_role', 'supabase_admin'];

/**
 * Returns whether an Authorization header carries a service token that the operator created. The token belongs to no
 * user.
 */
export async function isService(deps: Deps, authorization: string | undefined): Promise<boolean> {
  const bearer = authorization?.match(/^Bearer (\S+)$/i)?.[1];
  const claims = bearer ? await readAccessToken(deps, bearer) : undefined;
  return claims?.sub === undefined && SERVICE_ROLES.includes(String(claims?.role));
}

/** Creates a token for the service itself. Anyone who holds it has full access to every account. */
export async function createServiceToken(deps: Deps, expires: string): Promise<string> {
  const { signing } = await getKeyRing(deps);
  return new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: signing.algorithm, kid: signing.kid, typ: 'JWT' })
    .setIssuer(getAuthSettings(deps.env).issuer)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(signing.key);
}

export type NewSession = {
  /** How the user authenticated. */
  method: string;
  visit: Visit;
  aal?: 'aal1' | 'aal2';
  /** The OAuth client that the session is for, and its scope. */
  program?: { oauthClientId: string; oauthScope: string } | undefined;
};

/** Opens a session for an authenticated user. */
export async function startSession(
  tx: Db,
  deps: Deps,
  userId: string,
  { method, visit, aal = 'aal1', program }: NewSession,
): Promise<SessionRow> {
  const now = deps.now();
  return insertSession(tx, {
    ...visit,
    ...program,
    userId,
    aal,
    amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }],
    notAfter: addMs(now, getAuthSettings(deps.env).lifetimeSeconds * 1000),
    refreshTokenKey: encryptSecret(deps, randomBytes(32).toString('base64url'), SECRET_CONTEXTS.session(userId)),
    createdAt: now,
    updatedAt: now,
  });
}

/**
 * Creates a session's access token and keeps it small enough for a header. Metadata that would exceed `MAX_TOKEN_BYTES`
 * is left out; `GET /user` still returns it.
 */
export async function writeAccessToken(deps: Deps, user: UserRow, session: SessionRow): Promise<string> {
  let room = 2 * MAX_METADATA_BYTES;
  for (;;) {
    const token = await signAccessToken(deps, user, session, room);
    const excess = token.length - MAX_TOKEN_BYTES;
    if (excess <= 0 || room === 0) return token;
    // Three bytes of claims become four characters of the token.
    room = Math.max(
      0,
      Math.min(room, getByteLength([user.appMetaData, user.userMetaData])) - Math.ceil((excess * 3) / 4),
    );
  }
}

const MAX_CONTACT_LENGTH = 320;
const MAX_ROLE_LENGTH = 64;
const MAX_METHODS = 10;
const blankIfTooLong = (text: string | null, most: number) => (text && text.length <= most ? text : '');

async function signAccessToken(deps: Deps, user: UserRow, session: SessionRow, room: number): Promise<string> {
  const { signing } = await getKeyRing(deps);
  const settings = getAuthSettings(deps.env);
  const issuedAt = Math.floor(deps.now().getTime() / 1000);
  const app_metadata = fitMetadata(user.appMetaData, room);
  return new SignJWT({
    email: blankIfTooLong(user.email, MAX_CONTACT_LENGTH),
    phone: blankIfTooLong(user.phone, MAX_CONTACT_LENGTH),
    app_metadata,
    user_metadata: fitMetadata(user.userMetaData, room - getByteLength(app_metadata)),
    role: blankIfTooLong(user.role, MAX_ROLE_LENGTH),
    aal: session.aal,
    amr: session.amr.slice(-MAX_METHODS).reverse(),
    session_id: session.id,
    is_anonymous: user.isAnonymous,
  })
    .setProtectedHeader({ alg: signing.algorithm, kid: signing.kid, typ: 'JWT' })
    .setIssuer(settings.issuer)
    .setSubject(user.id)
    .setAudience(blankIfTooLong(user.aud, MAX_ROLE_LENGTH))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + settings.accessTokenSeconds)
    .sign(signing.key);
}

const getTokenKey = (deps: Deps, session: SessionRow) =>
  decryptSecret(deps, session.refreshTokenKey, SECRET_CONTEXTS.session(session.userId));

export function createActiveToken(deps: Deps, session: SessionRow): string {
  return writeRefreshToken(session.id, session.refreshTokenCounter, getTokenKey(deps, session));
}

/** Returns the session in the protocol's shape, with a fresh access token and the active refresh token. */
export async function presentSession(deps: Deps, person: Person, session: SessionRow): Promise<AuthSession> {
  const { accessTokenSeconds } = getAuthSettings(deps.env);
  return {
    access_token: await writeAccessToken(deps, person.user, session),
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: Math.floor(deps.now().getTime() / 1000) + accessTokenSeconds,
    refresh_token: createActiveToken(deps, session),
    user: presentUser(person),
  };
}

const createNotFoundError = () =>
  new AuthRefusal(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');

/**
 * Exchanges a refresh token for the next one. If twenty tabs send the same token at once, one rotates it and the others
 * get the same active token. Reuse of an older token ends the session for everyone.
 * @throws AuthRefusal refresh_token_not_found, refresh_token_already_used, session_expired, user_banned
 */
export async function refreshSession(deps: Deps, text: string, visit: Visit): Promise<AuthSession> {
  const { user, session } = await rotateRefreshToken(deps, text, visit, null);
  return presentSession(deps, await loadPerson(deps.db, user), session);
}

/**
 * Rotates the refresh token of a session.
 * @param program the OAuth client that must own the session; null for users themselves
 * @throws AuthRefusal as `refreshSession`
 */
export async function rotateRefreshToken(deps: Deps, text: string, visit: Visit, program: string | null) {
  const token = readRefreshToken(text);
  if (!token) throw createNotFoundError();
  const session = await findSession(deps.db, token.sessionId);
  if (!session || !isGenuine(token, getTokenKey(deps, session))) throw createNotFoundError();
  if (session.oauthClientId !== program) throw createNotFoundError();
  const user = await findUser(deps.db, session.userId);
  if (!user) throw createNotFoundError();
  const now = deps.now();
  refuseBannedUser(user, now);
  refuseEndedSession(session, now, getAuthSettings(deps.env).inactivitySeconds);
  const rotatedSession = await rotateSession(deps.db, session.id, token.counter, { ...visit, refreshedAt: now });
  return { user, session: rotatedSession ?? (await handleTokenReuse(deps, token, now)) };
}

async function handleTokenReuse(
  deps: Deps,
  token: Parameters<typeof decideTokenReuse>[0],
  now: Date,
): Promise<SessionRow> {
  const session = await findSession(deps.db, token.sessionId);
  if (!session) throw createNotFoundError();
  if (decideTokenReuse(token, session, now, getAuthSettings(deps.env).reuseSeconds) === 'tolerate') return session;
  await deleteSession(deps.db, session.id);
  await recordEvent(deps.db, deps, session.userId, { action: 'session_copied' });
  throw new AuthRefusal(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
}

/** Refuses every kind of sign-in for a banned account until the ban ends. */
export function refuseBannedUser(user: UserRow, now: Date): void {
  if (user.bannedUntil && user.bannedUntil > now) throw new AuthRefusal(403, 'user_banned', 'User is banned');
}

/**
 * Refuses a sign-in if the user ended all sessions after the proof was checked. @param now the user as read under lock
 */
export function refuseIfSessionsEnded(userBefore: UserRow, now: UserRow): void {
  if (userBefore.sessionsEnded === now.sessionsEnded) return;
  throw new AuthRefusal(403, 'session_expired', 'All sessions ended while you signed in. Sign in again.');
}

/**
 * Locks the requesting user until the transaction ends, for changes to credentials. Refuses if their session has ended.
 * @throws AuthRefusal session_not_found
 */
export async function lockActor(tx: Db, actor: Actor): Promise<UserRow> {
  const user = await lockUser(tx, actor.userId);
  if (user && (await findSession(tx, actor.sessionId))) return user;
  throw new AuthRefusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}

function refuseEndedSession(session: SessionRow, now: Date, inactivitySeconds: number): void {
  const lastUse = session.refreshedAt ?? session.createdAt;
  const isIdle = now.getTime() - lastUse.getTime() > inactivitySeconds * 1000;
  if (!isIdle && (!session.notAfter || session.notAfter > now)) return;
  const why = isIdle ? '(Inactivity)' : '(Expired)';
  throw new AuthRefusal(400, 'session_expired', `Invalid Refresh Token: Session Expired ${why}`);
}

/** Ends all sessions of an account for the operator. @param alongside runs in the same transaction */
export async function signOutByOperator(
  deps: Deps,
  userId: string,
  alongside: (tx: Db) => Promise<unknown>,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await deleteSessionsOf(tx, userId);
    await recordEvent(tx, deps, userId, { action: 'changed_by_admin' });
    await alongside(tx);
  });
}

/**
 * Ends this session, all of the user's sessions or all the others. A session that still needs the second factor can
 * only end itself, because a password alone mustn't sign out other devices.
 * @throws AuthRefusal insufficient_aal
 */
export async function signOut(deps: Deps, actor: Actor, scope: 'global' | 'local' | 'others'): Promise<void> {
  const { sessionId, userId, secondFactorPending } = actor;
  if (scope === 'others' && secondFactorPending) {
    throw new AuthRefusal(401, 'insufficient_aal', 'Confirm two-factor authentication first.');
  }
  await deps.db.transaction(async (tx) => {
    if (scope === 'local' || secondFactorPending) await deleteSession(tx, sessionId);
    else await deleteSessionsOf(tx, userId, scope === 'others' ? sessionId : undefined);
    await recordEvent(tx, deps, userId, { action: scope === 'others' ? 'sessions_ended' : 'signed_out' });
  });
}
