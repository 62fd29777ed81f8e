import { isUniqueViolation } from '../../../db/database.ts';
import { type Deps, publishEvent } from '../../../server/deps.ts';
import { accountDeletionScheduled, accountErased } from '../account-deletion.events.ts';
import { addIdentity, createEmailIdentity, createUser, presentUser, recordProviders } from '../accounts.commands.ts';
import {
  deleteUser,
  findUser,
  findUserByEmail,
  findUserByPhone,
  listFactors,
  listIdentities,
  loadPerson,
  lockUser,
  type UserRow,
  updateIdentity,
  updateUser,
} from '../accounts.queries.ts';
import type { AuthUser } from '../accounts.schema.ts';
import { AuthRefusal } from '../auth-protocol.commands.ts';
import { createPhoneIdentity, parseEmail, parsePhone } from '../contact-addresses.commands.ts';
import { removeFactor } from '../factors/factors.commands.ts';
import { mergeMetadata, validateMetadata } from '../metadata.commands.ts';
import { hashPassword, requireStrongPassword } from '../passwords.commands.ts';
import { recordEvent } from '../security-events/security-events.commands.ts';
import { deleteSessionsOf } from '../sessions/sessions.queries.ts';
import { createEmailExistsError, createPhoneExistsError } from '../verification.commands.ts';
import { listUsers } from './account-admin.queries.ts';
import { getBanEnd, isPasswordHash } from './account-admin.rules.ts';
import type { AdminUserInput } from './account-admin.schema.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @throws AuthRefusal user_not_found, validation_failed */
export async function getUserById(deps: Deps, id: string): Promise<UserRow> {
  if (!UUID.test(id)) throw new AuthRefusal(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUser(deps.db, id);
  if (!user) throw new AuthRefusal(404, 'user_not_found', 'User not found');
  return user;
}

export async function readUserAsAdmin(deps: Deps, id: string): Promise<AuthUser> {
  return presentUser(await loadPerson(deps.db, await getUserById(deps, id)));
}

/** @throws AuthRefusal validation_failed for an invalid page */
export async function listUsersAsAdmin(deps: Deps, page: number, perPage: number) {
  if (!Number.isInteger(page) || page < 1 || !Number.isInteger(perPage) || perPage < 1 || perPage > 1000) {
    throw new AuthRefusal(400, 'validation_failed', 'Bad Pagination Parameters: page and per_page start at 1');
  }
  const { rows, total } = await listUsers(deps.db, page, perPage);
  const ids = rows.map((row) => row.id);
  const identities = await listIdentities(deps.db, ids);
  const factors = await listFactors(deps.db, ids);
  const users = rows.map((user) =>
    presentUser({
      user,
      identities: identities.filter(({ userId }) => userId === user.id),
      factors: factors.filter(({ userId }) => userId === user.id),
    }),
  );
  return { users, total, last: Math.max(1, Math.ceil(total / perPage)) };
}

async function resolvePasswordHash(deps: Deps, input: AdminUserInput): Promise<string | undefined> {
  if (input.password && input.password_hash) {
    throw new AuthRefusal(400, 'validation_failed', 'Only a password or a password hash should be provided');
  }
  if (input.password_hash) {
    if (isPasswordHash(input.password_hash)) return input.password_hash;
    throw new AuthRefusal(400, 'validation_failed', 'The password hash must be bcrypt or argon2id');
  }
  if (!input.password) return undefined;
  requireStrongPassword(deps, input.password, [input.email]);
  return hashPassword(input.password);
}

function toBanFields(deps: Deps, input: AdminUserInput): Partial<UserRow> {
  if (!input.ban_duration) return {};
  const until = getBanEnd(input.ban_duration, deps.now());
  if (until === undefined) {
    throw new AuthRefusal(400, 'validation_failed', `invalid format for ban duration: ${input.ban_duration}`);
  }
  return { bannedUntil: until };
}

/** Creates an account. @throws AuthRefusal email_exists, phone_exists, validation_failed, weak_password */
export async function createByAdmin(deps: Deps, input: AdminUserInput): Promise<AuthUser> {
  if (!input.email && !input.phone) {
    throw new AuthRefusal(400, 'validation_failed', 'Cannot create a user without either an email or phone');
  }
  const email = input.email ? parseEmail(input.email) : null;
  const phone = input.phone ? parsePhone(input.phone) : null;
  if (input.id && !UUID.test(input.id))
    throw new AuthRefusal(400, 'validation_failed', 'ID must conform to the uuid v4 format');
  const encryptedPassword = (await resolvePasswordHash(deps, input)) ?? null;
  const ban = toBanFields(deps, input);
  const user = await deps.db.transaction(async (tx) => {
    if (email && (await findUserByEmail(tx, email))) throw createEmailExistsError();
    if (phone && (await findUserByPhone(tx, phone))) {
      throw createPhoneExistsError();
    }
    const now = deps.now();
    const id = input.id ?? crypto.randomUUID();
    const user = await createUser(tx, deps, {
      id,
      email,
      phone,
      encryptedPassword,
      emailConfirmedAt: email && input.email_confirm ? now : null,
      phoneConfirmedAt: phone && input.phone_confirm ? now : null,
      userMetaData: validateMetadata('user_metadata', input.user_metadata),
      appMetaData: validateMetadata('app_metadata', input.app_metadata),
      ...(input.role ? { role: input.role } : {}),
      ...ban,
    });
    if (email) await addIdentity(tx, deps, id, createEmailIdentity(id, email, input.email_confirm ?? false));
    if (phone) await addIdentity(tx, deps, id, createPhoneIdentity(id, phone, input.phone_confirm ?? false));
    return recordProviders(tx, deps, user, await listIdentities(tx, [id]));
  });
  return readUserAsAdmin(deps, user.id);
}

/**
 * Updates any field of an account. Metadata is merged, and a null value removes its key.
 * @param alongside runs in the same transaction, such as to write an audit entry
 */
export async function updateByAdmin(
  deps: Deps,
  id: string,
  input: AdminUserInput,
  alongside?: (tx: Deps['db']) => Promise<unknown>,
): Promise<AuthUser> {
  const user = await getUserById(deps, id);
  const email = input.email ? parseEmail(input.email) : undefined;
  const phone = input.phone ? parsePhone(input.phone) : undefined;
  const encryptedPassword = await resolvePasswordHash(deps, input);
  const ban = toBanFields(deps, input);
  const now = deps.now();
  await deps.db
    .transaction(async (tx) => {
      const updatedUser = await updateUser(
        tx,
        id,
        {
          // An account with an address can be contacted and can sign in again, so it's no longer anonymous.
          ...(email || phone ? { isAnonymous: false } : {}),
          ...(email ? { email } : {}),
          ...(phone ? { phone } : {}),
          ...(encryptedPassword ? { encryptedPassword, passwordShutAt: null } : {}),
          ...(input.email_confirm ? { emailConfirmedAt: now } : {}),
          ...(input.phone_confirm ? { phoneConfirmedAt: now } : {}),
          ...(input.user_metadata
            ? { userMetaData: mergeMetadata('user_metadata', user.userMetaData, input.user_metadata) }
            : {}),
          ...(input.app_metadata
            ? { appMetaData: mergeMetadata('app_metadata', user.appMetaData, input.app_metadata) }
            : {}),
          ...(input.role ? { role: input.role } : {}),
          ...ban,
        },
        now,
      );
      if (email) await moveEmailIdentity(tx, deps, updatedUser, email);
      if (phone) await movePhoneIdentity(tx, deps, updatedUser, phone);
      if (encryptedPassword || ban.bannedUntil) await deleteSessionsOf(tx, id);
      await recordEvent(tx, deps, id, { action: 'changed_by_admin' });
      await alongside?.(tx);
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'users_phone_key')) throw createPhoneExistsError();
      throw isUniqueViolation(error) ? createEmailExistsError() : error;
    });
  return readUserAsAdmin(deps, id);
}

async function movePhoneIdentity(tx: Deps['db'], deps: Deps, user: UserRow, phone: string): Promise<void> {
  const userIdentities = await listIdentities(tx, [user.id]);
  const phoneIdentity = userIdentities.find(({ provider }) => provider === 'phone');
  const phone_verified = user.phoneConfirmedAt !== null;
  if (phoneIdentity) {
    const identityData = { ...phoneIdentity.identityData, phone, phone_verified };
    await updateIdentity(tx, phoneIdentity.id, { identityData }, deps.now());
  } else await addIdentity(tx, deps, user.id, createPhoneIdentity(user.id, phone, phone_verified));
  await recordProviders(tx, deps, user, await listIdentities(tx, [user.id]));
}

async function moveEmailIdentity(tx: Deps['db'], deps: Deps, user: UserRow, email: string): Promise<void> {
  const userIdentities = await listIdentities(tx, [user.id]);
  const emailIdentity = userIdentities.find(({ provider }) => provider === 'email');
  const isEmailVerified = user.emailConfirmedAt !== null;
  if (emailIdentity) {
    const identityData = { ...emailIdentity.identityData, email, email_verified: isEmailVerified };
    await updateIdentity(tx, emailIdentity.id, { identityData, email }, deps.now());
  } else await addIdentity(tx, deps, user.id, createEmailIdentity(user.id, email, isEmailVerified));
  await recordProviders(tx, deps, user, await listIdentities(tx, [user.id]));
}

/** Deletes an account. A soft delete removes personal data and keeps the row for its references. */
export async function deleteByAdmin(deps: Deps, id: string, isSoft: boolean): Promise<void> {
  const user = await getUserById(deps, id);
  const after = await deps.db.transaction(async (tx) => {
    await lockUser(tx, id);
    const afterScheduled = await publishEvent(tx, deps, accountDeletionScheduled, { userId: id });
    const afterErased = await publishEvent(tx, deps, accountErased, { userId: id });
    const runAfterDeletion = async () => {
      await afterScheduled();
      await afterErased();
    };
    if (!isSoft) {
      await deleteUser(tx, user.id);
      return runAfterDeletion;
    }
    await deleteSessionsOf(tx, id);
    await updateUser(
      tx,
      id,
      { email: null, phone: null, encryptedPassword: null, userMetaData: {}, appMetaData: {}, deletedAt: deps.now() },
      deps.now(),
    );
    return runAfterDeletion;
  });
  await after();
}

/** @throws AuthRefusal mfa_factor_not_found */
export async function deleteFactorByAdmin(deps: Deps, userId: string, factorId: string) {
  const user = await getUserById(deps, userId);
  const factor = (await listFactors(deps.db, [user.id])).find(({ id }) => id === factorId);
  if (!factor) throw new AuthRefusal(404, 'mfa_factor_not_found', 'Factor not found');
  await removeFactor(deps, factor);
  return { id: factor.id };
}

export async function listFactorsByAdmin(deps: Deps, userId: string) {
  const user = await getUserById(deps, userId);
  return presentUser({ user, identities: [], factors: await listFactors(deps.db, [user.id]) }).factors ?? [];
}
