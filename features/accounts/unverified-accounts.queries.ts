import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { mfaFactors, recoveryCodes } from './accounts.tables.ts';

/** Returns whether a user can sign in without the account's address: with another sign-in method or a passkey. */
export async function isInUse(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from auth.users u
     where u.id = ${userId}
       and (exists (select 1 from auth.identities i where i.user_id = u.id and i.provider not in ('email', 'phone'))
         or exists (select 1 from auth.webauthn_credentials w where w.user_id = u.id))`);
  return rows.length > 0;
}

/** Deletes an account's second factors and recovery codes. */
export async function deleteSecondFactors(tx: Db, userId: string): Promise<void> {
  await tx.delete(mfaFactors).where(eq(mfaFactors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}
