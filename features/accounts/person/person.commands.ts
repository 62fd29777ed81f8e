import { paths } from '../../../content/paths.ts';
import type { Db } from '../../../db/database.ts';
import { lazyText } from '../../../messages/lazy-text.ts';
import type { Actor, Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { enqueueAccountEmail } from '../account-emails.commands.ts';
import { presentUser } from '../accounts.commands.ts';
import * as messages from '../accounts.messages.ts';
import { findUser, findUserByEmail, listFactors, loadPerson, type UserRow, updateUser } from '../accounts.queries.ts';
import { getAuthSettings } from '../accounts.rules.ts';
import type { AuthUser } from '../accounts.schema.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import { requireNonce, sendEmailChangeMessages } from '../code-sign-in.commands.ts';
import {
  consumeMessageAllowance,
  isConfirmed,
  parseChallenge,
  parseEmail,
  parsePhone,
  parseReachablePhone,
} from '../contact-addresses.commands.ts';
import { mergeMetadata } from '../metadata.commands.ts';
import { deleteCodesOf } from '../one-time-codes.queries.ts';
import { checkPassword, hashPassword, requireStrongPassword } from '../passwords.commands.ts';
import { enqueueAccountSms } from '../phone-messages.commands.ts';
import { recordEvent } from '../security-events/security-events.commands.ts';
import { lockActor } from '../sessions/sessions.commands.ts';
import { deleteSessionsOf, findSession } from '../sessions/sessions.queries.ts';
import type { Visit } from '../sessions/visits.commands.ts';
import type { UserUpdate } from '../sign-in/sign-in.schema.ts';
import { completeEmailChange, confirmPhone, createEmailExistsError } from '../verification.commands.ts';
import { findPerson } from './person.queries.ts';
import { isRecent } from './person.rules.ts';

const DELETION_SCHEDULED = lazyText(messages.deletionScheduled, { path: paths.leaving });

/** Returns the signed-in user with a single read. */
export async function readUser(deps: Deps, actor: Actor): Promise<AuthUser> {
  const person = await findPerson(deps.db, actor.userId);
  if (!person) throw new AuthRefusal(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  return presentUser(person);
}

/** Requires AAL2 before sensitive account changes if the user has a second factor. */
export async function requireAal2(deps: Deps, actor: Actor, what: string): Promise<void> {
  if (actor.aal === 'aal2') return;
  const factors = await listFactors(deps.db, [actor.userId]);
  if (factors.some((factor) => factor.status === 'verified')) {
    throw new AuthRefusal(401, 'insufficient_aal', `AAL2 session is required to ${what} when MFA is enabled.`);
  }
}

/**
 * Updates a user's own email, phone, password and metadata. A new address takes effect only once it's confirmed. A
 * password change ends all other sessions and invalidates open codes.
 * @throws AuthRefusal not_admin, insufficient_aal, reauthentication_needed, same_password, weak_password, email_exists
 * …
 */
export async function updateOwnUser(
  deps: Deps,
  actor: Actor,
  input: UserUpdate,
  { redirectTo, visit }: { redirectTo: string; visit: Visit },
): Promise<AuthUser> {
  if (input.app_metadata) {
    throw new AuthRefusal(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  if (actor.leaving && (input.email || input.phone || input.data)) throw new Refusal('leaving', DELETION_SCHEDULED);
  const user = await findUser(deps.db, actor.userId);
  if (!user) throw new AuthRefusal(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const challenge = parseChallenge(input);
  const email = input.email ? parseEmail(input.email) : undefined;
  const phone = input.phone ? parsePhone(input.phone) : undefined;
  const newEmail = email !== user.email ? email : undefined;
  const newPhone = phone !== user.phone ? phone : undefined;
  if (newEmail || newPhone || input.password) await requireAal2(deps, actor, 'update email or password');
  const encryptedPassword = input.password ? await hashNewPassword(deps, actor, user, input) : undefined;
  const settings = getAuthSettings(deps.env);
  const needsEmail = newEmail !== undefined && !(settings.autoconfirm && (!user.email || user.isAnonymous));
  if (needsEmail) await consumeMessageAllowance(deps, { email: newEmail, phone: null }, visit);
  if (newPhone && !settings.phoneAutoconfirm) {
    parseReachablePhone(newPhone);
    await consumeMessageAllowance(deps, { email: null, phone: newPhone }, visit);
  }
  await deps.db.transaction(async (tx) => {
    const lockedUser = await lockActor(tx, actor);
    if (input.data) {
      const userMetaData = mergeMetadata('data', lockedUser.userMetaData, input.data);
      await updateUser(tx, user.id, { userMetaData }, deps.now());
    }
    if (encryptedPassword) await changePassword(tx, deps, actor, encryptedPassword);
    if (newEmail) await changeEmail(tx, deps, lockedUser, { emailChange: newEmail, redirectTo, challenge });
    if (newPhone) await changePhone(tx, deps, lockedUser, newPhone);
  });
  return presentUser(await loadPerson(deps.db, (await findUser(deps.db, user.id))!));
}

async function hashNewPassword(deps: Deps, actor: Actor, user: UserRow, input: UserUpdate): Promise<string> {
  const password = input.password!;
  if (user.isAnonymous && !input.email && !input.phone && !isConfirmed(user)) {
    const why = 'Updating password of an anonymous user without an email or phone is not allowed';
    throw new AuthRefusal(422, 'validation_failed', why);
  }
  requireStrongPassword(deps, password, [user.email, input.email]);
  await requireProof(deps, actor, user, input);
  if ((await checkPassword(user.encryptedPassword, password)) !== 'wrong') {
    throw new AuthRefusal(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(password);
}

/** Requires a recent sign-in, a password or a code, so an unlocked device can't be used for a takeover. */
async function requireProof(deps: Deps, actor: Actor, user: UserRow, input: UserUpdate): Promise<void> {
  if (input.nonce) return requireNonce(deps, user.id, input.nonce);
  if (input.current_password) {
    const verdict = await checkPassword(user.encryptedPassword, input.current_password);
    if (verdict !== 'wrong' && !user.passwordShutAt) return;
    throw new AuthRefusal(400, 'current_password_invalid', 'The current password is wrong.');
  }
  const session = await findSession(deps.db, actor.sessionId);
  if (session && isRecent(session.createdAt, deps.now())) return;
  const why = 'Password update requires reauthentication: send the current password, or the code from an email.';
  throw new AuthRefusal(400, 'reauthentication_needed', why);
}

async function changePassword(tx: Db, deps: Deps, actor: Actor, encryptedPassword: string): Promise<void> {
  await updateUser(tx, actor.userId, { encryptedPassword, passwordShutAt: null }, deps.now());
  await deleteSessionsOf(tx, actor.userId, actor.sessionId);
  await deleteCodesOf(tx, actor.userId);
  await recordEvent(tx, deps, actor.userId, { action: 'password_changed' });
  await enqueueAccountEmail(tx, deps, { kind: 'password_changed', userId: actor.userId });
}

/** Starts an email change. Notifies the owner of a taken address without telling the requester. */
async function changeEmail(
  tx: Db,
  deps: Deps,
  user: UserRow,
  {
    emailChange,
    redirectTo,
    challenge,
  }: { emailChange: string; redirectTo: string; challenge: ReturnType<typeof parseChallenge> },
): Promise<void> {
  const holder = await findUserByEmail(tx, emailChange);
  // An account that holds an address without having verified it mustn't block the real owner from changing to it.
  const existingUser = holder && isConfirmed(holder) ? holder : undefined;
  const settings = getAuthSettings(deps.env);
  if (existingUser && settings.autoconfirm) throw createEmailExistsError();
  const values = { emailChange, emailChangeSentAt: deps.now(), emailChangeConfirmStatus: 0 };
  const changing = await updateUser(tx, user.id, values, deps.now());
  await recordEvent(tx, deps, user.id, { action: 'email_change_asked' });
  if (settings.autoconfirm && (!user.email || user.isAnonymous)) {
    await completeEmailChange(tx, deps, changing);
    return;
  }
  if (!existingUser) return sendEmailChangeMessages(tx, deps, changing, { redirectTo, challenge });
  if (user.email)
    await enqueueAccountEmail(tx, deps, { kind: 'email_change_current', userId: user.id, redirectTo, challenge });
  await enqueueAccountEmail(tx, deps, { kind: 'account_exists', userId: existingUser.id });
}

async function changePhone(tx: Db, deps: Deps, user: UserRow, phone: string): Promise<void> {
  const now = deps.now();
  if (getAuthSettings(deps.env).phoneAutoconfirm) {
    await confirmPhone(tx, deps, user, phone);
    return;
  }
  await updateUser(tx, user.id, { phoneChange: phone, phoneChangeSentAt: now }, now);
  await recordEvent(tx, deps, user.id, { action: 'phone_change_asked' });
  await enqueueAccountSms(tx, deps, { purpose: 'phone_change', userId: user.id });
}
