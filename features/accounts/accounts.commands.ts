import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import {
  type IdentityRow,
  insertIdentity,
  insertUser,
  type Person,
  type UserRow,
  updateUser,
} from './accounts.queries.ts';
import type { AuthUser } from './accounts.schema.ts';

export type NewIdentity = { provider: string; providerId: string; data: Record<string, unknown>; email: string | null };

/** Creates a user and, if given, their first identity. */
export async function createUser(
  tx: Db,
  deps: Deps,
  values: Parameters<typeof insertUser>[1],
  identity?: NewIdentity,
): Promise<UserRow> {
  const now = deps.now();
  const user = await insertUser(tx, {
    ...values,
    appMetaData: identity ? { provider: identity.provider, providers: [identity.provider] } : {},
    createdAt: now,
    updatedAt: now,
    ...(values.appMetaData ? { appMetaData: values.appMetaData } : {}),
  });
  if (identity) await addIdentity(tx, deps, user.id, identity);
  return user;
}

/** Links another sign-in method to a user. */
export async function addIdentity(tx: Db, deps: Deps, userId: string, identity: NewIdentity): Promise<IdentityRow> {
  const now = deps.now();
  return insertIdentity(tx, {
    userId,
    provider: identity.provider,
    providerId: identity.providerId,
    identityData: { ...identity.data, sub: identity.providerId },
    email: identity.email,
    lastSignInAt: now,
    createdAt: now,
    updatedAt: now,
  });
}

/** Returns a new identity for an email address. */
export function createEmailIdentity(userId: string, email: string, isVerified: boolean): NewIdentity {
  return {
    provider: 'email',
    providerId: userId,
    email,
    data: { sub: userId, email, email_verified: isVerified, phone_verified: false },
  };
}

/** Stores the list of a user's providers in the metadata that tokens include. */
export async function recordProviders(tx: Db, deps: Deps, user: UserRow, identities: IdentityRow[]): Promise<UserRow> {
  const providers = [...new Set(identities.map((identity) => identity.provider))];
  const provider = providers.includes(String(user.appMetaData.provider)) ? user.appMetaData.provider : providers[0];
  return updateUser(tx, user.id, { appMetaData: { ...user.appMetaData, provider, providers } }, deps.now());
}

const toIso = (instant: Date | null) => instant?.toISOString();

/** Formats a user's own account for the sign-in protocol. */
export function presentUser({ user, identities, factors }: Person): AuthUser {
  const confirmedAt =
    [user.emailConfirmedAt, user.phoneConfirmedAt].filter((at) => at !== null).sort(compareByTime)[0] ?? null;
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...presentValue('email_confirmed_at', toIso(user.emailConfirmedAt)),
    ...presentValue('phone_confirmed_at', toIso(user.phoneConfirmedAt)),
    ...presentValue('confirmed_at', toIso(confirmedAt)),
    ...presentValue('confirmation_sent_at', toIso(user.confirmationSentAt)),
    ...presentValue('recovery_sent_at', toIso(user.recoverySentAt)),
    ...presentValue('reauthentication_sent_at', toIso(user.reauthenticationSentAt)),
    ...presentValue('invited_at', toIso(user.invitedAt)),
    ...presentValue('new_email', user.emailChange ?? undefined),
    ...presentValue('email_change_sent_at', toIso(user.emailChangeSentAt)),
    ...presentValue('new_phone', user.phoneChange ?? undefined),
    ...presentValue('phone_change_sent_at', toIso(user.phoneChangeSentAt)),
    ...presentValue('last_sign_in_at', toIso(user.lastSignInAt)),
    ...presentValue('banned_until', toIso(user.bannedUntil)),
    ...presentValue('deleted_at', toIso(user.deletedAt)),
    app_metadata: user.appMetaData,
    user_metadata: user.userMetaData,
    identities: identities.map((identity) => ({
      identity_id: identity.id,
      id: identity.providerId,
      user_id: identity.userId,
      identity_data: identity.identityData,
      provider: identity.provider,
      last_sign_in_at: toIso(identity.lastSignInAt) ?? null,
      created_at: identity.createdAt.toISOString(),
      updated_at: identity.updatedAt.toISOString(),
      ...presentValue('email', identity.email ?? undefined),
    })),
    ...(factors.length === 0
      ? {}
      : {
          factors: factors.map((factor) => ({
            id: factor.id,
            friendly_name: factor.friendlyName ?? '',
            factor_type: factor.factorType,
            status: factor.status,
            ...presentValue('phone', factor.phone ?? undefined),
            created_at: factor.createdAt.toISOString(),
            updated_at: factor.updatedAt.toISOString(),
            ...presentValue('last_challenged_at', toIso(factor.lastChallengedAt)),
          })),
        }),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    is_anonymous: user.isAnonymous,
  };
}

const compareByTime = (a: Date, b: Date) => a.getTime() - b.getTime();

function presentValue<K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]: V });
}
