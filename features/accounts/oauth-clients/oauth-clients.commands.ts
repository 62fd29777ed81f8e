import { randomBytes } from 'node:crypto';
import type { Deps } from '../../../server/deps.ts';
import { hashSecret, isSameSecret } from '../accounts.rules.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import {
  deleteOAuthClient,
  findOAuthClient,
  insertOAuthClient,
  listOAuthClients,
  type OAuthClientRow,
  updateOAuthClient,
} from './oauth-clients.queries.ts';
import { findRedirectProblem, findSiteProblem, parseScopes, resolveClientKind, SCOPES } from './oauth-clients.rules.ts';
import type { NewOAuthClient, OAuthClient, OAuthClientChange } from './oauth-clients.schema.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const createValidationError = (message: string) => new AuthRefusal(400, 'validation_failed', message);
const createSecret = () => randomBytes(32).toString('base64url');

/** Formats an OAuth client as the operator sees it. */
function presentClient(row: OAuthClientRow, secret?: string): OAuthClient {
  return {
    client_id: row.id,
    ...(secret ? { client_secret: secret } : {}),
    client_name: row.clientName,
    client_type: row.clientType,
    token_endpoint_auth_method: row.authMethod,
    registration_type: 'manual',
    ...(row.clientUri ? { client_uri: row.clientUri } : {}),
    ...(row.logoUri ? { logo_uri: row.logoUri } : {}),
    redirect_uris: row.redirectUris,
    grant_types: row.grantTypes,
    response_types: ['code'],
    scope: row.scope,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function requireAddresses(input: OAuthClientChange): void {
  const problem =
    input.redirect_uris?.map(findRedirectProblem).find(Boolean) ??
    findSiteProblem('client_uri', input.client_uri) ??
    findSiteProblem('logo_uri', input.logo_uri);
  if (problem) throw createValidationError(problem);
}

const CONTRADICTORY_AUTH_METHOD =
  "token_endpoint_auth_method and client_type don't match: public apps use none, confidential ones a secret.";

/**
 * Registers an OAuth client. Its secret is only ever included in this response.
 * @throws AuthRefusal validation_failed
 */
export async function registerOAuthClient(deps: Deps, input: NewOAuthClient): Promise<OAuthClient> {
  requireAddresses(input);
  const kind = resolveClientKind(input.client_type, input.token_endpoint_auth_method);
  if (!kind) throw createValidationError(CONTRADICTORY_AUTH_METHOD);
  const scopes = parseScopes(input.scope ?? SCOPES.join(' '));
  if (!scopes?.length) throw createValidationError(`scope may contain ${SCOPES.join(', ')}.`);
  const secret = kind.clientType === 'confidential' ? createSecret() : undefined;
  const now = deps.now();
  const row = await insertOAuthClient(deps.db, {
    ...kind,
    secretHash: secret ? hashSecret(secret) : null,
    clientName: input.client_name,
    clientUri: input.client_uri || null,
    logoUri: input.logo_uri || null,
    redirectUris: input.redirect_uris,
    grantTypes: resolveGrantTypes(input.grant_types),
    scope: scopes.join(' '),
    createdAt: now,
    updatedAt: now,
  });
  return presentClient(row, secret);
}

/** Resolves the grant types. Clients need authorization_code to sign users in. */
function resolveGrantTypes(grantTypes: string[] | null | undefined): string[] {
  const grants = grantTypes?.length ? [...new Set(grantTypes)] : ['authorization_code', 'refresh_token'];
  if (!grants.includes('authorization_code'))
    throw createValidationError('grant_types must contain authorization_code.');
  return grants;
}

/** @throws AuthRefusal oauth_client_not_found */
export async function getOAuthClientById(deps: Deps, id: string): Promise<OAuthClientRow> {
  const row = UUID.test(id) ? await findOAuthClient(deps.db, id) : undefined;
  if (!row) throw createOAuthClientNotFoundError();
  return row;
}

export const createOAuthClientNotFoundError = () =>
  new AuthRefusal(404, 'oauth_client_not_found', 'OAuth client not found');

export async function readOAuthClient(deps: Deps, id: string): Promise<OAuthClient> {
  return presentClient(await getOAuthClientById(deps, id));
}

/** @throws AuthRefusal validation_failed for an invalid page */
export async function listOAuthClientsPage(deps: Deps, page: number, perPage: number) {
  if (!Number.isInteger(page) || page < 1 || !Number.isInteger(perPage) || perPage < 1 || perPage > 1000) {
    throw createValidationError('Bad Pagination Parameters: page and per_page start at 1');
  }
  const { rows, total } = await listOAuthClients(deps.db, page, perPage);
  return { clients: rows.map((row) => presentClient(row)), total, last: Math.max(1, Math.ceil(total / perPage)) };
}

/** Updates only the given fields. @throws AuthRefusal validation_failed, oauth_client_not_found */
export async function updateOAuthClientSettings(
  deps: Deps,
  id: string,
  input: OAuthClientChange,
): Promise<OAuthClient> {
  const client = await getOAuthClientById(deps, id);
  if (Object.values(input).every((value) => value === undefined || value === null)) {
    throw createValidationError('Enter at least one field to change.');
  }
  requireAddresses(input);
  const method = input.token_endpoint_auth_method;
  if (method && !resolveClientKind(client.clientType, method)) throw createValidationError(CONTRADICTORY_AUTH_METHOD);
  const values = {
    ...(input.client_name ? { clientName: input.client_name } : {}),
    ...(input.client_uri === undefined || input.client_uri === null ? {} : { clientUri: input.client_uri || null }),
    ...(input.logo_uri === undefined || input.logo_uri === null ? {} : { logoUri: input.logo_uri || null }),
    ...(input.redirect_uris ? { redirectUris: input.redirect_uris } : {}),
    ...(input.grant_types ? { grantTypes: resolveGrantTypes(input.grant_types) } : {}),
    ...(method ? { authMethod: method } : {}),
  };
  const row = await updateOAuthClient(deps.db, client.id, values, deps.now());
  if (!row) throw createOAuthClientNotFoundError();
  return presentClient(row);
}

/** Replaces the secret with a new one. @throws AuthRefusal validation_failed for a client without a secret */
export async function renewOAuthClientSecret(deps: Deps, id: string): Promise<OAuthClient> {
  const client = await getOAuthClientById(deps, id);
  if (client.clientType === 'public') throw createValidationError('A public app has no secret to regenerate.');
  const secret = createSecret();
  const row = await updateOAuthClient(deps.db, client.id, { secretHash: hashSecret(secret) }, deps.now());
  if (!row) throw createOAuthClientNotFoundError();
  return presentClient(row, secret);
}

/** Deletes an OAuth client, which ends its sessions immediately. */
export async function removeOAuthClient(deps: Deps, id: string): Promise<void> {
  const client = await getOAuthClientById(deps, id);
  await deleteOAuthClient(deps.db, client.id);
}

/** Returns whether a secret is the client's. A public client has no secret. */
export function isClientSecret(program: OAuthClientRow, secret: string | undefined): boolean {
  if (program.secretHash === null) return !secret;
  return isSameSecret(program.secretHash, hashSecret(secret ?? ''));
}
