import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Deps } from '../../../server/deps.ts';
import { findUser, lockUser, type UserRow } from '../accounts.queries.ts';
import { authSettings, digest, sameSecret } from '../accounts.rules.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import { neighboursOf } from '../networks.rules.ts';
import { consume, refuseExhausted } from '../rate-limits.commands.ts';
import { activeToken, bearerOf, moveOn, refuseBanned, startSession } from '../sessions/sessions.commands.ts';
import { deleteSession, type SessionRow } from '../sessions/sessions.queries.ts';
import type { Visit } from '../sessions/visits.commands.ts';
import { keyRing } from '../signing-keys.commands.ts';
import {
  type AuthorizationRow,
  findAuthorizationByCode,
  noteSession,
  redeemAuthorization,
} from './program-authorizations.queries.ts';
import type { ProgramTokenRequest, ProgramTokens, UserInfo } from './program-authorizations.schema.ts';
import { knowsSecret } from './programs.commands.ts';
import { findProgram, type ProgramRow } from './programs.queries.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A no in the words of OAuth, which programs read, beside the protocol's. */
function refused(error: string, description: string, status: 400 | 401 = 400): AuthRefusal {
  return new AuthRefusal(status, error, description, { error, error_description: description });
}

type Credentials = {
  id: string;
  secret: string | undefined;
  method: 'none' | 'client_secret_basic' | 'client_secret_post';
};

function credentialsOf(authorization: string | undefined, input: ProgramTokenRequest): Credentials {
  const basic = authorization?.match(/^Basic ([\w+/=-]+)$/i)?.[1];
  if (!basic) {
    const method = input.client_secret ? 'client_secret_post' : 'none';
    return { id: input.client_id ?? '', secret: input.client_secret, method };
  }
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':', 2).map(decoded);
  return { id, secret, method: 'client_secret_basic' };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** @throws AuthRefusal invalid_client */
async function programOf(deps: Deps, { id, secret, method }: Credentials, visit: Visit): Promise<ProgramRow> {
  await refuseExhausted(deps, 'programAddress', neighboursOf(visit.ip));
  const program = UUID.test(id) ? await findProgram(deps.db, id) : undefined;
  if (program && program.authMethod === method && knowsSecret(program, secret)) return program;
  await consume(deps, 'programAddress', neighboursOf(visit.ip));
  throw refused('invalid_client', 'The program did not show who it is the way it was registered.', 401);
}

/**
 * Gives a program its tokens, for the code that a person came back with or for a refresh token.
 * @throws AuthRefusal invalid_client, invalid_grant, unsupported_grant_type, invalid_request
 */
export async function giveTokens(
  deps: Deps,
  authorization: string | undefined,
  input: ProgramTokenRequest,
  visit: Visit,
): Promise<ProgramTokens> {
  const program = await programOf(deps, credentialsOf(authorization, input), visit);
  const grant = input.grant_type ?? '';
  if (!program.grantTypes.includes(grant)) {
    throw refused('unsupported_grant_type', `This program may use: ${program.grantTypes.join(', ')}.`);
  }
  return grant === 'refresh_token' ? renew(deps, program, input, visit) : exchange(deps, program, input, visit);
}

const badCode = () => refused('invalid_grant', 'The code is not right, or it was used or has expired.');

async function exchange(deps: Deps, program: ProgramRow, input: ProgramTokenRequest, visit: Visit) {
  const { code, redirect_uri, code_verifier } = input;
  if (!code || !redirect_uri || !code_verifier) {
    throw refused('invalid_request', 'code, redirect_uri and code_verifier are required.');
  }
  const now = deps.now();
  const known = await findAuthorizationByCode(deps.db, digest(code));
  const opened = await deps.db.transaction(async (tx) => {
    // Whoever ends the person's sessions holds the person and takes the code away.
    const user = known?.userId ? await lockUser(tx, known.userId) : undefined;
    const row = await redeemAuthorization(tx, digest(code), now);
    if (!row) return 'used';
    if (!user || user.deleteAfter || !holds(row, program, input, now)) return 'wrong';
    refuseBanned(user, now);
    const letIn = { oauthClientId: program.id, oauthScope: row.scope };
    const method = 'oauth_provider/authorization_code';
    const session = await startSession(tx, deps, user.id, { method, visit, program: letIn });
    await noteSession(tx, row.id, session.id);
    return { user, row, session };
  });
  if (opened === 'used') {
    // The same code twice: one of the two is a thief, and nobody can say which.
    const before = await findAuthorizationByCode(deps.db, digest(code));
    if (before?.sessionId) await deleteSession(deps.db, before.sessionId);
  }
  if (opened === 'used' || opened === 'wrong') throw badCode();
  const { user, row, session } = opened;
  const id_token = row.scope.split(' ').includes('openid') ? { id_token: await writeIdToken(deps, user, row) } : {};
  return { ...(await present(deps, program, user, session)), ...id_token };
}

/** Whether a code was given to this program, for this address, to the one who began, and a moment ago. */
function holds(row: AuthorizationRow, program: ProgramRow, input: ProgramTokenRequest, now: Date): boolean {
  const proof = createHash('sha256').update(input.code_verifier!).digest('base64url');
  const fresh = row.expiresAt > now && row.userId !== null;
  const same = row.clientId === program.id && row.redirectUri === input.redirect_uri;
  return fresh && same && sameSecret(proof, row.codeChallenge);
}

async function renew(deps: Deps, program: ProgramRow, input: ProgramTokenRequest, visit: Visit) {
  if (!input.refresh_token) throw refused('invalid_request', 'refresh_token is required.');
  const moved = await moveOn(deps, input.refresh_token, visit, program.id).catch((error: unknown) => {
    if (error instanceof AuthRefusal) throw refused('invalid_grant', error.message);
    throw error;
  });
  return present(deps, program, moved.user, moved.session);
}

async function present(deps: Deps, program: ProgramRow, user: UserRow, session: SessionRow): Promise<ProgramTokens> {
  const { accessTokenSeconds } = authSettings(deps.env);
  const scope = session.oauthScope ?? '';
  return {
    access_token: await sign(deps, { client_id: program.id, scope, session_id: session.id }, user.id),
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    scope,
    ...(program.grantTypes.includes('refresh_token') ? { refresh_token: activeToken(deps, session) } : {}),
  };
}

async function sign(deps: Deps, claims: Record<string, unknown>, subject: string, audience?: string): Promise<string> {
  const { signing } = await keyRing(deps);
  const { issuer, accessTokenSeconds } = authSettings(deps.env);
  const issuedAt = Math.floor(deps.now().getTime() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: signing.algorithm, kid: signing.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(subject)
    .setAudience(audience ?? issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(signing.key);
}

async function writeIdToken(deps: Deps, user: UserRow, row: AuthorizationRow): Promise<string> {
  const claims = { ...about(user, row.scope), ...(row.nonce ? { nonce: row.nonce } : {}) };
  return sign(deps, claims, user.id, row.clientId);
}

/** A program gets the token in a header; longer values, a whole picture say, stay out. */
const LONGEST_CLAIM = 500;

/** What a scope tells about a person. */
function about(user: UserRow, scope: string): UserInfo {
  const scopes = scope.split(' ');
  const said = (name: string) => {
    const value = user.userMetaData[name];
    return typeof value === 'string' && value.length <= LONGEST_CLAIM ? value : '';
  };
  const named = said('full_name') || said('name');
  const nick = said('nickname') || said('preferred_username');
  return {
    sub: user.id,
    ...(scopes.includes('email') && user.email
      ? { email: user.email, email_verified: user.emailConfirmedAt !== null }
      : {}),
    ...(scopes.includes('profile') && named ? { name: named } : {}),
    ...(scopes.includes('profile') && nick ? { preferred_username: nick } : {}),
    ...(scopes.includes('profile') && said('avatar_url') ? { picture: said('avatar_url') } : {}),
  };
}

/**
 * Who a token speaks for, in the words of OpenID Connect; the person's own token shows everything.
 * @throws AuthRefusal invalid_token
 */
export async function readUserInfo(deps: Deps, authorization: string | undefined): Promise<UserInfo> {
  const token = authorization?.match(/^Bearer (\S+)$/i)?.[1];
  const found = token ? await bearerOf(deps, token) : undefined;
  const user = found && (await findUser(deps.db, found.actor.userId));
  if (!user) throw refused('invalid_token', 'The token is not good, or what it stood for has ended.', 401);
  return about(user, found.scope ?? 'openid profile email');
}
