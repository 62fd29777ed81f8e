import { legalVersions } from '../../content/legal/legal-versions.ts';
import type { Db } from '../../db/database.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { createUser, type NewIdentity } from './accounts.commands.ts';
import { lockUser, type UserRow, updateUser } from './accounts.queries.ts';
import { deleteSignUpAcceptance, findAcceptedTerms, insertAcceptances, isAdultConfirmed } from './terms.queries.ts';

/**
 * Creates an account, and records that the user confirmed the minimum age and accepted the terms by joining, as the
 * sign-up page says.
 */
export async function createJoiningUser(
  tx: Db,
  deps: Deps,
  values: Parameters<typeof createUser>[2],
  identity?: NewIdentity,
): Promise<UserRow> {
  const user = await createUser(tx, deps, { ...values, minimumAgeConfirmedAt: deps.now() }, identity);
  await insertAcceptances(tx, [toSignUpAcceptance(user.id, deps.now())]);
  return user;
}

/** Replaces the acceptance that was recorded at sign-up, because someone else may have prepared the account. */
export async function recordJoining(tx: Db, deps: Deps, userId: string): Promise<void> {
  await deleteSignUpAcceptance(tx, userId);
  await insertAcceptances(tx, [toSignUpAcceptance(userId, deps.now())]);
}

/** Returns the versions of the legal texts that a user accepts by joining. */
export const toSignUpAcceptance = (userId: string, acceptedAt: Date) => {
  const { terms, privacy } = legalVersions;
  return { userId, acceptedAt, place: 'sign_up' as const, terms, privacy };
};

/** Records the versions that a buyer accepted with a payment. */
export async function recordCheckoutAcceptance(tx: Db, deps: Deps, userId: string): Promise<void> {
  const { terms, refunds } = legalVersions;
  await insertAcceptances(tx, [{ userId, acceptedAt: deps.now(), place: 'checkout', terms, refunds }]);
}

/**
 * Records what a buyer confirmed by paying, as the payment page says: their age, and the order's version of the terms.
 * Changes nothing for buyers who had already confirmed both.
 */
export async function recordPaidConfirmations(
  tx: Db,
  deps: Deps,
  { buyerId: userId, termsVersion: terms, refundsVersion: refunds }: PaidOrder,
): Promise<void> {
  // Orders without a version are from earlier payment pages, which didn't ask for these confirmations.
  if (!userId || terms === null) return;
  const [acceptedAt, user] = [deps.now(), await lockUser(tx, userId)];
  if (!user) return;
  if (!user.adultConfirmedAt) await updateUser(tx, userId, { adultConfirmedAt: acceptedAt }, acceptedAt);
  if (((await findAcceptedTerms(tx, userId)) ?? 0) < terms)
    await insertAcceptances(tx, [{ userId, acceptedAt, place: 'checkout', terms, refunds }]);
}

type PaidOrder = { buyerId: string | null; termsVersion: number | null; refundsVersion: number | null };

/** Records, once, that a user is 18 or has a parent or guardian who agrees. Keeps the first time. */
export async function confirmAdult(deps: Deps, { userId }: Person): Promise<void> {
  if (await isAdultConfirmed(deps.db, userId)) return;
  await deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || user.adultConfirmedAt) return;
    await updateUser(tx, userId, { adultConfirmedAt: deps.now() }, deps.now());
  });
}
