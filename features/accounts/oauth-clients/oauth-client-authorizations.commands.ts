import { randomBytes } from 'node:crypto';
import { paths } from '../../../content/paths.ts';
import type { Actor, Deps } from '../../../server/deps.ts';
import { addMs } from '../../../time/instants.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { findUser } from '../accounts.queries.ts';
import { getAuthSettings, hashSecret } from '../accounts.rules.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import { findChallengeProblem } from '../contact-addresses.rules.ts';
import { getRateLimitSubject } from '../networks.rules.ts';
import { addParameters } from '../oauth/oauth.rules.ts';
import { requireAal2 } from '../person/person.commands.ts';
import { consumeLimit } from '../rate-limits.commands.ts';
import { recordEvent } from '../security-events/security-events.commands.ts';
import { lockActor } from '../sessions/sessions.commands.ts';
import type { Visit } from '../sessions/visits.commands.ts';
import {
  type AuthorizationRow,
  answerAuthorization,
  claimAuthorization,
  deleteAuthorization,
  findConsent,
  insertAuthorization,
  listConsents,
  saveConsent,
  withdrawConsent,
} from './oauth-client-authorizations.queries.ts';
import type { AuthorizationDetails, Grant } from './oauth-client-authorizations.schema.ts';
import { createOAuthClientNotFoundError, getOAuthClientById } from './oauth-clients.commands.ts';
import { findOAuthClient, type OAuthClientRow } from './oauth-clients.queries.ts';
import { areScopesCovered, isRegistered, parseScopes } from './oauth-clients.rules.ts';

const REQUEST_MS = 10 * MINUTE_MS;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CONSENT_PAGE = paths.consent;

export type AuthorizeQuery = {
  response_type?: string | undefined;
  client_id?: string | undefined;
  redirect_uri?: string | undefined;
  scope?: string | undefined;
  state?: string | undefined;
  nonce?: string | undefined;
  code_challenge?: string | undefined;
  code_challenge_method?: string | undefined;
};

/**
 * Handles the authorization request of an OAuth client.
 * @returns the URL to redirect the browser to: our consent page, or back to the client with the error
 * @throws AuthRefusal for an unknown client or an unregistered redirect URL
 */
export async function startClientAuthorization(deps: Deps, query: AuthorizeQuery, visit: Visit): Promise<string> {
  await consumeLimit(deps, 'authorizeAddress', getRateLimitSubject(visit.ip));
  const program = await getOAuthClientById(deps, query.client_id ?? '');
  const { redirect_uri } = query;
  if (!redirect_uri || !isRegistered(redirect_uri, program.redirectUris)) {
    throw new AuthRefusal(400, 'validation_failed', "redirect_uri isn't registered for this app.");
  }
  const redirectWithError = (error: string, error_description: string) =>
    addParameters(redirect_uri, {
      error,
      error_description,
      ...toStateParameter(query),
      iss: getAuthSettings(deps.env).issuer,
    });
  if (query.response_type !== 'code')
    return redirectWithError('unsupported_response_type', 'response_type must be code.');
  const problem = findPkceProblem(query);
  if (problem) return redirectWithError('invalid_request', problem);
  if ((query.state?.length ?? 0) > 2_048) return redirectWithError('invalid_request', 'state is too long.');
  const scopes = parseScopes(query.scope || program.scope);
  if (!scopes?.length || !areScopesCovered(program.scope, scopes.join(' '))) {
    return redirectWithError('invalid_scope', `This app may ask for: ${program.scope}.`);
  }
  const now = deps.now();
  const row = await insertAuthorization(deps.db, {
    clientId: program.id,
    redirectUri: redirect_uri,
    scope: scopes.join(' '),
    state: query.state ?? null,
    nonce: query.nonce?.slice(0, 500) ?? null,
    codeChallenge: query.code_challenge!,
    expiresAt: addMs(now, REQUEST_MS),
    createdAt: now,
  });
  return addParameters(`${getAuthSettings(deps.env).origin}${CONSENT_PAGE}`, { authorization_id: row.id });
}

function findPkceProblem(query: AuthorizeQuery): string | undefined {
  if (!query.code_challenge) return 'code_challenge is required.';
  if (query.code_challenge_method !== 'S256') return 'code_challenge_method must be S256.';
  return findChallengeProblem(query.code_challenge, query.code_challenge_method);
}

const toStateParameter = ({ state }: { state?: string | null | undefined }): Record<string, string> =>
  state ? { state } : {};

const createNotFoundError = () =>
  new AuthRefusal(
    404,
    'oauth_authorization_not_found',
    'This request has expired or was already answered. Go back to the app and start again.',
  );

async function claimRequest(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ row: AuthorizationRow; program: OAuthClientRow }> {
  await requireAal2(deps, actor, 'sign in to an app');
  const row = UUID.test(id) ? await claimAuthorization(deps.db, id, actor.userId, deps.now()) : undefined;
  const program = row && (await findOAuthClient(deps.db, row.clientId));
  if (!row || !program) throw createNotFoundError();
  return { row, program };
}

const toClientSummary = (program: OAuthClientRow) => ({
  id: program.id,
  name: program.clientName,
  uri: program.clientUri ?? '',
  logo_uri: program.logoUri ?? '',
});

/**
 * Returns the data an app requests about the user, or the redirect if the user has already granted access to all of it.
 * @throws AuthRefusal oauth_authorization_not_found, insufficient_aal
 */
export async function readAuthorization(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<AuthorizationDetails | { redirect_url: string }> {
  const { row, program } = await claimRequest(deps, actor, id);
  const consent = await findConsent(deps.db, actor.userId, program.id);
  // A public client can't authenticate, so any app could pretend to be that client. Ask the user every time.
  if (program.clientType === 'confidential' && consent && areScopesCovered(consent.scope, row.scope)) {
    return { redirect_url: await approveRequest(deps, actor, row) };
  }
  const user = await findUser(deps.db, actor.userId);
  return {
    authorization_id: row.id,
    redirect_uri: row.redirectUri,
    client: toClientSummary(program),
    user: { id: actor.userId, email: user?.email ?? '' },
    scope: row.scope,
  };
}

/** Records the user's answer. @returns the URL to redirect the browser to: back to the app, with a code or an error */
export async function answerAuthorizationRequest(
  deps: Deps,
  actor: Actor,
  id: string,
  action: 'approve' | 'deny',
): Promise<string> {
  const { row } = await claimRequest(deps, actor, id);
  if (action === 'approve') return approveRequest(deps, actor, row);
  await deleteAuthorization(deps.db, row.id);
  return addParameters(row.redirectUri, {
    error: 'access_denied',
    error_description: 'The user denied access.',
    ...toStateParameter(row),
    iss: getAuthSettings(deps.env).issuer,
  });
}

async function approveRequest(deps: Deps, actor: Actor, row: AuthorizationRow): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const now = deps.now();
  const { flowSeconds, issuer } = getAuthSettings(deps.env);
  await deps.db.transaction(async (tx) => {
    await lockActor(tx, actor);
    const until = addMs(now, flowSeconds * 1000);
    if (!(await answerAuthorization(tx, row.id, hashSecret(code), until))) throw createNotFoundError();
    const consent = await findConsent(tx, actor.userId, row.clientId);
    if (consent && areScopesCovered(consent.scope, row.scope)) return;
    const scope = parseScopes(`${consent?.scope ?? ''} ${row.scope}`)!.join(' ');
    await saveConsent(tx, { userId: actor.userId, clientId: row.clientId, scope, grantedAt: now });
    await recordEvent(tx, deps, actor.userId, { action: 'program_connected' });
  });
  return addParameters(row.redirectUri, { code, ...toStateParameter(row), iss: issuer });
}

export async function readGrants(deps: Deps, actor: Actor): Promise<Grant[]> {
  const rows = await listConsents(deps.db, actor.userId);
  return rows.map(({ consent, program }) => ({
    client: toClientSummary(program),
    scopes: consent.scope.split(' '),
    granted_at: consent.grantedAt.toISOString(),
  }));
}

/** Disconnects an app. Its tokens become invalid immediately. @throws AuthRefusal oauth_consent_not_found */
export async function withdrawGrant(deps: Deps, actor: Actor, clientId: string): Promise<void> {
  if (!UUID.test(clientId)) throw createOAuthClientNotFoundError();
  await deps.db.transaction(async (tx) => {
    // An exchange of this app's code that's running now waits for this lock, and then fails.
    await lockActor(tx, actor);
    if (!(await withdrawConsent(tx, actor.userId, clientId))) {
      throw new AuthRefusal(404, 'oauth_consent_not_found', "This app isn't connected to your account.");
    }
    await recordEvent(tx, deps, actor.userId, { action: 'program_disconnected' });
  });
}
