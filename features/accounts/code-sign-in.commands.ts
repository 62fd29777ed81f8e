import type { Db } from '../../db/database.ts';
import { type Locale, SOURCE_LOCALE } from '../../messages/locales.ts';
import { runForReader } from '../../messages/reader-storage.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { getTranslator } from '../../messages/translators.ts';
import type { Actor, Deps } from '../../server/deps.ts';
import { enqueueAccountEmail } from './account-emails.commands.ts';
import { findUser, type UserRow, updateUser } from './accounts.queries.ts';
import { getAuthSettings } from './accounts.rules.ts';
import { AuthRefusal } from './auth-protocol.commands.ts';
import {
  type Address,
  consumeMessageAllowance,
  findByAddress,
  parseAddress,
  parseChallenge,
  parseEmail,
  recordRequester,
} from './contact-addresses.commands.ts';
import { validateMetadata } from './metadata.commands.ts';
import { getRateLimitSubject } from './networks.rules.ts';
import { redeemCode } from './one-time-codes.commands.ts';
import { enqueueAccountSms, requireSmsChannel } from './phone-messages.commands.ts';
import { tryConsumeLimit } from './rate-limits.commands.ts';
import type { Visit } from './sessions/visits.commands.ts';
import type { OtpRequest, RecoverRequest, ResendRequest } from './sign-in/sign-in.schema.ts';
import { createJoiningUser } from './terms.commands.ts';
import { createAddressIdentity, resetUnverifiedAccount } from './unverified-accounts.commands.ts';

/**
 * Sends a sign-in code to an address. Creates an account for an unknown address. If the caller opted out of that,
 * nothing is sent, but the response is the same.
 */
export async function requestOtp(deps: Deps, input: OtpRequest, redirectTo: string, visit: Visit): Promise<void> {
  const address = parseAddress(input, 'One of email or phone must be set');
  const challenge = parseChallenge(input);
  const data = validateMetadata('data', input.data);
  await consumeMessageAllowance(deps, address, visit);
  if (address.phone) requireSmsChannel(deps, address.phone);
  const settings = getAuthSettings(deps.env);
  const mayCreateUser = (input.create_user ?? true) && !settings.signupDisabled;
  // With autoconfirm, sign-up already reveals which addresses have an account. So create the account before the
  // response, and report errors to the client.
  if (!settings.autoconfirm) {
    return enqueueAccountRequest(deps, {
      type: 'otp',
      address,
      redirectTo,
      challenge,
      ...(mayCreateUser ? { data } : {}),
    });
  }
  await deps.db.transaction(async (tx) => {
    const existingUser = await findByAddress(tx, address);
    const user = existingUser
      ? await resetUnverifiedAccount(tx, deps, existingUser, { data })
      : mayCreateUser && (await createUserByAddress(tx, deps, address, data));
    if (!user) throw new AuthRefusal(422, 'otp_disabled', 'Signups not allowed for otp');
    return sendSignInMessage(tx, deps, user, { type: 'otp', address, redirectTo, challenge });
  });
}

async function sendSignInMessage(tx: Db, deps: Deps, user: UserRow, request: AccountRequest): Promise<void> {
  const { address, redirectTo, challenge } = request;
  if (address.phone) return enqueueAccountSms(tx, deps, { purpose: 'sms', userId: user.id });
  await updateUser(tx, user.id, { recoverySentAt: deps.now() }, deps.now());
  await enqueueAccountEmail(tx, deps, { kind: 'magiclink', userId: user.id, redirectTo, challenge });
}

export const ACCOUNT_REQUEST_JOB = 'account-request';

/** A requested message, before we know whether it belongs to an account. */
export type AccountRequest = {
  type: 'otp' | 'recovery' | 'signup' | 'email_change' | 'sms' | 'phone_change';
  address: Address;
  redirectTo: string;
  challenge: ReturnType<typeof parseChallenge>;
  /** Initial data of a new account. Without it, unknown addresses get no account. */
  data?: Record<string, unknown>;
  /** Language of the request, for an account that hasn't used a language yet. */
  locale?: Locale;
};

/**
 * Sends the requested message if there's an account for it. Runs after the response, so the response time reveals
 * nothing about the account.
 */
export async function processAccountRequest(deps: Deps, request: AccountRequest): Promise<void> {
  const reader = getTranslator(request.locale ?? SOURCE_LOCALE);
  await deps.db.transaction((tx) => runForReader(reader, () => sendRequestedMessage(tx, deps, request)));
}

async function sendRequestedMessage(tx: Db, deps: Deps, request: AccountRequest): Promise<void> {
  const { type, address, redirectTo, challenge } = request;
  const existingUser = await findByAddress(tx, address);
  // A sign-in request discards any data that someone else put into a never-confirmed account.
  const isWayIn = type === 'otp' || type === 'recovery';
  const usableUser =
    existingUser && isWayIn
      ? await resetUnverifiedAccount(tx, deps, existingUser, { data: request.data ?? {} })
      : existingUser;
  const user = usableUser ?? (request.data ? await createUserByAddress(tx, deps, address, request.data) : undefined);
  if (!user) return;
  const mail = { userId: user.id, redirectTo, challenge };
  if (type === 'otp') await sendSignInMessage(tx, deps, user, request);
  if (type === 'recovery') {
    await updateUser(tx, user.id, { recoverySentAt: deps.now() }, deps.now());
    await enqueueAccountEmail(tx, deps, { kind: 'recovery', ...mail });
  }
  if (type === 'signup' && !user.emailConfirmedAt)
    await enqueueAccountEmail(tx, deps, { kind: 'confirmation', ...mail });
  if (type === 'email_change' && user.emailChange)
    await sendEmailChangeMessages(tx, deps, user, { redirectTo, challenge });
  if (type === 'sms' && !user.phoneConfirmedAt) await enqueueAccountSms(tx, deps, { purpose: 'sms', userId: user.id });
  if (type === 'phone_change' && user.phoneChange) {
    await enqueueAccountSms(tx, deps, { purpose: 'phone_change', userId: user.id });
  }
}

const enqueueAccountRequest = (deps: Deps, request: AccountRequest) =>
  deps.jobs.send(ACCOUNT_REQUEST_JOB, { locale: readerTranslator.locale, ...request });

async function createUserByAddress(
  tx: Db,
  deps: Deps,
  address: Address,
  data: Record<string, unknown>,
): Promise<UserRow> {
  const id = crypto.randomUUID();
  return createJoiningUser(tx, deps, { id, ...address, userMetaData: data }, createAddressIdentity(id, address, false));
}

/**
 * Returns whether a message may be sent, and counts it against the limits. Doesn't throw, because the response is the
 * same either way.
 */
async function canSendMessage(deps: Deps, address: Address, visit: Visit): Promise<boolean> {
  const subject = address.email ?? address.phone!;
  const may =
    (await tryConsumeLimit(deps, 'messageAddress', getRateLimitSubject(visit.ip))) &&
    (await tryConsumeLimit(deps, 'message', subject)) &&
    (await tryConsumeLimit(deps, 'messageHour', subject));
  if (may) await recordRequester(deps, address, visit);
  return may;
}

/** Sends a link to choose a new password. The response doesn't reveal if the account exists. */
export async function requestRecovery(
  deps: Deps,
  input: RecoverRequest,
  redirectTo: string,
  visit: Visit,
): Promise<void> {
  if (!input.email) throw new AuthRefusal(400, 'validation_failed', 'Password recovery requires an email');
  const address = { email: parseEmail(input.email), phone: null };
  const challenge = parseChallenge(input);
  if (await canSendMessage(deps, address, visit))
    await enqueueAccountRequest(deps, { type: 'recovery', address, redirectTo, challenge });
}

const RESENDABLE = ['signup', 'email_change', 'sms', 'phone_change'] as const;

/** Resends a pending message. The response doesn't reveal if there is one. */
export async function resendMessage(deps: Deps, input: ResendRequest, redirectTo: string, visit: Visit): Promise<void> {
  const type = RESENDABLE.find((one) => one === input.type);
  if (!type) {
    throw new AuthRefusal(
      400,
      'validation_failed',
      'Missing one of these types: signup, email_change, sms, phone_change',
    );
  }
  const address = parseAddress(input, 'Missing email address or phone number');
  const isByMail = ['signup', 'email_change'].includes(type);
  if (isByMail !== (address.email !== null)) {
    const addressKind = isByMail ? 'an email address' : 'a phone number';
    throw new AuthRefusal(400, 'validation_failed', `Type provided requires ${addressKind}`);
  }
  const challenge = parseChallenge(input);
  if (await canSendMessage(deps, address, visit))
    await enqueueAccountRequest(deps, { type, address, redirectTo, challenge });
}

/** Asks both mailboxes to confirm a change of address. */
export async function sendEmailChangeMessages(
  tx: Db,
  deps: Deps,
  user: UserRow,
  redirect: { redirectTo: string; challenge: ReturnType<typeof parseChallenge> },
): Promise<void> {
  const mail = { userId: user.id, ...redirect };
  if (user.email) await enqueueAccountEmail(tx, deps, { kind: 'email_change_current', ...mail });
  await enqueueAccountEmail(tx, deps, { kind: 'email_change_new', ...mail });
}

/** Sends a code before a sensitive change, to prove that the user at this device still controls the mailbox. */
export async function requestReauthentication(deps: Deps, actor: Actor, visit: Visit): Promise<void> {
  const user = await findUser(deps.db, actor.userId);
  if (!user?.email && !user?.phone) {
    const why = 'Reauthentication requires the user to have an email or a phone number';
    throw new AuthRefusal(400, 'validation_failed', why);
  }
  if (user.email && !user.emailConfirmedAt) {
    throw new AuthRefusal(422, 'email_not_confirmed', 'Please verify your email first.');
  }
  const address: Address = user.email ? { email: user.email, phone: null } : { email: null, phone: user.phone! };
  await consumeMessageAllowance(deps, address, visit);
  await deps.db.transaction(async (tx) => {
    await updateUser(tx, user.id, { reauthenticationSentAt: deps.now() }, deps.now());
    if (user.email) await enqueueAccountEmail(tx, deps, { kind: 'reauthentication', userId: user.id });
    else await enqueueAccountSms(tx, deps, { purpose: 'reauthentication', userId: user.id });
  });
}

/** @throws AuthRefusal reauthentication_not_valid */
export async function requireNonce(deps: Deps, userId: string, nonce: string): Promise<void> {
  const row = await deps.db.transaction((tx) =>
    redeemCode(tx, deps, userId, { code: nonce, purposes: ['reauthentication'] }),
  );
  if (!row)
    throw new AuthRefusal(422, 'reauthentication_not_valid', 'Verification requires a valid code. Ask for a new one.');
}
