import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { addIdentity, createEmailIdentity, createUser, recordProviders } from './accounts.commands.ts';
import { deleteIdentity, deleteUser, listIdentities, lockUser, type UserRow, updateUser } from './accounts.queries.ts';
import { type Address, createPhoneIdentity, isConfirmed } from './contact-addresses.commands.ts';
import { mergeMetadata } from './metadata.commands.ts';
import { deleteCodesOf } from './one-time-codes.queries.ts';
import { deleteSessionsOf } from './sessions/sessions.queries.ts';
import { createJoiningUser, recordJoining } from './terms.commands.ts';
import { deleteSecondFactors, isInUse } from './unverified-accounts.queries.ts';

/** The account's initial data, and whether an admin provides it. */
type AccountReset = { data?: Record<string, unknown>; encryptedPassword?: string | null; byAdmin?: boolean };

/** Creates the email or phone identity for an address. */
export const createAddressIdentity = (userId: string, address: Address, isVerified: boolean) =>
  address.email
    ? createEmailIdentity(userId, address.email, isVerified)
    : createPhoneIdentity(userId, address.phone!, isVerified);

/**
 * Hands an account with an unverified address to the person who requests it now. Removes anything that someone else may
 * have prepared in it: password, metadata, other identities, sessions and open codes. If the account is in use through
 * another sign-in, it keeps all of that and loses only the unverified address, and the requester gets a new account. An
 * invited account keeps the metadata from the admin. Until it's verified, only admins may add to that metadata.
 * @returns the clean account; an account with a verified address is returned unchanged
 */
export async function resetUnverifiedAccount(
  tx: Db,
  deps: Deps,
  userBeforeLock: UserRow,
  start: AccountReset = {},
): Promise<UserRow> {
  const user = await lockUser(tx, userBeforeLock.id);
  if (!user || isConfirmed(user)) return user ?? userBeforeLock;
  const address: Address = user.email ? { email: user.email, phone: null } : { email: null, phone: user.phone! };
  if (await isInUse(tx, user.id)) {
    await releaseAddress(tx, deps, user);
    const id = crypto.randomUUID();
    const values = {
      id,
      ...address,
      userMetaData: start.data ?? {},
      encryptedPassword: start.encryptedPassword ?? null,
    };
    return (start.byAdmin ? createUser : createJoiningUser)(
      tx,
      deps,
      values,
      createAddressIdentity(id, address, false),
    );
  }
  await deleteSessionsOf(tx, user.id);
  await deleteCodesOf(tx, user.id);
  await deleteSecondFactors(tx, user.id);
  for (const identity of await listIdentities(tx, [user.id])) await deleteIdentity(tx, identity.id);
  const identity = createAddressIdentity(user.id, address, false);
  await addIdentity(tx, deps, user.id, identity);
  const values: Partial<UserRow> = {
    ...address,
    encryptedPassword: start.encryptedPassword ?? null,
    passwordShutAt: null,
    userMetaData: resolveMetadata(user, start),
    appMetaData: { ...user.appMetaData, provider: identity.provider, providers: [identity.provider] },
    emailChange: null,
    emailChangeConfirmStatus: 0,
    phoneChange: null,
    adultConfirmedAt: null,
    ...(start.byAdmin ? {} : { minimumAgeConfirmedAt: deps.now() }),
  };
  if (!start.byAdmin) await recordJoining(tx, deps, user.id);
  return updateUser(tx, user.id, values, deps.now());
}

function resolveMetadata(user: UserRow, { data = {}, byAdmin = false }: AccountReset): Record<string, unknown> {
  if (!user.invitedAt) return data;
  return byAdmin ? mergeMetadata('data', user.userMetaData, data) : user.userMetaData;
}

/**
 * Removes an unverified address from the account that holds it, so that someone else can verify the address.
 * @returns false when the account has verified the address, so that it isn't free
 */
export async function releaseUnverifiedAddress(tx: Db, deps: Deps, holder: UserRow): Promise<boolean> {
  const user = await lockUser(tx, holder.id);
  if (!user) return true;
  if (isConfirmed(user)) return false;
  if (await isInUse(tx, user.id)) await releaseAddress(tx, deps, user);
  else await deleteUser(tx, user.id);
  return true;
}

/** Removes only the unverified address. An account in use keeps everything else. */
async function releaseAddress(tx: Db, deps: Deps, user: UserRow): Promise<void> {
  await deleteCodesOf(tx, user.id);
  const userIdentities = await listIdentities(tx, [user.id]);
  const isAddress = ({ provider }: { provider: string }) => provider === 'email' || provider === 'phone';
  for (const identity of userIdentities.filter(isAddress)) await deleteIdentity(tx, identity.id);
  const values = { email: null, phone: null, encryptedPassword: null };
  const updatedUser = await updateUser(tx, user.id, values, deps.now());
  const remaining = userIdentities.filter((identity) => !isAddress(identity));
  await recordProviders(tx, deps, updatedUser, remaining);
}
