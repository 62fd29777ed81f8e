import type { Db } from '../../db/database.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Deps } from '../../server/deps.ts';
import type { NewIdentity } from './accounts.commands.ts';
import { findUserByEmail, findUserByPhone, type UserRow } from './accounts.queries.ts';
import { normalizeEmail } from './accounts.rules.ts';
import { AuthRefusal } from './auth-protocol.commands.ts';
import { findChallengeProblem, isEmail, normalizePhone } from './contact-addresses.rules.ts';
import { getRateLimitSubject } from './networks.rules.ts';
import { PHONE_MESSAGE, parsePhoneNumber } from './phone-numbers.schema.ts';
import { consumeLimit, countEvent, getEventCount, resetLimit } from './rate-limits.commands.ts';
import type { Visit } from './sessions/visits.commands.ts';

export type Address = { email: string; phone: null } | { email: null; phone: string };

/**
 * Returns the email address or phone number of a request.
 * @throws AuthRefusal validation_failed unless there's exactly one valid address
 */
export function parseAddress(
  input: { email?: string | null | undefined; phone?: string | null | undefined },
  missingMessage: string,
): Address {
  if (input.email && input.phone) {
    throw new AuthRefusal(400, 'validation_failed', 'Only an email address or phone number should be provided.');
  }
  if (input.email) return { email: parseEmail(input.email), phone: null };
  if (input.phone) return { email: null, phone: parsePhone(input.phone) };
  throw new AuthRefusal(400, 'validation_failed', missingMessage);
}

export function parseEmail(text: string): string {
  const email = normalizeEmail(text);
  if (isEmail(email)) return email;
  throw new AuthRefusal(400, 'validation_failed', 'Unable to validate email address: invalid format');
}

/** Normalizes a phone number. Clients match on the text of the error. */
export function parsePhone(text: string): string {
  const phone = normalizePhone(text);
  if (phone) return phone;
  throw new AuthRefusal(400, 'validation_failed', 'Invalid phone number format (E.164 required)');
}

/**
 * Parses a number that we're about to send a message to.
 * @throws AuthRefusal validation_failed for a number no phone can have
 */
export function parseReachablePhone(text: string): string {
  const phone = parsePhoneNumber(text);
  if (phone) return phone;
  throw new AuthRefusal(400, 'validation_failed', readerTranslator(PHONE_MESSAGE));
}

export function findByAddress(db: Db, address: Address): Promise<UserRow | undefined> {
  return address.email ? findUserByEmail(db, address.email) : findUserByPhone(db, address.phone!);
}

type PkceInput = { code_challenge?: string | null | undefined; code_challenge_method?: string | null | undefined };

/** @throws AuthRefusal validation_failed when the challenge can't be verified later */
export function parseChallenge(input: PkceInput) {
  const problem = findChallengeProblem(input.code_challenge, input.code_challenge_method);
  if (problem) throw new AuthRefusal(400, 'validation_failed', problem);
  if (!input.code_challenge) return undefined;
  return { codeChallenge: input.code_challenge, codeChallengeMethod: input.code_challenge_method!.toLowerCase() };
}

export function createPhoneIdentity(userId: string, phone: string, isVerified: boolean): NewIdentity {
  return {
    provider: 'phone',
    providerId: userId,
    email: null,
    data: { sub: userId, phone, email_verified: false, phone_verified: isVerified },
  };
}

export function isConfirmed(user: UserRow): boolean {
  return user.emailConfirmedAt !== null || user.phoneConfirmedAt !== null;
}

/** Consumes one of the messages allowed for an address, whether or not it has an account. */
export async function consumeMessageAllowance(deps: Deps, address: Address, visit: Visit): Promise<void> {
  const code = address.email ? 'over_email_send_rate_limit' : 'over_sms_send_rate_limit';
  const subject = address.email ?? address.phone!;
  await consumeLimit(deps, 'messageAddress', getRateLimitSubject(visit.ip), code);
  await consumeLimit(deps, 'message', subject, code);
  await consumeLimit(deps, 'messageHour', subject, code);
  await recordRequester(deps, address, visit);
}

const getRequesterKey = (address: Address, ip: string) => `${address.email ?? address.phone} from ${ip}`;

/** Stores the IP address that requested a message, whether or not the recipient's address has an account. */
export async function recordRequester(deps: Deps, address: Address, { ip }: Visit): Promise<void> {
  if (!ip) return;
  const from = getRequesterKey(address, ip);
  // The period restarts with every message, like the lifetime of its code.
  await resetLimit(deps, 'asked', from);
  await countEvent(deps, 'asked', from);
}

/**
 * Returns the requester key if this IP address requested a message to this address.
 * @returns undefined for everyone else, who share one limit on guesses
 */
export async function findRequester(deps: Deps, address: Address, { ip }: Visit): Promise<string | undefined> {
  const from = ip ? getRequesterKey(address, ip) : undefined;
  return from && (await getEventCount(deps, 'asked', from)) > 0 ? from : undefined;
}
