import { randomBytes } from 'node:crypto';
import { paths } from '../../../content/paths.ts';
import type { Actor, Deps } from '../../../server/deps.ts';
import { addMs } from '../../../time/instants.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { findUser } from '../accounts.queries.ts';
import { authSettings, digest } from '../accounts.rules.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import { challengeProblem } from '../contact-addresses.rules.ts';
import { neighboursOf } from '../networks.rules.ts';
import { withParameters } from '../oauth/oauth.rules.ts';
import { requireAal2 } from '../person/person.commands.ts';
import { consume } from '../rate-limits.commands.ts';
import { recordEvent } from '../security-events/security-events.commands.ts';
import { lockActor } from '../sessions/sessions.commands.ts';
import type { Visit } from '../sessions/visits.commands.ts';
import {
  type AuthorizationRow,
  answerAuthorization,
  claimAuthorization,
  consentsOf,
  deleteAuthorization,
  findConsent,
  insertAuthorization,
  saveConsent,
  withdrawConsent,
} from './program-authorizations.queries.ts';
import type { AuthorizationDetails, Grant } from './program-authorizations.schema.ts';
import { programById, programNotFound } from './programs.commands.ts';
import { findProgram, type ProgramRow } from './programs.queries.ts';
import { covers, isRegistered, scopesOf } from './programs.rules.ts';

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
 * Takes the request of a program that sends somebody here to sign in.
 * @returns where the browser goes: to our question, or back to the program with what is wrong
 * @throws AuthRefusal when it is not certain whom one would be sending the browser back to
 */
export async function beginAuthorization(deps: Deps, query: AuthorizeQuery, visit: Visit): Promise<string> {
  await consume(deps, 'authorizeAddress', neighboursOf(visit.ip));
  const program = await programById(deps, query.client_id ?? '');
  const { redirect_uri } = query;
  if (!redirect_uri || !isRegistered(redirect_uri, program.redirectUris)) {
    throw new AuthRefusal(400, 'validation_failed', 'redirect_uri is not one of those registered for this program.');
  }
  const back = (error: string, error_description: string) =>
    withParameters(redirect_uri, { error, error_description, ...stateOf(query), iss: authSettings(deps.env).issuer });
  if (query.response_type !== 'code') return back('unsupported_response_type', 'response_type must be code.');
  const problem = pkceProblem(query);
  if (problem) return back('invalid_request', problem);
  if ((query.state?.length ?? 0) > 2_048) return back('invalid_request', 'state is too long.');
  const scopes = scopesOf(query.scope || program.scope);
  if (!scopes?.length || !covers(program.scope, scopes.join(' '))) {
    return back('invalid_scope', `This program may ask for: ${program.scope}.`);
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
  return withParameters(`${authSettings(deps.env).origin}${CONSENT_PAGE}`, { authorization_id: row.id });
}

function pkceProblem(query: AuthorizeQuery): string | undefined {
  if (!query.code_challenge) return 'code_challenge is required.';
  if (query.code_challenge_method !== 'S256') return 'code_challenge_method must be S256.';
  return challengeProblem(query.code_challenge, query.code_challenge_method);
}

const stateOf = ({ state }: { state?: string | null | undefined }): Record<string, string> => (state ? { state } : {});

const notThere = () =>
  new AuthRefusal(
    404,
    'oauth_authorization_not_found',
    'This request is over or was answered. Go back to the program and begin again.',
  );

async function claim(deps: Deps, actor: Actor, id: string): Promise<{ row: AuthorizationRow; program: ProgramRow }> {
  await requireAal2(deps, actor, 'sign in to a program');
  const row = UUID.test(id) ? await claimAuthorization(deps.db, id, actor.userId, deps.now()) : undefined;
  const program = row && (await findProgram(deps.db, row.clientId));
  if (!row || !program) throw notThere();
  return { row, program };
}

const faceOf = (program: ProgramRow) => ({
  id: program.id,
  name: program.clientName,
  uri: program.clientUri ?? '',
  logo_uri: program.logoUri ?? '',
});

/**
 * What a program wants to know about the person, or the way on when they agreed to all of it before.
 * @throws AuthRefusal oauth_authorization_not_found, insufficient_aal
 */
export async function readAuthorization(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<AuthorizationDetails | { redirect_url: string }> {
  const { row, program } = await claim(deps, actor, id);
  const consent = await findConsent(deps.db, actor.userId, program.id);
  // A public program cannot show who it is: anything on this device could use its name, so the person is asked again.
  if (program.clientType === 'confidential' && consent && covers(consent.scope, row.scope)) {
    return { redirect_url: await approve(deps, actor, row) };
  }
  const user = await findUser(deps.db, actor.userId);
  return {
    authorization_id: row.id,
    redirect_uri: row.redirectUri,
    client: faceOf(program),
    user: { id: actor.userId, email: user?.email ?? '' },
    scope: row.scope,
  };
}

/** The person's answer. @returns where the browser goes: back to the program, with a code or with the refusal */
export async function answer(deps: Deps, actor: Actor, id: string, action: 'approve' | 'deny'): Promise<string> {
  const { row } = await claim(deps, actor, id);
  if (action === 'approve') return approve(deps, actor, row);
  await deleteAuthorization(deps.db, row.id);
  return withParameters(row.redirectUri, {
    error: 'access_denied',
    error_description: 'The person said no.',
    ...stateOf(row),
    iss: authSettings(deps.env).issuer,
  });
}

async function approve(deps: Deps, actor: Actor, row: AuthorizationRow): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const now = deps.now();
  const { flowSeconds, issuer } = authSettings(deps.env);
  await deps.db.transaction(async (tx) => {
    await lockActor(tx, actor);
    const until = addMs(now, flowSeconds * 1000);
    if (!(await answerAuthorization(tx, row.id, digest(code), until))) throw notThere();
    const known = await findConsent(tx, actor.userId, row.clientId);
    if (known && covers(known.scope, row.scope)) return;
    const scope = scopesOf(`${known?.scope ?? ''} ${row.scope}`)!.join(' ');
    await saveConsent(tx, { userId: actor.userId, clientId: row.clientId, scope, grantedAt: now });
    await recordEvent(tx, deps, actor.userId, { action: 'program_connected' });
  });
  return withParameters(row.redirectUri, { code, ...stateOf(row), iss: issuer });
}

/** Programs that the person has let in. */
export async function readGrants(deps: Deps, actor: Actor): Promise<Grant[]> {
  const rows = await consentsOf(deps.db, actor.userId);
  return rows.map(({ consent, program }) => ({
    client: faceOf(program),
    scopes: consent.scope.split(' '),
    granted_at: consent.grantedAt.toISOString(),
  }));
}

/** Shows a program out again; what it holds is worthless at once. @throws AuthRefusal oauth_consent_not_found */
export async function withdraw(deps: Deps, actor: Actor, clientId: string): Promise<void> {
  if (!UUID.test(clientId)) throw programNotFound();
  await deps.db.transaction(async (tx) => {
    // A code that is redeemed in this moment waits, and is none afterwards.
    await lockActor(tx, actor);
    if (!(await withdrawConsent(tx, actor.userId, clientId))) {
      throw new AuthRefusal(404, 'oauth_consent_not_found', 'You have not let this program in.');
    }
    await recordEvent(tx, deps, actor.userId, { action: 'program_disconnected' });
  });
}
