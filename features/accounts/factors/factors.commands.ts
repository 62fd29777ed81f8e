import { Secret } from 'otpauth';
import { renderSVG } from 'uqr';
import { isUniqueViolation } from '../../../db/database.ts';
import type { Actor, Deps } from '../../../server/deps.ts';
import { addMs, subtractMs } from '../../../time/instants.ts';
import { enqueueAccountEmail } from '../account-emails.commands.ts';
import { type FactorRow, findUser, listFactors, loadPerson, type UserRow } from '../accounts.queries.ts';
import { getAuthSettings, hashSecret, isSameSecret } from '../accounts.rules.ts';
import type { AuthSession } from '../accounts.schema.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import { parsePhone } from '../contact-addresses.commands.ts';
import { decryptSecret, encryptSecret, SECRET_CONTEXTS } from '../encryption.commands.ts';
import { enqueueAccountSms } from '../phone-messages.commands.ts';
import { consumeLimit, resetLimit } from '../rate-limits.commands.ts';
import { recordEvent } from '../security-events/security-events.commands.ts';
import { lockActor, presentSession } from '../sessions/sessions.commands.ts';
import { findSession, updateSession } from '../sessions/sessions.queries.ts';
import {
  type Credential,
  checkCreation,
  checkRequest,
  createAssertionOptions,
  createCreationOptions,
} from '../webauthn.commands.ts';
import {
  type ChallengeRow,
  claimStep,
  consumeChallenge,
  deleteAal1Sessions,
  deleteFactor,
  deleteUnverifiedFactors,
  downgradeSessions,
  findChallenge,
  findFactor,
  incrementTries,
  insertChallenge,
  insertFactor,
  updateFactor,
} from './factors.queries.ts';
import { createTotpUri, findTotpStep } from './factors.rules.ts';
import type { EnrolledFactor, EnrollFactor, FactorChallenge, VerifyFactor } from './factors.schema.ts';

const MAX_FACTORS = 10;
const MAX_TRIES = 5;
const CHALLENGE_MS = 300_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TYPES = ['totp', 'phone', 'webauthn'] as const;

const createFactorNotFoundError = () => new AuthRefusal(404, 'mfa_factor_not_found', 'Factor not found');

async function requireUser(deps: Deps, actor: Actor): Promise<UserRow> {
  const user = await findUser(deps.db, actor.userId);
  if (!user) throw new AuthRefusal(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (user.isAnonymous) {
    throw new AuthRefusal(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  }
  return user;
}

/**
 * Starts adding a second factor. It becomes active with its first verification.
 * @throws AuthRefusal insufficient_aal, too_many_enrolled_mfa_factors, mfa_factor_name_conflict
 */
export async function enrollFactor(deps: Deps, actor: Actor, input: EnrollFactor): Promise<EnrolledFactor> {
  const user = await requireUser(deps, actor);
  const type = TYPES.find((one) => one === input.factor_type);
  if (!type) {
    throw new AuthRefusal(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn');
  }
  if (type === 'phone' && !input.phone) {
    throw new AuthRefusal(400, 'validation_failed', 'Phone number required to enroll Phone factor');
  }
  const phone = type === 'phone' ? parsePhone(input.phone!) : null;
  await deleteUnverifiedFactors(deps.db, user.id, subtractMs(deps.now(), CHALLENGE_MS));
  const factors = await listFactors(deps.db, [user.id]);
  if (factors.length >= MAX_FACTORS) {
    const why = 'Maximum number of verified factors reached, unenroll to continue';
    throw new AuthRefusal(422, 'too_many_enrolled_mfa_factors', why);
  }
  if (factors.some(({ status }) => status === 'verified') && actor.aal !== 'aal2') {
    throw new AuthRefusal(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  }
  const issuer = input.issuer || new URL(getAuthSettings(deps.env).origin).host;
  const totp = type === 'totp' ? createTotp(issuer, user.email || user.phone || user.id) : undefined;
  const now = deps.now();
  const factor = await insertFactor(deps.db, {
    userId: user.id,
    factorType: type,
    friendlyName: input.friendly_name ?? '',
    secret: totp ? encryptSecret(deps, totp.secret, SECRET_CONTEXTS.factor(user.id)) : null,
    phone,
    createdAt: now,
    updatedAt: now,
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    const why = `A factor with the friendly name "${input.friendly_name}" for this user already exists`;
    throw new AuthRefusal(422, 'mfa_factor_name_conflict', why);
  });
  return {
    id: factor.id,
    type,
    friendly_name: factor.friendlyName ?? '',
    ...(phone ? { phone } : {}),
    ...(totp ? { totp: { qr_code: renderSVG(totp.uri), secret: totp.secret, uri: totp.uri } } : {}),
  };
}

/** Creates a secret and the URI for authenticator apps. */
function createTotp(issuer: string, label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: createTotpUri(secret, issuer, label) };
}

async function loadFactor(deps: Deps, actor: Actor, id: string): Promise<FactorRow> {
  const factor = UUID.test(id) ? await findFactor(deps.db, actor.userId, id) : undefined;
  if (!factor) throw createFactorNotFoundError();
  return factor;
}

/**
 * Opens a challenge: sends a code to a phone, or creates the options for a security key. The challenge is valid for 300
 * seconds.
 */
export async function challengeFactor(deps: Deps, actor: Actor, factorId: string): Promise<FactorChallenge> {
  const user = await requireUser(deps, actor);
  const factor = await loadFactor(deps, actor, factorId);
  const now = deps.now();
  const expiresAt = addMs(now, CHALLENGE_MS);
  if (factor.factorType === 'phone') await consumeLimit(deps, 'message', factor.phone!, 'over_sms_send_rate_limit');
  const webauthn = factor.factorType === 'webauthn' ? await createRequestOptions(deps, user, factor) : undefined;
  const row = await deps.db.transaction(async (tx) => {
    const webAuthnSessionData = webauthn ? { challenge: webauthn.challenge } : null;
    const challenge = await insertChallenge(tx, {
      factorId: factor.id,
      webAuthnSessionData,
      expiresAt,
      createdAt: now,
    });
    await updateFactor(tx, factor.id, { lastChallengedAt: now }, now);
    if (factor.factorType === 'phone') {
      await enqueueAccountSms(tx, deps, { purpose: 'factor', userId: user.id, challengeId: challenge.id });
    }
    return challenge;
  });
  return {
    id: row.id,
    type: factor.factorType,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    ...(webauthn ? { webauthn: { type: webauthn.type, credential_options: { publicKey: webauthn.options } } } : {}),
  };
}

async function createRequestOptions(deps: Deps, user: UserRow, factor: FactorRow) {
  if (factor.status === 'unverified') {
    const options = await createCreationOptions(deps, user, [], false);
    return { type: 'create' as const, challenge: options.challenge, options };
  }
  const { credentialId } = factor.webAuthnCredential as unknown as Credential;
  const options = await createAssertionOptions(deps, [credentialId], false);
  return { type: 'request' as const, challenge: options.challenge, options };
}

/**
 * Verifies a challenge response, raises the session to AAL2 and returns new tokens. A factor's first verification ends
 * the user's sessions that never used a second factor.
 * @throws AuthRefusal mfa_verification_failed, mfa_challenge_expired, mfa_factor_not_found, over_request_rate_limit
 */
export async function verifyFactor(
  deps: Deps,
  actor: Actor,
  factorId: string,
  input: VerifyFactor,
): Promise<AuthSession> {
  const user = await requireUser(deps, actor);
  const factor = await loadFactor(deps, actor, factorId);
  const id = input.challenge_id ?? '';
  const open = UUID.test(id) ? await findChallenge(deps.db, factor.id, id) : undefined;
  if (!open) {
    throw new AuthRefusal(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (open.expiresAt <= deps.now() || (await incrementTries(deps.db, open.id)) > MAX_TRIES) {
    await consumeChallenge(deps.db, open.id);
    const why = `MFA challenge ${open.id} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthRefusal(422, 'mfa_challenge_expired', why);
  }
  await consumeLimit(deps, 'factor', factor.id);
  const values = await checkFactorProof(deps, factor, open, input).catch(async (error: unknown) => {
    if (error instanceof AuthRefusal) await recordEvent(deps.db, deps, user.id, { action: 'factor_failed' });
    throw error;
  });
  await resetLimit(deps, 'factor', factor.id);
  const method = METHODS[factor.factorType];
  const session = await deps.db.transaction(async (tx) => {
    if (!(await consumeChallenge(tx, open.id))) throw createVerificationFailedError(factor);
    const now = deps.now();
    await updateFactor(tx, factor.id, { status: 'verified', ...values }, now);
    if (factor.status === 'unverified') {
      await deleteAal1Sessions(tx, user.id, actor.sessionId);
      await recordEvent(tx, deps, user.id, { action: 'factor_added' });
      await enqueueAccountEmail(tx, deps, { kind: 'factor_added', userId: user.id });
    } else await recordEvent(tx, deps, user.id, { action: 'second_factor_used', method });
    return elevateSession(tx, deps, actor, { method, factorId: factor.id });
  });
  return presentSession(deps, await loadPerson(deps.db, user), session);
}

const METHODS = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const;

/** Raises a session to AAL2 and rotates its refresh token. */
export async function elevateSession(
  tx: Deps['db'],
  deps: Deps,
  actor: Actor,
  { method, factorId }: { method: string; factorId: string | null },
) {
  const currentSession = await findSession(tx, actor.sessionId);
  const timestamp = Math.floor(deps.now().getTime() / 1000);
  const raisedSession =
    currentSession &&
    (await updateSession(tx, currentSession.id, {
      aal: 'aal2',
      factorId,
      amr: [...currentSession.amr.filter((one) => one.method !== method), { method, timestamp }],
      refreshTokenCounter: currentSession.refreshTokenCounter + 1,
      refreshedAt: deps.now(),
      updatedAt: deps.now(),
    }));
  if (!raisedSession)
    throw new AuthRefusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  return raisedSession;
}

const createVerificationFailedError = (factor: FactorRow) =>
  new AuthRefusal(
    422,
    'mfa_verification_failed',
    factor.factorType === 'phone' ? 'Invalid MFA Phone code entered' : 'Invalid TOTP code entered',
  );

/** Verifies a challenge response. @returns the factor's fields to update */
async function checkFactorProof(
  deps: Deps,
  factor: FactorRow,
  open: ChallengeRow,
  input: VerifyFactor,
): Promise<Partial<FactorRow>> {
  if (factor.factorType === 'webauthn') return checkKeyProof(deps, factor, open, input);
  if (!input.code) throw new AuthRefusal(400, 'validation_failed', 'Code needs to be non-empty');
  if (factor.factorType === 'phone') {
    if (!open.otpHash || !isSameSecret(open.otpHash, hashSecret(`${open.id}:${input.code.trim()}`)))
      throw createVerificationFailedError(factor);
    return {};
  }
  const secret = decryptSecret(deps, factor.secret!, SECRET_CONTEXTS.factor(factor.userId));
  const step = findTotpStep(secret, input.code, deps.now());
  if (step === undefined || !(await claimStep(deps.db, factor.id, step))) throw createVerificationFailedError(factor);
  return {};
}

async function checkKeyProof(deps: Deps, factor: FactorRow, open: ChallengeRow, input: VerifyFactor) {
  const response = input.webauthn?.credential_response;
  const expected = open.webAuthnSessionData?.challenge;
  if (!response || typeof expected !== 'string') {
    throw new AuthRefusal(400, 'validation_failed', 'credential_response required');
  }
  if (factor.status === 'unverified') {
    return { webAuthnCredential: { ...(await checkCreation(deps, response, expected, false)) } };
  }
  const credential = factor.webAuthnCredential as unknown as Credential;
  const signCount = await checkRequest(deps, response, { challenge: expected, credential, verified: false });
  return { webAuthnCredential: { ...credential, signCount } };
}

/**
 * Removes a factor.
 * @throws AuthRefusal insufficient_aal if it's verified and the session hasn't used a second factor
 */
export async function unenrollFactor(deps: Deps, actor: Actor, factorId: string): Promise<{ id: string }> {
  const factor = await loadFactor(deps, actor, factorId);
  if (factor.status === 'verified' && actor.aal !== 'aal2') {
    throw new AuthRefusal(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  }
  await removeFactor(deps, factor, actor);
  return { id: factor.id };
}

/** Removes a factor. Doesn't check authorization: call it after a check, or for admins. */
export async function removeFactor(deps: Deps, factor: FactorRow, actor?: Actor): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (actor) await lockActor(tx, actor);
    await downgradeSessions(tx, factor.id);
    await deleteFactor(tx, factor.id);
    if (factor.status !== 'verified') return;
    await recordEvent(tx, deps, factor.userId, { action: 'factor_removed' });
    await enqueueAccountEmail(tx, deps, { kind: 'factor_removed', userId: factor.userId });
  });
}
