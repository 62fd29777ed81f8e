import type { Db } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { enqueueAccountEmail } from './account-emails.commands.ts';
import { addIdentity, createEmailIdentity, recordProviders } from './accounts.commands.ts';
import {
  findUser,
  findUserByEmail,
  findUserByPhone,
  listIdentities,
  lockUser,
  type UserRow,
  updateIdentity,
  updateUser,
} from './accounts.queries.ts';
import { getAuthSettings, hashSecret } from './accounts.rules.ts';
import type { AuthSession } from './accounts.schema.ts';
import { AuthRefusal } from './auth-protocol.commands.ts';
import {
  createPhoneIdentity,
  findByAddress,
  findRequester,
  isConfirmed,
  parseEmail,
  parsePhone,
} from './contact-addresses.commands.ts';
import { LINK_ACCEPTED } from './email-changes.schema.ts';
import { getRateLimitSubject } from './networks.rules.ts';
import { addParameters, resolveRedirect } from './oauth/oauth.rules.ts';
import { startFlow } from './oauth/oauth-flows.commands.ts';
import { createExpiredCodeError, createExpiredLinkError, redeemCode, redeemLink } from './one-time-codes.commands.ts';
import type { CodeRow } from './one-time-codes.queries.ts';
import { claimCode, deleteCodesOf, findCodeByLink } from './one-time-codes.queries.ts';
import { type CodePurpose, listPurposesOfType } from './one-time-codes.rules.ts';
import { consumeLimit } from './rate-limits.commands.ts';
import { recordEvent } from './security-events/security-events.commands.ts';
import { reportFailure } from './security-events/sign-in-failures.commands.ts';
import { refuseBannedUser, refuseIfSessionsEnded } from './sessions/sessions.commands.ts';
import type { Visit } from './sessions/visits.commands.ts';
import { signIn } from './sign-in/sign-in.commands.ts';
import type { VerifyRequest } from './sign-in/sign-in.schema.ts';
import { releaseUnverifiedAddress, resetUnverifiedAccount } from './unverified-accounts.commands.ts';
import { isInUse } from './unverified-accounts.queries.ts';
import { findUserByChange } from './verification.queries.ts';

/** Response while the other mailbox still has to confirm a change of address. */
export type PendingConfirmation = { msg: string; code: '200' };

/**
 * Redeems a typed code or the token hash from an emailed link.
 * @throws AuthRefusal validation_failed, otp_expired, user_banned, over_request_rate_limit
 */
export async function verifyCode(
  deps: Deps,
  input: VerifyRequest,
  visit: Visit,
): Promise<AuthSession | PendingConfirmation> {
  if (!input.type) throw new AuthRefusal(400, 'validation_failed', 'Verify requires a verification type');
  if (Boolean(input.token) === Boolean(input.token_hash)) {
    throw new AuthRefusal(400, 'validation_failed', 'Verify requires either a token or a token hash');
  }
  const purposes = listPurposesOfType(input.type);
  if (purposes.length === 0) throw new AuthRefusal(400, 'validation_failed', 'Unsupported verification type');
  await consumeLimit(deps, 'codeAddress', getRateLimitSubject(visit.ip));
  const { user, row } = input.token_hash
    ? await verifyLinkCode(deps, input.token_hash, purposes)
    : await verifyTypedCode(deps, input, purposes, visit);
  const updatedUser = await deps.db.transaction((tx) => applyCode(tx, deps, user, row));
  if (!updatedUser) return { msg: LINK_ACCEPTED, code: '200' };
  return signIn(deps, updatedUser, { method: row.tokenType === 'recovery' ? 'recovery' : 'otp', visit });
}

async function verifyLinkCode(deps: Deps, link: string, purposes: CodePurpose[]) {
  return deps.db.transaction(async (tx) => {
    const row = await redeemLink(tx, deps, link, purposes);
    const user = await findUser(tx, row.userId);
    if (!user) throw createExpiredLinkError();
    refuseBannedUser(user, deps.now());
    return { user, row };
  });
}

const NO_USER_ID = '00000000-0000-0000-0000-000000000000';

async function verifyTypedCode(deps: Deps, input: VerifyRequest, purposes: CodePurpose[], visit: Visit) {
  const isPhone = ['sms', 'phone_change'].includes(input.type!);
  const text = isPhone ? input.phone : input.email;
  if (!text) {
    throw new AuthRefusal(
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on verify',
    );
  }
  const address = isPhone ? { email: null, phone: parsePhone(text) } : { email: parseEmail(text), phone: null };
  const requester = await findRequester(deps, address, visit);
  await consumeLimit(deps, 'code', requester ?? address.email ?? address.phone!);
  const [existingUser, changingUser] = [
    await findByAddress(deps.db, address),
    await findUserChangingTo(deps.db, purposes, text),
  ];
  const user = existingUser ?? changingUser;
  // Do the same work in the same time if the user doesn't exist. Only someone who has the code may learn that the
  // account is banned.
  const guess = { code: input.token!, purposes, requester };
  const row = await deps.db.transaction(async (tx) => {
    const found = await redeemCode(tx, deps, user?.id ?? NO_USER_ID, guess);
    if (user && found) refuseBannedUser(user, deps.now());
    return found;
  });
  if (!user || !row) {
    await reportFailure(deps, 'code_failed', address);
    throw createExpiredCodeError();
  }
  return { user, row };
}

/** Finds a user who is changing to this address. The address isn't theirs yet, so the ordinary lookup misses it. */
async function findUserChangingTo(db: Db, purposes: CodePurpose[], text: string): Promise<UserRow | undefined> {
  if (purposes.includes('phone_change')) return findUserByChange(db, 'phone', parsePhone(text));
  return purposes.includes('email_change_new') ? findUserByChange(db, 'email', parseEmail(text)) : undefined;
}

/** Applies a redeemed code. @returns undefined while the other mailbox has to confirm */
async function applyCode(tx: Db, deps: Deps, userBeforeLock: UserRow, row: CodeRow): Promise<UserRow | undefined> {
  const user = await lockUser(tx, userBeforeLock.id);
  if (!user) throw createExpiredCodeError();
  refuseIfSessionsEnded(userBeforeLock, user);
  const purpose = row.tokenType as CodePurpose;
  switch (purpose) {
    case 'confirmation':
    case 'invite':
      return confirmEmail(tx, deps, user, {});
    case 'magiclink':
    case 'recovery':
      return confirmEmail(
        tx,
        deps,
        await resetIfUsedUnverified(tx, deps, user),
        user.emailConfirmedAt ? {} : NO_PASSWORD,
      );
    case 'email_change_current':
    case 'email_change_new':
      return changeEmail(tx, deps, user, row);
    case 'sms':
      return confirmPhone(tx, deps, user, user.phone!);
    case 'phone_change':
      if (user.phoneChange !== row.relatesTo) throw createExpiredCodeError();
      return confirmPhone(tx, deps, user, row.relatesTo);
    default:
      throw new AuthRefusal(400, 'validation_failed', 'Unsupported verification type');
  }
}

const NO_PASSWORD = { encryptedPassword: null };

/** Wipes an unverified account again if data was added since the sign-in was requested. */
async function resetIfUsedUnverified(tx: Db, deps: Deps, user: UserRow): Promise<UserRow> {
  if (isConfirmed(user)) return user;
  const isClean = user.encryptedPassword === null && !(await isInUse(tx, user.id));
  return isClean ? user : resetUnverifiedAccount(tx, deps, user);
}

async function confirmEmail(tx: Db, deps: Deps, user: UserRow, values: Partial<UserRow>): Promise<UserRow> {
  const now = deps.now();
  for (const identity of await listIdentities(tx, [user.id])) {
    if (identity.provider !== 'email' || identity.email !== user.email) continue;
    const identityData = { ...identity.identityData, email_verified: true };
    await updateIdentity(tx, identity.id, { identityData }, now);
  }
  const userMetaData = { ...user.userMetaData, email_verified: true };
  if (!user.emailConfirmedAt) await recordEvent(tx, deps, user.id, { action: 'email_confirmed' });
  return updateUser(tx, user.id, { emailConfirmedAt: user.emailConfirmedAt ?? now, userMetaData, ...values }, now);
}

/** @throws AuthRefusal phone_exists when another account has verified the number */
export async function confirmPhone(tx: Db, deps: Deps, user: UserRow, phone: string): Promise<UserRow> {
  const holder = await findUserByPhone(tx, phone);
  if (holder && holder.id !== user.id && !(await releaseUnverifiedAddress(tx, deps, holder)))
    throw createPhoneExistsError();
  const userIdentities = await listIdentities(tx, [user.id]);
  const phoneIdentity = userIdentities.find((identity) => identity.provider === 'phone');
  if (phoneIdentity) {
    const identityData = { ...phoneIdentity.identityData, phone, phone_verified: true };
    await updateIdentity(tx, phoneIdentity.id, { identityData }, deps.now());
  } else await addIdentity(tx, deps, user.id, createPhoneIdentity(user.id, phone, true));
  const values = { phone, phoneChange: null, phoneConfirmedAt: deps.now(), isAnonymous: false };
  const updatedUser = await updateUser(tx, user.id, values, deps.now());
  if (user.phone !== phone || !user.phoneConfirmedAt) {
    await recordEvent(tx, deps, user.id, { action: 'phone_changed' });
  }
  return recordProviders(tx, deps, updatedUser, await listIdentities(tx, [user.id]));
}

/**
 * Completes an email change once both mailboxes have confirmed. If the account has no email yet, only the new mailbox
 * has to confirm.
 */
async function changeEmail(tx: Db, deps: Deps, user: UserRow, row: CodeRow): Promise<UserRow | undefined> {
  const isNewer = row.tokenType === 'email_change_new';
  if (!user.emailChange || row.relatesTo !== (isNewer ? user.emailChange : user.email)) throw createExpiredCodeError();
  const bit = isNewer ? 2 : 1;
  const confirmedBits = user.emailChangeConfirmStatus | bit;
  const requiredCodes = user.email ? 3 : 2;
  if (confirmedBits !== requiredCodes) {
    await updateUser(tx, user.id, { emailChangeConfirmStatus: confirmedBits }, deps.now());
    return undefined;
  }
  return completeEmailChange(tx, deps, user);
}

/** @throws AuthRefusal email_exists when another account has taken the address since */
export async function completeEmailChange(tx: Db, deps: Deps, user: UserRow): Promise<UserRow> {
  const now = deps.now();
  const email = user.emailChange!;
  const holder = await findUserByEmail(tx, email);
  if (holder && (holder.id === user.id || !(await releaseUnverifiedAddress(tx, deps, holder))))
    throw createEmailExistsError();
  const userIdentities = await listIdentities(tx, [user.id]);
  const emailIdentity = userIdentities.find((identity) => identity.provider === 'email');
  if (emailIdentity) {
    const identityData = { ...emailIdentity.identityData, email, email_verified: true };
    await updateIdentity(tx, emailIdentity.id, { identityData, email }, now);
  } else await addIdentity(tx, deps, user.id, createEmailIdentity(user.id, email, true));
  await deleteCodesOf(tx, user.id);
  const values = { email, emailChange: null, emailChangeConfirmStatus: 0, emailConfirmedAt: now, isAnonymous: false };
  const updatedUser = await updateUser(tx, user.id, values, now).catch((error: unknown) => {
    throw isUniqueViolation(error) ? createEmailExistsError() : error;
  });
  if (user.email && user.emailConfirmedAt) {
    await enqueueAccountEmail(tx, deps, { kind: 'email_changed', userId: user.id, to: user.email });
  }
  await recordEvent(tx, deps, user.id, { action: 'email_changed' });
  return recordProviders(tx, deps, updatedUser, await listIdentities(tx, [user.id]));
}

export const createPhoneExistsError = () =>
  new AuthRefusal(422, 'phone_exists', 'A user with this phone number has already been registered');

export const createEmailExistsError = () =>
  new AuthRefusal(422, 'email_exists', 'A user with this email address has already been registered');

/**
 * Purposes that can wait for the browser that made the request. An email change needs no browser, only both mailboxes.
 */
const DEFERRABLE_PURPOSES: CodePurpose[] = ['confirmation', 'invite', 'magiclink', 'recovery'];

/**
 * Issues a code for an emailed link that was requested with PKCE, but doesn't redeem the link yet. If an email scanner
 * opens the link, the recipient can still use it.
 * @returns undefined for a link that must be redeemed immediately
 */
async function deferLink(deps: Deps, link: string, purposes: CodePurpose[]): Promise<string | undefined> {
  const row = await findCodeByLink(deps.db, hashSecret(link));
  const purpose = row?.tokenType as CodePurpose;
  if (!row?.codeChallenge || !DEFERRABLE_PURPOSES.includes(purpose)) return undefined;
  if (!purposes.includes(purpose) || row.expiresAt <= deps.now()) throw createExpiredLinkError();
  const challenge = { codeChallenge: row.codeChallenge, codeChallengeMethod: row.codeChallengeMethod! };
  const method = purpose === 'recovery' ? 'recovery' : 'otp';
  return startFlow(deps.db, deps, { userId: row.userId, method, challenge, oneTimeTokenId: row.id });
}

/**
 * Redeems a link deferred by `deferLink`, once the browser has proved that it made the request.
 * @param openedAt when the link was followed; a newer email invalidates older links
 * @throws AuthRefusal otp_expired
 */
export async function redeemDeferredLink(
  deps: Deps,
  { userId, id, openedAt }: { userId: string; id: string; openedAt: Date },
): Promise<UserRow> {
  return deps.db.transaction(async (tx) => {
    // Lock the user before the code, like functions that invalidate all of a user's codes.
    const user = await lockUser(tx, userId);
    const row = await claimCode(tx, id);
    if (!row || row.expiresAt <= deps.now() || row.createdAt > openedAt) throw createExpiredLinkError();
    const updatedUser = user && (await applyCode(tx, deps, user, row));
    if (!updatedUser) throw createExpiredLinkError();
    return updatedUser;
  });
}

/** Redirect URL of a followed link, and the error if it failed. The URL carries the same error. */
type FollowedLink = { location: string; refusal?: AuthRefusal };

/** Follows a link from an email. */
export async function verifyByLink(
  deps: Deps,
  input: { token?: string; type?: string; redirect_to?: string },
  visit: Visit,
): Promise<FollowedLink> {
  const settings = getAuthSettings(deps.env);
  const redirectTo = resolveRedirect(input.redirect_to, settings.origin, settings.redirectAllow);
  try {
    const purposes = listPurposesOfType(input.type ?? '');
    if (!input.token || purposes.length === 0) throw createExpiredLinkError();
    await consumeLimit(deps, 'codeAddress', getRateLimitSubject(visit.ip));
    const deferred = await deferLink(deps, input.token, purposes);
    if (deferred) return { location: addParameters(redirectTo, { code: deferred }) };
    const { user, row } = await verifyLinkCode(deps, input.token, purposes);
    const updatedUser = await deps.db.transaction((tx) => applyCode(tx, deps, user, row));
    if (!updatedUser) return { location: addParameters(redirectTo, { message: LINK_ACCEPTED }) };
    if (row.codeChallenge) {
      const challenge = { codeChallenge: row.codeChallenge, codeChallengeMethod: row.codeChallengeMethod! };
      const code = await startFlow(deps.db, deps, { userId: updatedUser.id, method: 'otp', challenge });
      return { location: addParameters(redirectTo, { code }) };
    }
    const session = await signIn(deps, updatedUser, { method: 'otp', visit });
    const fragment = new URLSearchParams({
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: 'bearer',
      type: input.type ?? '',
    });
    return { location: `${redirectTo}#${fragment}` };
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error;
    const { code } = error.protocol;
    const why = { error: 'access_denied', error_code: code, error_description: error.message };
    return { location: addParameters(redirectTo, why), refusal: error };
  }
}
