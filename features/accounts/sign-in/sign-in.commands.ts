import type { Db } from '../../../db/database.ts';
import { isUniqueViolation } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { requestMail } from '../account-mails.commands.ts';
import { createUser } from '../accounts.commands.ts';
import { personOf, type UserRow, updateUser } from '../accounts.queries.ts';
import { authSettings } from '../accounts.rules.ts';
import type { AuthSession, AuthUser } from '../accounts.schema.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import {
  type Address,
  addressOf,
  challengeOf,
  consumeMessage,
  findByAddress,
  isConfirmed,
} from '../contact-addresses.commands.ts';
import { validMetadata } from '../metadata.commands.ts';
import { neighboursOf } from '../networks.rules.ts';
import { checkPassword, hashPassword, requireStrong } from '../passwords.commands.ts';
import { requestSms, requireSms } from '../phone-messages.commands.ts';
import { consume, refund, refuseExhausted } from '../rate-limits.commands.ts';
import { reportFailure } from '../security-events/failures.commands.ts';
import { recordEvent } from '../security-events/security-events.commands.ts';
import { presentSession, refuseBanned, refuseOvertaken, startSession } from '../sessions/sessions.commands.ts';
import type { Visit } from '../sessions/visits.commands.ts';
import { keyRing } from '../signing-keys.commands.ts';
import { addressIdentity, startClean } from '../unproven-accounts.commands.ts';
import { answerId } from './sign-in.rules.ts';
import type { SignUp } from './sign-in.schema.ts';

/**
 * Signs somebody up with an address and a password. While addresses have to be confirmed, the answer is the same
 * whether or not the address has an account already.
 * @returns a session where addresses need no confirmation, else what looks like the new person
 * @throws AuthRefusal signup_disabled, validation_failed, weak_password, user_already_exists, over_*_rate_limit
 */
export async function signUp(
  deps: Deps,
  input: SignUp,
  redirectTo: string,
  visit: Visit,
): Promise<AuthSession | AuthUser> {
  const settings = authSettings(deps.env);
  if (settings.signupDisabled) {
    throw new AuthRefusal(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  if (!input.password) throw new AuthRefusal(400, 'validation_failed', 'Signup requires a valid password');
  const address = addressOf(input, 'Sign up only available with email or phone provider');
  const challenge = challengeOf(input);
  const data = validMetadata('data', input.data);
  requireStrong(deps, input.password, [address.email]);
  await consume(deps, 'signUpAddress', neighboursOf(visit.ip));
  const autoconfirm = address.email ? settings.autoconfirm : settings.phoneAutoconfirm;
  if (address.phone && !autoconfirm) requireSms(deps, address.phone);
  if (!autoconfirm) await consumeMessage(deps, address, visit);
  const encryptedPassword = await hashPassword(input.password);
  const wish = { address, encryptedPassword, data, autoconfirm, redirectTo, challenge };
  const user = await attemptSignUp(deps, wish).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    // Somebody signed up with the same address in the same moment: now it is a known one.
    return attemptSignUp(deps, wish);
  });
  if (!user) return signUpAnswer(deps, wish);
  const session = await deps.db.transaction(async (tx) => {
    await recordEvent(tx, deps, user.id, { action: 'sign_up', method: 'password' });
    return startSession(tx, deps, user.id, { method: 'password', visit });
  });
  return presentSession(deps, await personOf(deps.db, user), session);
}

type Wish = {
  address: Address;
  encryptedPassword: string;
  data: Record<string, unknown>;
  autoconfirm: boolean;
  redirectTo: string;
  challenge: ReturnType<typeof challengeOf>;
};

/** @returns the person when a session may be opened at once, undefined when a confirmation is awaited */
async function attemptSignUp(deps: Deps, wish: Wish): Promise<UserRow | undefined> {
  return deps.db.transaction(async (tx) => {
    const { address, encryptedPassword, data } = wish;
    const known = await findByAddress(tx, address);
    if (known && isConfirmed(known)) {
      if (wish.autoconfirm) throw new AuthRefusal(422, 'user_already_exists', 'User already registered');
      if (known.email) await requestMail(tx, deps, { kind: 'account_exists', userId: known.id });
      return undefined;
    }
    const confirmedAt = wish.autoconfirm ? deps.now() : null;
    const user = known
      ? await startClean(tx, deps, known, { data, encryptedPassword })
      : await makeSignedUp(tx, deps, wish, confirmedAt);
    if (wish.autoconfirm) {
      const values = address.email ? { emailConfirmedAt: confirmedAt } : { phoneConfirmedAt: confirmedAt };
      return updateUser(tx, user.id, { ...values, encryptedPassword, lastSignInAt: deps.now() }, deps.now());
    }
    await updateUser(tx, user.id, { confirmationSentAt: deps.now() }, deps.now());
    if (address.email) {
      const { redirectTo, challenge } = wish;
      await requestMail(tx, deps, { kind: 'confirmation', userId: user.id, redirectTo, challenge });
    } else await requestSms(tx, deps, { purpose: 'sms', userId: user.id });
    return undefined;
  });
}

async function makeSignedUp(tx: Db, deps: Deps, wish: Wish, confirmedAt: Date | null): Promise<UserRow> {
  const { address, encryptedPassword, data } = wish;
  const id = crypto.randomUUID();
  const identity = addressIdentity(id, address, confirmedAt !== null);
  identity.data = { ...data, ...identity.data };
  return createUser(tx, deps, { id, ...address, encryptedPassword, userMetaData: data }, identity);
}

/** What every sign-up that waits for its confirmation is answered. */
async function signUpAnswer(deps: Deps, wish: Wish): Promise<AuthUser> {
  const { address, data } = wish;
  const provider = address.email ? 'email' : 'phone';
  const id = answerId((await keyRing(deps)).secret, address.email ?? address.phone!);
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
        identity_id: answerId((await keyRing(deps)).secret, id),
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
export async function signUpAnonymously(deps: Deps, input: SignUp, visit: Visit): Promise<AuthSession> {
  if (!authSettings(deps.env).anonymous) {
    throw new AuthRefusal(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  const userMetaData = validMetadata('data', input.data);
  await consume(deps, 'anonymousAddress', neighboursOf(visit.ip));
  const made = await deps.db.transaction(async (tx) => {
    const values = { isAnonymous: true, userMetaData, lastSignInAt: deps.now() };
    const user = await createUser(tx, deps, values);
    await recordEvent(tx, deps, user.id, { action: 'sign_up', method: 'anonymous' });
    return { user, session: await startSession(tx, deps, user.id, { method: 'anonymous', visit }) };
  });
  return presentSession(deps, { user: made.user, identities: [], factors: [] }, made.session);
}

const PASSWORD_SHUT =
  'This password no longer works, because the owner reported that somebody else was in the account. ' +
  'Ask for a new password by email, or sign in with a code, and choose a new one.';

const wrong = () => new AuthRefusal(400, 'invalid_credentials', 'Invalid login credentials');

/**
 * Signs in with an address and a password. Unknown addresses and wrong passwords are refused alike and after the same
 * time; hashes of the hosted service are replaced by ours on the way.
 * @throws AuthRefusal invalid_credentials, email_not_confirmed, user_banned, over_request_rate_limit
 */
export async function signInWithPassword(
  deps: Deps,
  input: { email?: string | null | undefined; phone?: string | null | undefined; password?: string | null | undefined },
  visit: Visit,
): Promise<AuthSession> {
  const address = addressOf(input, 'missing email or phone');
  const subject = address.email ?? address.phone!;
  const here = `${subject} from ${neighboursOf(visit.ip)}`;
  await refuseExhausted(deps, 'passwordAddress', neighboursOf(visit.ip));
  await consume(deps, 'password', here);
  await consume(deps, 'passwordAccount', subject);
  const user = await findByAddress(deps.db, address);
  const verdict = await checkPassword(user?.encryptedPassword, input.password ?? '');
  if (!user || verdict === 'wrong') {
    await reportFailure(deps, 'sign_in_failed', address);
    await consume(deps, 'passwordAddress', neighboursOf(visit.ip));
    throw wrong();
  }
  await refund(deps, 'password', here);
  if (user.passwordShutAt) throw new AuthRefusal(400, 'password_shut', PASSWORD_SHUT);
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
 * Opens a session for a person who has just proved who they are.
 * @param user as they were read before the proof was looked at
 */
export async function signIn(
  deps: Deps,
  user: UserRow,
  { method, visit, values = {} }: { method: string; visit: Visit; values?: Partial<UserRow> },
): Promise<AuthSession> {
  refuseBanned(user, deps.now());
  const { session, current } = await deps.db.transaction(async (tx) => {
    const current = await updateUser(tx, user.id, { ...values, lastSignInAt: deps.now() }, deps.now());
    refuseOvertaken(user, current);
    // A passkey is two factors by itself: the device, and the finger, face or PIN that it asked for.
    const aal = method === 'passkey' ? 'aal2' : 'aal1';
    await recordEvent(tx, deps, user.id, { action: method === 'recovery' ? 'recovery_used' : 'signed_in', method });
    return { current, session: await startSession(tx, deps, user.id, { method, visit, aal }) };
  });
  return presentSession(deps, await personOf(deps.db, current), session);
}
