import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Deps } from '../../../server/deps.ts';
import { findUser, lockUser, type UserRow } from '../accounts.queries.ts';
import { getAuthSettings, hashSecret, isSameSecret } from '../accounts.rules.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import { getRateLimitSubject } from '../networks.rules.ts';
import { consumeLimit, requireRemaining } from '../rate-limits.commands.ts';
import {
  createActiveToken,
  identifyBearer,
  refuseBannedUser,
  rotateRefreshToken,
  startSession,
} from '../sessions/sessions.commands.ts';
import { deleteSession, type SessionRow } from '../sessions/sessions.queries.ts';
import type { Visit } from '../sessions/visits.commands.ts';
import { getKeyRing } from '../signing-keys.commands.ts';
import {
  type AuthorizationRow,
  findAuthorizationByCode,
  redeemAuthorization,
  saveAuthorizationSession,
} from './oauth-client-authorizations.queries.ts';
import type { OAuthClientTokenRequest, OAuthClientTokens, UserInfo } from './oauth-client-authorizations.schema.ts';
import { isClientSecret } from './oauth-clients.commands.ts';
import { findOAuthClient, type OAuthClientRow } from './oauth-clients.queries.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Creates an error with the fields of both OAuth and the sign-in protocol. */
function createRefusal(error: string, description: string, status: 400 | 401 = 400): AuthRefusal {
  return new AuthRefusal(status, error, description, { error, error_description: description });
}

type Credentials = {
  id: string;
  secret: string | undefined;
  method: 'none' | 'client_secret_basic' | 'client_secret_post';
};

function parseCredentials(authorization: string | undefined, input: OAuthClientTokenRequest): Credentials {
  const basic = authorization?.match(/^Basic ([\w+/=-]+)$/i)?.[1];
  if (!basic) {
    const method = input.client_secret ? 'client_secret_post' : 'none';
    return { id: input.client_id ?? '', secret: input.client_secret, method };
  }
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':', 2).map(decodeText);
  return { id, secret, method: 'client_secret_basic' };
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** @throws AuthRefusal invalid_client */
async function authenticateClient(
  deps: Deps,
  { id, secret, method }: Credentials,
  visit: Visit,
): Promise<OAuthClientRow> {
  await requireRemaining(deps, 'programAddress', getRateLimitSubject(visit.ip));
  const program = UUID.test(id) ? await findOAuthClient(deps.db, id) : undefined;
  if (program && program.authMethod === method && isClientSecret(program, secret)) return program;
  await consumeLimit(deps, 'programAddress', getRateLimitSubject(visit.ip));
  throw createRefusal('invalid_client', "The app didn't identify itself the way it was registered.", 401);
}

/**
 * Issues tokens to an OAuth client for an authorization code or a refresh token.
 * @throws AuthRefusal invalid_client, invalid_grant, unsupported_grant_type, invalid_request
 */
export async function issueClientTokens(
  deps: Deps,
  authorization: string | undefined,
  input: OAuthClientTokenRequest,
  visit: Visit,
): Promise<OAuthClientTokens> {
  const program = await authenticateClient(deps, parseCredentials(authorization, input), visit);
  const grant = input.grant_type ?? '';
  if (!program.grantTypes.includes(grant)) {
    throw createRefusal('unsupported_grant_type', `This app may use: ${program.grantTypes.join(', ')}.`);
  }
  return grant === 'refresh_token'
    ? refreshClientTokens(deps, program, input, visit)
    : exchangeAuthorizationCode(deps, program, input, visit);
}

const createBadCode = () => createRefusal('invalid_grant', 'The code is wrong, already used or expired.');

async function exchangeAuthorizationCode(
  deps: Deps,
  program: OAuthClientRow,
  input: OAuthClientTokenRequest,
  visit: Visit,
) {
  const { code, redirect_uri, code_verifier } = input;
  if (!code || !redirect_uri || !code_verifier) {
    throw createRefusal('invalid_request', 'code, redirect_uri and code_verifier are required.');
  }
  const now = deps.now();
  const authorization = await findAuthorizationByCode(deps.db, hashSecret(code));
  const redeemed = await deps.db.transaction(async (tx) => {
    // Lock the user before the code, in the same order as functions that end all of a user's sessions. Otherwise, both
    // could deadlock.
    const user = authorization?.userId ? await lockUser(tx, authorization.userId) : undefined;
    const row = await redeemAuthorization(tx, hashSecret(code), now);
    if (!row) return 'used';
    if (!user || user.deleteAfter || !isValidFor(row, program, input, now)) return 'wrong';
    refuseBannedUser(user, now);
    const clientGrant = { oauthClientId: program.id, oauthScope: row.scope };
    const method = 'oauth_provider/authorization_code';
    const session = await startSession(tx, deps, user.id, { method, visit, program: clientGrant });
    await saveAuthorizationSession(tx, row.id, session.id);
    return { user, row, session };
  });
  if (redeemed === 'used') {
    // The code was used twice. We can't tell which use is an attacker's, so end the session.
    const before = await findAuthorizationByCode(deps.db, hashSecret(code));
    if (before?.sessionId) await deleteSession(deps.db, before.sessionId);
  }
  if (redeemed === 'used' || redeemed === 'wrong') throw createBadCode();
  const { user, row, session } = redeemed;
  const id_token = row.scope.split(' ').includes('openid') ? { id_token: await createIdToken(deps, user, row) } : {};
  return { ...(await presentTokens(deps, program, user, session)), ...id_token };
}

/** Returns whether a code is recent and was issued to this client, for this redirect URL and verifier. */
function isValidFor(
  row: AuthorizationRow,
  program: OAuthClientRow,
  input: OAuthClientTokenRequest,
  now: Date,
): boolean {
  const proof = createHash('sha256').update(input.code_verifier!).digest('base64url');
  const isUsable = row.expiresAt > now && row.userId !== null;
  const isSameRequest = row.clientId === program.id && row.redirectUri === input.redirect_uri;
  return isUsable && isSameRequest && isSameSecret(proof, row.codeChallenge);
}

async function refreshClientTokens(deps: Deps, program: OAuthClientRow, input: OAuthClientTokenRequest, visit: Visit) {
  if (!input.refresh_token) throw createRefusal('invalid_request', 'refresh_token is required.');
  const rotated = await rotateRefreshToken(deps, input.refresh_token, visit, program.id).catch((error: unknown) => {
    if (error instanceof AuthRefusal) throw createRefusal('invalid_grant', error.message);
    throw error;
  });
  return presentTokens(deps, program, rotated.user, rotated.session);
}

async function presentTokens(
  deps: Deps,
  program: OAuthClientRow,
  user: UserRow,
  session: SessionRow,
): Promise<OAuthClientTokens> {
  const { accessTokenSeconds } = getAuthSettings(deps.env);
  const scope = session.oauthScope ?? '';
  return {
    access_token: await signToken(deps, { client_id: program.id, scope, session_id: session.id }, user.id),
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    scope,
    ...(program.grantTypes.includes('refresh_token') ? { refresh_token: createActiveToken(deps, session) } : {}),
  };
}

async function signToken(
  deps: Deps,
  claims: Record<string, unknown>,
  subject: string,
  audience?: string,
): Promise<string> {
  const { signing } = await getKeyRing(deps);
  const { issuer, accessTokenSeconds } = getAuthSettings(deps.env);
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

async function createIdToken(deps: Deps, user: UserRow, row: AuthorizationRow): Promise<string> {
  const claims = { ...toUserInfo(user, row.scope), ...(row.nonce ? { nonce: row.nonce } : {}) };
  return signToken(deps, claims, user.id, row.clientId);
}

/** Maximum length of a claim. Longer values, such as an embedded picture, are left out. */
const MAX_CLAIM_LENGTH = 500;

/** Returns the claims about a user that a scope includes. */
function toUserInfo(user: UserRow, scope: string): UserInfo {
  const scopes = scope.split(' ');
  const readMetadata = (name: string) => {
    const value = user.userMetaData[name];
    return typeof value === 'string' && value.length <= MAX_CLAIM_LENGTH ? value : '';
  };
  const displayName = readMetadata('full_name') || readMetadata('name');
  const nick = readMetadata('nickname') || readMetadata('preferred_username');
  return {
    sub: user.id,
    ...(scopes.includes('email') && user.email
      ? { email: user.email, email_verified: user.emailConfirmedAt !== null }
      : {}),
    ...(scopes.includes('profile') && displayName ? { name: displayName } : {}),
    ...(scopes.includes('profile') && nick ? { preferred_username: nick } : {}),
    ...(scopes.includes('profile') && readMetadata('avatar_url') ? { picture: readMetadata('avatar_url') } : {}),
  };
}

/**
 * Returns the OpenID Connect user info of a token. A token of the user's own session gets all claims.
 * @throws AuthRefusal invalid_token
 */
export async function readUserInfo(deps: Deps, authorization: string | undefined): Promise<UserInfo> {
  const token = authorization?.match(/^Bearer (\S+)$/i)?.[1];
  const found = token ? await identifyBearer(deps, token) : undefined;
  const user = found && (await findUser(deps.db, found.actor.userId));
  if (!user) throw createRefusal('invalid_token', 'The token is invalid, or the access behind it has ended.', 401);
  return toUserInfo(user, found.scope ?? 'openid profile email');
}
