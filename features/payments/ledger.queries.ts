import { and, asc, eq, inArray, like, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { readStoredText, type SharedText, writeInEveryLanguage } from '../../messages/every-language.ts';
import { type Locale, SOURCE_LOCALE } from '../../messages/locales.ts';
import { type Account, type Entries, omitZeroEntries, toBalance } from './ledger.rules.ts';
import type { LedgerLine } from './orders/orders.schema.ts';
import { ledgerEntries, ledgerJournals } from './payments.tables.ts';

/**
 * Writes one journal. The database rejects it at commit when it doesn't sum to zero or overdraws the order.
 * @returns false when there's already a journal with that cause, or nothing to write
 */
export async function writeJournal(
  tx: Db,
  journal: { orderId: string; cause: string; memo: SharedText; entries: Entries; at: Date },
): Promise<boolean> {
  const lines = omitZeroEntries(journal.entries);
  if (lines.length === 0) return false;
  const { text, translations } = writeInEveryLanguage(journal.memo);
  const [row] = await tx
    .insert(ledgerJournals)
    .values({ orderId: journal.orderId, cause: journal.cause, memo: text, translations, createdAt: journal.at })
    .onConflictDoNothing({ target: ledgerJournals.cause })
    .returning({ id: ledgerJournals.id });
  if (!row) return false;
  await tx
    .insert(ledgerEntries)
    .values(lines.map(([account, amountCents]) => ({ journalId: row.id, account, amountCents })));
  return true;
}

/** Returns an order's totals by ledger account, in cents. */
export async function getTotals(db: Db, orderId: string): Promise<Entries> {
  return (await getTotalsOfMany(db, [orderId])).get(orderId) ?? {};
}

/** Returns the totals by ledger account of many orders, in cents. Orders without journals are left out. */
export async function getTotalsOfMany(db: Db, orderIds: string[]): Promise<Map<string, Entries>> {
  const totals = new Map<string, Entries>();
  if (orderIds.length === 0) return totals;
  const rows = await db
    .select({
      orderId: ledgerJournals.orderId,
      account: ledgerEntries.account,
      cents: sql<number>`sum(${ledgerEntries.amountCents})`.mapWith(Number),
    })
    .from(ledgerJournals)
    .innerJoin(ledgerEntries, eq(ledgerEntries.journalId, ledgerJournals.id))
    .where(inArray(ledgerJournals.orderId, orderIds))
    .groupBy(ledgerJournals.orderId, ledgerEntries.account);
  for (const row of rows) {
    const entries = totals.get(row.orderId) ?? {};
    entries[row.account as Account] = row.cents;
    totals.set(row.orderId, entries);
  }
  return totals;
}

/** Returns how much of the payer's own money can still be refunded, in cents: neither refunded nor charged back. */
export async function getRefundableCents(db: Db, orderId: string): Promise<number> {
  const { buyer = 0, refund = 0 } = await getTotals(db, orderId);
  return Math.max(0, 0 - buyer - refund);
}

export async function getBalance(db: Db, orderId: string) {
  return toBalance(await getTotals(db, orderId));
}

/** Lists all journals of an order in readable form and in one language, oldest first. */
export async function listLedgerLines(db: Db, orderId: string, locale: Locale = SOURCE_LOCALE): Promise<LedgerLine[]> {
  const rows = await db
    .select({
      id: ledgerJournals.id,
      text: ledgerJournals.memo,
      translations: ledgerJournals.translations,
      at: ledgerJournals.createdAt,
      account: ledgerEntries.account,
      cents: ledgerEntries.amountCents,
    })
    .from(ledgerJournals)
    .innerJoin(ledgerEntries, eq(ledgerEntries.journalId, ledgerJournals.id))
    .where(eq(ledgerJournals.orderId, orderId))
    .orderBy(asc(ledgerJournals.id), asc(ledgerEntries.account));
  const lines = new Map<number, LedgerLine>();
  for (const row of rows) {
    const line = lines.get(row.id) ?? { at: row.at.toISOString(), memo: readStoredText(row, locale), entries: [] };
    line.entries.push({ account: row.account, cents: row.cents });
    lines.set(row.id, line);
  }
  return [...lines.values()];
}

export async function getEntriesOfCause(db: Db, cause: string): Promise<Entries> {
  const rows = await db
    .select({ account: ledgerEntries.account, cents: ledgerEntries.amountCents })
    .from(ledgerEntries)
    .innerJoin(ledgerJournals, eq(ledgerEntries.journalId, ledgerJournals.id))
    .where(eq(ledgerJournals.cause, cause));
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

/** Lists an order's payments whose cause has this prefix, with the cents received. */
export async function listLedgerCauses(
  db: Db,
  orderId: string,
  prefix: string,
): Promise<{ cause: string; cents: number }[]> {
  const rows = await listLedgerCausesByPrefix(db, orderId, { prefix, account: 'buyer' });
  return rows.map(({ cause, cents }) => ({ cause, cents: -cents }));
}

/** Lists an order's journals whose cause has this prefix, with their cents on an account, in ledger order. */
export async function listLedgerCausesByPrefix(
  db: Db,
  orderId: string,
  { prefix, account }: { prefix: string; account: Account },
): Promise<{ cause: string; cents: number }[]> {
  return db
    .select({ cause: ledgerJournals.cause, cents: ledgerEntries.amountCents })
    .from(ledgerJournals)
    .innerJoin(ledgerEntries, eq(ledgerEntries.journalId, ledgerJournals.id))
    .where(
      and(
        eq(ledgerJournals.orderId, orderId),
        eq(ledgerEntries.account, account),
        like(ledgerJournals.cause, `${prefix}%`),
      ),
    )
    .orderBy(asc(ledgerJournals.id));
}
