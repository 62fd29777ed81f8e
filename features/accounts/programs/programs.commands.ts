import { randomBytes } from 'node:crypto';
import type { Deps } from '../../../server/deps.ts';
import { digest, sameSecret } from '../accounts.rules.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import {
  deleteProgram,
  findProgram,
  insertProgram,
  listPrograms,
  type ProgramRow,
  updateProgram,
} from './programs.queries.ts';
import { kindOf, redirectProblem, SCOPES, scopesOf, siteProblem } from './programs.rules.ts';
import type { NewProgram, Program, ProgramChange } from './programs.schema.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const invalid = (message: string) => new AuthRefusal(400, 'validation_failed', message);
const newSecret = () => randomBytes(32).toString('base64url');

/** A program as the operator sees it. */
function present(row: ProgramRow, secret?: string): Program {
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

function requireAddresses(input: ProgramChange): void {
  const problem =
    input.redirect_uris?.map(redirectProblem).find(Boolean) ??
    siteProblem('client_uri', input.client_uri) ??
    siteProblem('logo_uri', input.logo_uri);
  if (problem) throw invalid(problem);
}

const CONTRADICTION =
  'token_endpoint_auth_method and client_type contradict each other: public programs use none, confidential ones a secret.';

/**
 * Registers a program. Its secret is in this answer and never again.
 * @throws AuthRefusal validation_failed
 */
export async function registerProgram(deps: Deps, input: NewProgram): Promise<Program> {
  requireAddresses(input);
  const kind = kindOf(input.client_type, input.token_endpoint_auth_method);
  if (!kind) throw invalid(CONTRADICTION);
  const scopes = scopesOf(input.scope ?? SCOPES.join(' '));
  if (!scopes?.length) throw invalid(`scope may hold ${SCOPES.join(', ')}.`);
  const secret = kind.clientType === 'confidential' ? newSecret() : undefined;
  const now = deps.now();
  const row = await insertProgram(deps.db, {
    ...kind,
    secretHash: secret ? digest(secret) : null,
    clientName: input.client_name,
    clientUri: input.client_uri || null,
    logoUri: input.logo_uri || null,
    redirectUris: input.redirect_uris,
    grantTypes: grantsOf(input.grant_types),
    scope: scopes.join(' '),
    createdAt: now,
    updatedAt: now,
  });
  return present(row, secret);
}

/** Without the first grant no program could ever begin. */
function grantsOf(wanted: string[] | null | undefined): string[] {
  const grants = wanted?.length ? [...new Set(wanted)] : ['authorization_code', 'refresh_token'];
  if (!grants.includes('authorization_code')) throw invalid('grant_types must hold authorization_code.');
  return grants;
}

/** @throws AuthRefusal oauth_client_not_found */
export async function programById(deps: Deps, id: string): Promise<ProgramRow> {
  const row = UUID.test(id) ? await findProgram(deps.db, id) : undefined;
  if (!row) throw programNotFound();
  return row;
}

export const programNotFound = () => new AuthRefusal(404, 'oauth_client_not_found', 'OAuth client not found');

export async function readProgram(deps: Deps, id: string): Promise<Program> {
  return present(await programById(deps, id));
}

/** @throws AuthRefusal validation_failed for a page that cannot be */
export async function readPrograms(deps: Deps, page: number, perPage: number) {
  if (!Number.isInteger(page) || page < 1 || !Number.isInteger(perPage) || perPage < 1 || perPage > 1000) {
    throw invalid('Bad Pagination Parameters: page and per_page start at 1');
  }
  const { rows, total } = await listPrograms(deps.db, page, perPage);
  return { clients: rows.map((row) => present(row)), total, last: Math.max(1, Math.ceil(total / perPage)) };
}

/** Changes what was named, leaves the rest. @throws AuthRefusal validation_failed, oauth_client_not_found */
export async function changeProgram(deps: Deps, id: string, input: ProgramChange): Promise<Program> {
  const known = await programById(deps, id);
  if (Object.values(input).every((value) => value === undefined || value === null)) {
    throw invalid('Name at least one field to change.');
  }
  requireAddresses(input);
  const method = input.token_endpoint_auth_method;
  if (method && !kindOf(known.clientType, method)) throw invalid(CONTRADICTION);
  const values = {
    ...(input.client_name ? { clientName: input.client_name } : {}),
    ...(input.client_uri === undefined || input.client_uri === null ? {} : { clientUri: input.client_uri || null }),
    ...(input.logo_uri === undefined || input.logo_uri === null ? {} : { logoUri: input.logo_uri || null }),
    ...(input.redirect_uris ? { redirectUris: input.redirect_uris } : {}),
    ...(input.grant_types ? { grantTypes: grantsOf(input.grant_types) } : {}),
    ...(method ? { authMethod: method } : {}),
  };
  const row = await updateProgram(deps.db, known.id, values, deps.now());
  if (!row) throw programNotFound();
  return present(row);
}

/** Voids the secret and makes another. @throws AuthRefusal validation_failed for a program that has none */
export async function renewSecret(deps: Deps, id: string): Promise<Program> {
  const known = await programById(deps, id);
  if (known.clientType === 'public') throw invalid('A public program has no secret to regenerate.');
  const secret = newSecret();
  const row = await updateProgram(deps.db, known.id, { secretHash: digest(secret) }, deps.now());
  if (!row) throw programNotFound();
  return present(row, secret);
}

/** Removes a program; it is signed out everywhere at once. */
export async function removeProgram(deps: Deps, id: string): Promise<void> {
  const known = await programById(deps, id);
  await deleteProgram(deps.db, known.id);
}

/** Whether somebody who speaks for a program knows its secret; a public one has nothing to know. */
export function knowsSecret(program: ProgramRow, secret: string | undefined): boolean {
  if (program.secretHash === null) return !secret;
  return sameSecret(program.secretHash, digest(secret ?? ''));
}
