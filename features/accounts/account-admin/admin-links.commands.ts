import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { enqueueAccountEmail } from '../account-emails.commands.ts';
import { createVerifyLink, linkTypeFor } from '../account-emails.wording.ts';
import { createEmailIdentity, createUser, presentUser } from '../accounts.commands.ts';
import { findUser, findUserByEmail, loadPerson, type UserRow, updateUser } from '../accounts.queries.ts';
import { getAuthSettings } from '../accounts.rules.ts';
import type { AuthUser } from '../accounts.schema.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import { isConfirmed, parseEmail } from '../contact-addresses.commands.ts';
import { validateMetadata } from '../metadata.commands.ts';
import { resolveRedirect } from '../oauth/oauth.rules.ts';
import { issueCode } from '../one-time-codes.commands.ts';
import type { CodePurpose } from '../one-time-codes.rules.ts';
import { hashPassword, requireStrongPassword } from '../passwords.commands.ts';
import { releaseUnverifiedAddress, resetUnverifiedAccount } from '../unverified-accounts.commands.ts';
import { createEmailExistsError } from '../verification.commands.ts';
import type { GenerateLink, InviteRequest } from './account-admin.schema.ts';

const PURPOSES: Record<string, CodePurpose> = {
  signup: 'confirmation',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change_current: 'email_change_current',
  email_change_new: 'email_change_new',
};

export type GeneratedLink = AuthUser & {
  action_link: string;
  email_otp: string;
  hashed_token: string;
  verification_type: string;
  redirect_to: string;
};

/**
 * Generates the link and code of an email without sending it, for operators who send the email themselves.
 * @param alongside runs in the same transaction, such as to write an audit entry
 * @throws AuthRefusal validation_failed, user_not_found, email_exists, weak_password
 */
export async function generateLink(
  deps: Deps,
  input: GenerateLink,
  alongside?: (tx: Db) => Promise<unknown>,
): Promise<GeneratedLink> {
  const email = parseEmail(input.email ?? '');
  const type = input.type ?? '';
  const requestedPurpose = Object.hasOwn(PURPOSES, type) ? PURPOSES[type] : undefined;
  if (!requestedPurpose) {
    throw new AuthRefusal(400, 'validation_failed', `Invalid email action link type requested: ${input.type}`);
  }
  const settings = getAuthSettings(deps.env);
  const redirectTo = resolveRedirect(input.redirect_to, settings.origin, settings.redirectAllow);
  const data = validateMetadata('data', input.data);
  const encryptedPassword = requestedPurpose === 'confirmation' ? await hashSignUpPassword(deps, input, email) : null;
  const result = await deps.db.transaction(async (tx) => {
    const { user, purpose } = await findOrCreateLinkUser(tx, deps, {
      requestedPurpose,
      email,
      input,
      data,
      encryptedPassword,
    });
    await alongside?.(tx);
    const to = purpose === 'email_change_new' ? user.emailChange! : email;
    return { user, purpose, ...(await issueCode(tx, deps, user.id, { purpose, relatesTo: to })) };
  });
  return {
    ...presentUser(await loadPerson(deps.db, (await findUser(deps.db, result.user.id))!)),
    action_link: createVerifyLink(settings.issuer, result.purpose, result.link, redirectTo),
    email_otp: result.code,
    hashed_token: result.link,
    verification_type: result.purpose.startsWith('email_change') ? result.purpose : linkTypeFor(result.purpose),
    redirect_to: redirectTo,
  };
}

async function hashSignUpPassword(deps: Deps, input: GenerateLink, email: string): Promise<string> {
  if (!input.password) throw new AuthRefusal(400, 'validation_failed', 'Signup requires a valid password');
  requireStrongPassword(deps, input.password, [email]);
  return hashPassword(input.password);
}

type LinkRequest = {
  requestedPurpose: CodePurpose;
  email: string;
  input: GenerateLink;
  data: Record<string, unknown>;
  encryptedPassword: string | null;
};

async function findOrCreateLinkUser(
  tx: Db,
  deps: Deps,
  { requestedPurpose, email, input, data, encryptedPassword }: LinkRequest,
): Promise<{ user: UserRow; purpose: CodePurpose }> {
  const existingUser = await findUserByEmail(tx, email);
  const now = deps.now();
  if (!existingUser) {
    if (requestedPurpose !== 'confirmation' && requestedPurpose !== 'invite' && requestedPurpose !== 'magiclink') {
      throw new AuthRefusal(404, 'user_not_found', 'User with this email not found');
    }
    const user = await createUnconfirmedUser(tx, deps, email, { userMetaData: data, encryptedPassword });
    const purpose = requestedPurpose === 'invite' ? 'invite' : 'confirmation';
    const values =
      requestedPurpose === 'invite' ? { invitedAt: now, confirmationSentAt: now } : { confirmationSentAt: now };
    return { user: await updateUser(tx, user.id, values, now), purpose };
  }
  if (requestedPurpose === 'confirmation' || requestedPurpose === 'invite') {
    if (isConfirmed(existingUser)) throw createEmailExistsError();
    const clean = await resetUnverifiedAccount(tx, deps, existingUser, { data, encryptedPassword, byAdmin: true });
    const values = { confirmationSentAt: now, ...(requestedPurpose === 'invite' ? { invitedAt: now } : {}) };
    return { user: await updateUser(tx, clean.id, values, now), purpose: requestedPurpose };
  }
  if (requestedPurpose === 'email_change_current' || requestedPurpose === 'email_change_new') {
    const emailChange = parseEmail(input.new_email ?? '');
    const holder = await findUserByEmail(tx, emailChange);
    if (holder && (holder.id === existingUser.id || !(await releaseUnverifiedAddress(tx, deps, holder))))
      throw createEmailExistsError();
    const values = { emailChange, emailChangeSentAt: now, emailChangeConfirmStatus: 0 };
    return { user: await updateUser(tx, existingUser.id, values, now), purpose: requestedPurpose };
  }
  const clean = await resetUnverifiedAccount(tx, deps, existingUser, { data, byAdmin: true });
  return { user: await updateUser(tx, clean.id, { recoverySentAt: now }, now), purpose: requestedPurpose };
}

function createUnconfirmedUser(
  tx: Db,
  deps: Deps,
  email: string,
  values: { userMetaData: Record<string, unknown>; encryptedPassword: string | null },
): Promise<UserRow> {
  const id = crypto.randomUUID();
  return createUser(tx, deps, { id, email, ...values }, createEmailIdentity(id, email, false));
}

/** Creates an account and emails the user an invitation. @throws AuthRefusal email_exists, validation_failed */
export async function invite(deps: Deps, input: InviteRequest, redirectTo: string): Promise<AuthUser> {
  const email = parseEmail(input.email ?? '');
  const data = validateMetadata('data', input.data);
  const user = await deps.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user && isConfirmed(user)) throw createEmailExistsError();
    const invitedUser = user
      ? await resetUnverifiedAccount(tx, deps, user, { data, byAdmin: true })
      : await createUnconfirmedUser(tx, deps, email, { userMetaData: data, encryptedPassword: null });
    await enqueueAccountEmail(tx, deps, { kind: 'invite', userId: invitedUser.id, redirectTo });
    return updateUser(tx, invitedUser.id, { invitedAt: deps.now(), confirmationSentAt: deps.now() }, deps.now());
  });
  return presentUser(await loadPerson(deps.db, user));
}
