import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { accountContacts } from '../../accounts/account-views.queries.ts';
import { playerContacts } from '../player-views.queries.ts';
import { confirmedContacts } from '../profiles.tables.ts';
import type { ContactKind } from './contact-confirmation.schema.ts';

export type ContactsRow = Record<`${'named' | 'confirmed' | 'account'}_${ContactKind}`, string | null>;

/** Reads the addresses on the profile, which of them are confirmed, and the confirmed addresses of the account. */
export async function findContactsRow(db: Db, userId: string): Promise<ContactsRow | undefined> {
  const { rows } = await db.execute<ContactsRow>(sql`
    select p.email as named_email, p.phone as named_phone, p.confirmed_email, p.confirmed_phone,
           u.email as account_email, u.phone as account_phone
      from ${accountContacts} u left join ${playerContacts} p on p.id = u.id
     where u.id = ${userId}`);
  return rows[0];
}

/** Stores a confirmed, normalized address, replacing the earlier one of its kind. */
export async function upsertConfirmedContact(
  tx: Db,
  { userId, kind, address, now }: { userId: string; kind: ContactKind; address: string; now: Date },
): Promise<void> {
  await tx
    .insert(confirmedContacts)
    .values({ userId, kind, address, confirmedAt: now })
    .onConflictDoUpdate({
      target: [confirmedContacts.userId, confirmedContacts.kind],
      set: { address, confirmedAt: now },
    });
}
