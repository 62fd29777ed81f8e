import { isUniqueViolation } from '../../../db/database.ts';
import type { Actor, Deps } from '../../../server/deps.ts';
import { addMs } from '../../../time/instants.ts';
import { enqueueAccountEmail } from '../account-emails.commands.ts';
import { findUser, type UserRow } from '../accounts.queries.ts';
import type { AuthSession } from '../accounts.schema.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import { getRateLimitSubject } from '../networks.rules.ts';
import { requireAal2 } from '../person/person.commands.ts';
import { consumeLimit } from '../rate-limits.commands.ts';
import { recordEvent } from '../security-events/security-events.commands.ts';
import { lockActor } from '../sessions/sessions.commands.ts';
import type { Visit } from '../sessions/visits.commands.ts';
import { signIn } from '../sign-in/sign-in.commands.ts';
import {
  checkCreation,
  checkRequest,
  createAssertionOptions,
  createCreationOptions,
  createWebauthnError,
} from '../webauthn.commands.ts';
import {
  claimCeremony,
  deletePasskey,
  findPasskey,
  insertCeremony,
  insertPasskey,
  listUserPasskeys,
  type PasskeyRow,
  updatePasskey,
} from './passkeys.queries.ts';
import type { Ceremony, CeremonyAnswer, Passkey } from './passkeys.schema.ts';

const CEREMONY_MS = 300_000;
const MAX_PASSKEYS = 10;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function presentPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    friendly_name: row.friendlyName,
    created_at: row.createdAt.toISOString(),
    ...(row.lastUsedAt ? { last_used_at: row.lastUsedAt.toISOString() } : {}),
  };
}

async function openCeremony(
  deps: Deps,
  kind: 'registration' | 'authentication',
  userId: string | null,
  options: { challenge: string },
): Promise<Ceremony> {
  const expiresAt = addMs(deps.now(), CEREMONY_MS);
  const sessionData = { challenge: options.challenge };
  const challenge_id = await insertCeremony(deps.db, { kind, userId, sessionData, expiresAt, createdAt: deps.now() });
  return { challenge_id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) };
}

async function claimCeremonyAnswer(
  deps: Deps,
  kind: 'registration' | 'authentication',
  input: CeremonyAnswer,
  userId?: string,
) {
  const id = input.challenge_id ?? '';
  const row = UUID.test(id) ? await claimCeremony(deps.db, id, kind, deps.now()) : undefined;
  if (!row || (userId && row.userId !== userId)) {
    throw new AuthRefusal(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');
  }
  if (!input.credential) throw new AuthRefusal(400, 'validation_failed', 'credential is required');
  return String(row.sessionData.challenge);
}

async function loadOwner(deps: Deps, actor: Actor): Promise<UserRow> {
  await requireAal2(deps, actor, 'manage passkeys');
  const user = await findUser(deps.db, actor.userId);
  if (!user || user.isAnonymous) {
    throw new AuthRefusal(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  }
  return user;
}

/** Starts adding a passkey. @throws AuthRefusal too_many_passkeys, insufficient_aal */
export async function startRegistration(deps: Deps, actor: Actor): Promise<Ceremony> {
  const user = await loadOwner(deps, actor);
  const passkeys = await listUserPasskeys(deps.db, user.id);
  if (passkeys.length >= MAX_PASSKEYS) {
    throw new AuthRefusal(422, 'too_many_passkeys', 'Maximum number of passkeys reached');
  }
  const exclude = passkeys.map((row) => row.credentialId);
  return openCeremony(deps, 'registration', user.id, await createCreationOptions(deps, user, exclude, true));
}

/** @throws AuthRefusal webauthn_challenge_not_found, webauthn_verification_failed, webauthn_credential_exists */
export async function finishRegistration(
  deps: Deps,
  actor: Actor,
  input: CeremonyAnswer,
  device: string,
): Promise<Passkey> {
  const user = await loadOwner(deps, actor);
  const challenge = await claimCeremonyAnswer(deps, 'registration', input, user.id);
  const credential = await checkCreation(deps, input.credential, challenge, true);
  const values = { userId: user.id, friendlyName: device, ...credential, createdAt: deps.now(), updatedAt: deps.now() };
  try {
    return await deps.db.transaction(async (tx) => {
      await lockActor(tx, actor);
      const row = await insertPasskey(tx, values);
      await recordEvent(tx, deps, user.id, { action: 'passkey_added' });
      await enqueueAccountEmail(tx, deps, { kind: 'passkey_added', userId: user.id });
      return presentPasskey(row);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AuthRefusal(422, 'webauthn_credential_exists', 'This credential is already registered');
  }
}

/** Starts a sign-in with any passkey the device has for this site. */
export async function startAuthentication(deps: Deps, visit: Visit): Promise<Ceremony> {
  await consumeLimit(deps, 'passkeyAddress', getRateLimitSubject(visit.ip));
  return openCeremony(deps, 'authentication', null, await createAssertionOptions(deps, [], true));
}

/** @throws AuthRefusal webauthn_challenge_not_found, webauthn_verification_failed, user_banned */
export async function finishAuthentication(deps: Deps, input: CeremonyAnswer, visit: Visit): Promise<AuthSession> {
  const challenge = await claimCeremonyAnswer(deps, 'authentication', input);
  const credentialId = (input.credential as { id?: unknown }).id;
  const passkey = typeof credentialId === 'string' ? await findPasskey(deps.db, credentialId) : undefined;
  if (!passkey) throw createWebauthnError();
  const signCount = await checkRequest(deps, input.credential, { challenge, credential: passkey, verified: true });
  const user = await findUser(deps.db, passkey.userId);
  if (!user) throw createWebauthnError();
  await updatePasskey(deps.db, user.id, passkey.id, { signCount, lastUsedAt: deps.now() });
  return signIn(deps, user, { method: 'passkey', visit });
}

export async function listPasskeys(deps: Deps, userId: string): Promise<Passkey[]> {
  return (await listUserPasskeys(deps.db, userId)).map(presentPasskey);
}

const createNotFoundError = () => new AuthRefusal(404, 'webauthn_credential_not_found', 'Passkey not found');

export async function renamePasskey(deps: Deps, actor: Actor, id: string, friendlyName: string): Promise<Passkey> {
  await loadOwner(deps, actor);
  const values = { friendlyName, updatedAt: deps.now() };
  const row = UUID.test(id) ? await updatePasskey(deps.db, actor.userId, id, values) : undefined;
  if (!row) throw createNotFoundError();
  return presentPasskey(row);
}

export async function removePasskey(deps: Deps, userId: string, id: string): Promise<void> {
  if (!UUID.test(id) || !(await deletePasskey(deps.db, userId, id))) throw createNotFoundError();
  await recordEvent(deps.db, deps, userId, { action: 'passkey_removed' });
}

/** Removes the user's own passkey. The session must have used the second factor if there is one. */
export async function removeOwnPasskey(deps: Deps, actor: Actor, id: string): Promise<void> {
  await loadOwner(deps, actor);
  await deps.db.transaction(async (tx) => {
    await lockActor(tx, actor);
    await removePasskey({ ...deps, db: tx }, actor.userId, id);
  });
}
