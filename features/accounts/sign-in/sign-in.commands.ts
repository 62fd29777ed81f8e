import type { Db } from '../../../db/database.ts';
import { isUniqueViolation } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { enqueueAccountEmail } from '../account-emails.commands.ts';
import { loadPerson, type UserRow, updateUser } from '../accounts.queries.ts';
import { getAuthSettings } from '../accounts.rules.ts';
import type { AuthSession, AuthUser } from '../accounts.schema.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import {
  type Address,
  consumeMessageAllowance,
  findByAddress,
  isConfirmed,
  parseAddress,
  parseChallenge,
} from '../contact-addresses.commands.ts';
import { validateMetadata } from '../metadata.commands.ts';
import { getRateLimitSubject } from '../networks.rules.ts';
import { checkPassword, hashPassword, requireStrongPassword } from '../passwords.commands.ts';
import { enqueueAccountSms, requireSmsChannel } from '../phone-messages.commands.ts';
import { consumeLimit, requireRemaining, resetLimit } from '../rate-limits.commands.ts';
import { recordEvent } from '../security-events/security-events.commands.ts';
import { reportFailure } from '../security-events/sign-in-failures.commands.ts';
import {
  presentSession,
  refuseBannedUser,
  refuseIfSessionsEnded,
  startSession,
} from '../sessions/sessions.commands.ts';
import type { Visit } from '../sessions/visits.commands.ts';
import { getKeyRing } from '../signing-keys.commands.ts';
import { createJoiningUser } from '../terms.commands.ts';
import { createAddressIdentity, resetUnverifiedAccount } from '../unverified-accounts.commands.ts';
import { createDecoyId } from './sign-in.rules.ts';
import type { SignUpInput } from './sign-in.schema.ts';

/**
 * Signs a user up with an email or phone and a password. If confirmation is required, the response is the same whether
 * or not the address already has an account.
 * @returns a session if no confirmation is required, otherwise what looks like the new user
 * @throws AuthRefusal signup_disabled, validation_failed, weak_password, user_already_exists, over_*_rate_limit
 */
export async function signUp(
  deps: Deps,
  input: SignUpInput,
  redirectTo: string,
  visit: Visit,
): Promise<AuthSession | AuthUser> {
  const settings = getAuthSettings(deps.env);
  if (settings.signupDisabled) {
    throw new AuthRefusal(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  if (!input.password) throw new AuthRefusal(400, 'validation_failed', 'Signup requires a valid password');
  const address = parseAddress(input, 'Sign up only available with email or phone provider');
  const challenge = parseChallenge(input);
  const data = validateMetadata('data', input.data);
  requireStrongPassword(deps, input.password, [address.email]);
  await consumeLimit(deps, 'signUpAddress', getRateLimitSubject(visit.ip));
  const isAutoconfirmed = address.email ? settings.autoconfirm : settings.phoneAutoconfirm;
  if (address.phone && !isAutoconfirmed) requireSmsChannel(deps, address.phone);
  if (!isAutoconfirmed) await consumeMessageAllowance(deps, address, visit);
  const encryptedPassword = await hashPassword(input.password);
  const request = { address, encryptedPassword, data, autoconfirm: isAutoconfirmed, redirectTo, challenge };
  const user = await attemptSignUp(deps, request).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    // Retry: a concurrent sign-up created the account, so the address is known now.
    return attemptSignUp(deps, request);
  });
  if (!user) return createDecoySignUp(deps, request);
  const session = await deps.db.transaction(async (tx) => {
    await recordEvent(tx, deps, user.id, { action: 'sign_up', method: 'password' });
    return startSession(tx, deps, user.id, { method: 'password', visit });
  });
  return presentSession(deps, await loadPerson(deps.db, user), session);
}

type SignUpRequest = {
  address: Address;
  encryptedPassword: string;
  data: Record<string, unknown>;
  autoconfirm: boolean;
  redirectTo: string;
  challenge: ReturnType<typeof parseChallenge>;
};

/** @returns the user if a session can be opened immediately, undefined if confirmation is pending */
async function attemptSignUp(deps: Deps, request: SignUpRequest): Promise<UserRow | undefined> {
  return deps.db.transaction(async (tx) => {
    const { address, encryptedPassword, data } = request;
    const existingUser = await findByAddress(tx, address);
    if (existingUser && isConfirmed(existingUser)) {
      if (request.autoconfirm) throw new AuthRefusal(422, 'user_already_exists', 'User already registered');
      if (existingUser.email) await enqueueAccountEmail(tx, deps, { kind: 'account_exists', userId: existingUser.id });
      return undefined;
    }
    const confirmedAt = request.autoconfirm ? deps.now() : null;
    const user = existingUser
      ? await resetUnverifiedAccount(tx, deps, existingUser, { data, encryptedPassword })
      : await createSignedUpUser(tx, deps, request, confirmedAt);
    if (request.autoconfirm) {
      const values = address.email ? { emailConfirmedAt: confirmedAt } : { phoneConfirmedAt: confirmedAt };
      return updateUser(tx, user.id, { ...values, encryptedPassword, lastSignInAt: deps.now() }, deps.now());
    }
    await updateUser(tx, user.id, { confirmationSentAt: deps.now() }, deps.now());
    if (address.email) {
      const { redirectTo, challenge } = request;
      await enqueueAccountEmail(tx, deps, { kind: 'confirmation', userId: user.id, redirectTo, challenge });
    } else await enqueueAccountSms(tx, deps, { purpose: 'sms', userId: user.id });
    return undefined;
  });
}

async function createSignedUpUser(
  tx: Db,
  deps: Deps,
  request: SignUpRequest,
  confirmedAt: Date | null,
): Promise<UserRow> {
  const { address, encryptedPassword, data } = request;
  const id = crypto.randomUUID();
  const identity = createAddressIdentity(id, address, confirmedAt !== null);
  identity.data = { ...data, ...identity.data };
  return createJoiningUser(tx, deps, { id, ...address, encryptedPassword, userMetaData: data }, identity);
}

/** Creates the response for every sign-up that needs confirmation. */
async function createDecoySignUp(deps: Deps, request: SignUpRequest): Promise<AuthUser> {
  const { address, data } = request;
  const provider = address.email ? 'email' : 'phone';
  const id = createDecoyId((await getKeyRing(deps)).secret, address.email ?? address.phone!);
  const now = deps.now().toISOString();
  const identity_data = {
    ...data,
    sub: id,
    ...(address.email ? { email: address.email } : { phone: address.phone }),
    email_verified: false,
    phone_verified: false,
  };
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: address.email ?? '',
    phone: address.phone ?? '',
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [
      {
        identity_id: createDecoyId((await getKeyRing(deps)).secret, id),
        id,
        user_id: id,
        identity_data,
        provider,
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        ...(address.email ? { email: address.email } : {}),
      },
    ],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** @throws AuthRefusal anonymous_provider_disabled */
export async function signUpAnonymously(deps: Deps, input: SignUpInput, visit: Visit): Promise<AuthSession> {
  if (!getAuthSettings(deps.env).anonymous) {
    throw new AuthRefusal(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  const userMetaData = validateMetadata('data', input.data);
  await consumeLimit(deps, 'anonymousAddress', getRateLimitSubject(visit.ip));
  const account = await deps.db.transaction(async (tx) => {
    const values = { isAnonymous: true, userMetaData, lastSignInAt: deps.now() };
    const user = await createJoiningUser(tx, deps, values);
    await recordEvent(tx, deps, user.id, { action: 'sign_up', method: 'anonymous' });
    return { user, session: await startSession(tx, deps, user.id, { method: 'anonymous', visit }) };
  });
  return presentSession(deps, { user: account.user, identities: [], factors: [] }, account.session);
}

const PASSWORD_DISABLED =
  'This password no longer works, because the owner reported that someone else was in the account. ' +
  'Ask for a new password by email, or sign in with a code and choose a new one.';

const createInvalidCredentialsError = () => new AuthRefusal(400, 'invalid_credentials', 'Invalid login credentials');

/**
 * Signs in with an email or phone and a password. Unknown addresses and wrong passwords get the same refusal in the
 * same time. Replaces the hosted service's password hashes with ours.
 * @throws AuthRefusal invalid_credentials, email_not_confirmed, user_banned, over_request_rate_limit
 */
export async function signInWithPassword(
  deps: Deps,
  input: { email?: string | null | undefined; phone?: string | null | undefined; password?: string | null | undefined },
  visit: Visit,
): Promise<AuthSession> {
  const address = parseAddress(input, 'missing email or phone');
  const subject = address.email ?? address.phone!;
  const limitKey = `${subject} from ${getRateLimitSubject(visit.ip)}`;
  await requireRemaining(deps, 'passwordAddress', getRateLimitSubject(visit.ip));
  await consumeLimit(deps, 'password', limitKey);
  await consumeLimit(deps, 'passwordAccount', subject);
  const user = await findByAddress(deps.db, address);
  const verdict = await checkPassword(user?.encryptedPassword, input.password ?? '');
  if (!user || verdict === 'wrong') {
    await reportFailure(deps, 'sign_in_failed', address);
    await consumeLimit(deps, 'passwordAddress', getRateLimitSubject(visit.ip));
    throw createInvalidCredentialsError();
  }
  await resetLimit(deps, 'password', limitKey);
  if (user.passwordShutAt) throw new AuthRefusal(400, 'password_shut', PASSWORD_DISABLED);
  if (user.bannedUntil && user.bannedUntil > deps.now()) throw new AuthRefusal(400, 'user_banned', 'User is banned');
  if (address.email && !user.emailConfirmedAt) {
    throw new AuthRefusal(400, 'email_not_confirmed', 'Email not confirmed');
  }
  if (address.phone && !user.phoneConfirmedAt) {
    throw new AuthRefusal(400, 'phone_not_confirmed', 'Phone not confirmed');
  }
  const rehashed = verdict === 'outdated' ? { encryptedPassword: await hashPassword(input.password!) } : {};
  return signIn(deps, user, { method: 'password', visit, values: rehashed });
}

/**
 * Opens a session for a user who has just authenticated.
 * @param user as read before the proof was checked
 */
export async function signIn(
  deps: Deps,
  user: UserRow,
  { method, visit, values = {} }: { method: string; visit: Visit; values?: Partial<UserRow> },
): Promise<AuthSession> {
  refuseBannedUser(user, deps.now());
  const { session, current } = await deps.db.transaction(async (tx) => {
    const current = await updateUser(tx, user.id, { ...values, lastSignInAt: deps.now() }, deps.now());
    refuseIfSessionsEnded(user, current);
    // A passkey counts as two factors: the device, plus the fingerprint, face or PIN it asked for.
    const aal = method === 'passkey' ? 'aal2' : 'aal1';
    await recordEvent(tx, deps, user.id, { action: method === 'recovery' ? 'recovery_used' : 'signed_in', method });
    return { current, session: await startSession(tx, deps, user.id, { method, visit, aal }) };
  });
  return presentSession(deps, await loadPerson(deps.db, current), session);
}
