import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import type { NewIdentity } from './accounts.commands.ts';
import { findUserByEmail, findUserByPhone, type UserRow } from './accounts.queries.ts';
import { normalEmail } from './accounts.rules.ts';
import { AuthRefusal } from './auth-protocol.commands.ts';
import { challengeProblem, isEmail, normalPhone } from './contact-addresses.rules.ts';
import { neighboursOf } from './networks.rules.ts';
import { PHONE_MESSAGE, readPhone } from './phone-numbers.schema.ts';
import { consume, note, noted, refund } from './rate-limits.commands.ts';
import type { Visit } from './sessions/visits.commands.ts';

export type Address = { email: string; phone: null } | { email: null; phone: string };

/**
 * Takes the one address of a request.
 * @throws AuthRefusal validation_failed when there is none, two, or not a possible one
 */
export function addressOf(
  input: { email?: string | null | undefined; phone?: string | null | undefined },
  missing: string,
): Address {
  if (input.email && input.phone) {
    throw new AuthRefusal(400, 'validation_failed', 'Only an email address or phone number should be provided.');
  }
  if (input.email) return { email: validEmail(input.email), phone: null };
  if (input.phone) return { email: null, phone: validPhone(input.phone) };
  throw new AuthRefusal(400, 'validation_failed', missing);
}

export function validEmail(text: string): string {
  const email = normalEmail(text);
  if (isEmail(email)) return email;
  throw new AuthRefusal(400, 'validation_failed', 'Unable to validate email address: invalid format');
}

/** The words of the protocol, which clients compare; pages say `PHONE_MESSAGE`. */
export function validPhone(text: string): string {
  const phone = normalPhone(text);
  if (phone) return phone;
  throw new AuthRefusal(400, 'validation_failed', 'Invalid phone number format (E.164 required)');
}

/**
 * A number that a message is about to go to.
 * @throws AuthRefusal validation_failed for one that no phone can have
 */
export function reachablePhone(text: string): string {
  const phone = readPhone(text);
  if (phone) return phone;
  throw new AuthRefusal(400, 'validation_failed', PHONE_MESSAGE);
}

export function findByAddress(db: Db, address: Address): Promise<UserRow | undefined> {
  return address.email ? findUserByEmail(db, address.email) : findUserByPhone(db, address.phone!);
}

type PkceInput = { code_challenge?: string | null | undefined; code_challenge_method?: string | null | undefined };

/** @throws AuthRefusal validation_failed when the challenge cannot be used later */
export function challengeOf(input: PkceInput) {
  const problem = challengeProblem(input.code_challenge, input.code_challenge_method);
  if (problem) throw new AuthRefusal(400, 'validation_failed', problem);
  if (!input.code_challenge) return undefined;
  return { codeChallenge: input.code_challenge, codeChallengeMethod: input.code_challenge_method!.toLowerCase() };
}

export function phoneIdentity(userId: string, phone: string, verified: boolean): NewIdentity {
  return {
    provider: 'phone',
    providerId: userId,
    email: null,
    data: { sub: userId, phone, email_verified: false, phone_verified: verified },
  };
}

export function isConfirmed(user: UserRow): boolean {
  return user.emailConfirmedAt !== null || user.phoneConfirmedAt !== null;
}

/** Uses up one of the messages that may go to an address, the same whether or not it has an account. */
export async function consumeMessage(deps: Deps, address: Address, visit: Visit): Promise<void> {
  const code = address.email ? 'over_email_send_rate_limit' : 'over_sms_send_rate_limit';
  const subject = address.email ?? address.phone!;
  await consume(deps, 'messageAddress', neighboursOf(visit.ip), code);
  await consume(deps, 'message', subject, code);
  await consume(deps, 'messageHour', subject, code);
  await noteAsked(deps, address, visit);
}

const askedFrom = (address: Address, ip: string) => `${address.email ?? address.phone} from ${ip}`;

/** Remembers from where a message to an address was asked for, the same whether or not it has an account. */
export async function noteAsked(deps: Deps, address: Address, { ip }: Visit): Promise<void> {
  if (!ip) return;
  const from = askedFrom(address, ip);
  // The time runs anew with every message, as it does for its code.
  await refund(deps, 'asked', from);
  await note(deps, 'asked', from);
}

/**
 * Where a guess at a code comes from, when a message to this address was asked for from there.
 * @returns undefined for strangers, who share what guesses they have
 */
export async function askerOf(deps: Deps, address: Address, { ip }: Visit): Promise<string | undefined> {
  const from = ip ? askedFrom(address, ip) : undefined;
  return from && (await noted(deps, 'asked', from)) > 0 ? from : undefined;
}
