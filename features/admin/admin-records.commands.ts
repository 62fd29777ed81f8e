import type { Deps } from '../../server/deps.ts';
import { readAbsenceAppeals } from '../matches/match-feedback/match-feedback.commands.ts';
import { openAppeals } from '../moderation/ban-appeals.queries.ts';
import { countActiveBans } from '../moderation/bans.queries.ts';
import { countOpenFlags, openFlags } from '../moderation/flags.queries.ts';
import {
  type AuditFilter,
  type AuditLine,
  type ListingLine,
  type OpenAppeal,
  type Overview,
  type PaymentFilter,
  type PaymentLine,
  type QueueItem,
  SHOWN,
} from './admin.schema.ts';
import * as queries from './admin-records.queries.ts';
import { toCsv } from './csv.rules.ts';
import { inQueueOrder } from './moderation-queue.rules.ts';

const iso = (instant: string) => new Date(instant).toISOString();
const isoOrNull = (instant: string | null) => (instant === null ? null : iso(instant));

/** The console's counters. */
export async function overview(deps: Deps): Promise<Overview> {
  const [open_flags, active_bans, total_listings, total_matches, appeals, absences] = await Promise.all([
    countOpenFlags(deps.db),
    countActiveBans(deps.db, deps.now()),
    queries.countRows(deps.db, 'lfg_listings'),
    queries.countRows(deps.db, 'matches'),
    openAppeals(deps.db, SHOWN.queue),
    readAbsenceAppeals(deps),
  ]);
  return { open_flags, active_bans, total_listings, total_matches, open_appeals: appeals.length + absences.length };
}

export async function readQueue(deps: Deps): Promise<QueueItem[]> {
  return inQueueOrder(await openFlags(deps.db, SHOWN.queue));
}

export async function readAppeals(deps: Deps): Promise<OpenAppeal[]> {
  return (await openAppeals(deps.db, SHOWN.queue)).map((row) => ({
    ...row,
    created_at: iso(row.created_at),
    banned_at: iso(row.banned_at),
    expires_at: isoOrNull(row.expires_at),
  }));
}

export async function readListings(deps: Deps): Promise<ListingLine[]> {
  const rows = await queries.latestListings(deps.db, SHOWN.listings);
  return rows.map((row) => ({ ...row, created_at: iso(row.created_at) }));
}

export async function readPayments(deps: Deps, filter: PaymentFilter, limit: number): Promise<PaymentLine[]> {
  return (await queries.payments(deps.db, filter, limit)).map((row) => ({
    ...row,
    received_at: iso(row.received_at),
    processed_at: isoOrNull(row.processed_at),
  }));
}

export async function readAudit(deps: Deps, filter: AuditFilter, limit: number): Promise<AuditLine[]> {
  return (await queries.auditLog(deps.db, filter, limit)).map((row) => ({
    ...row,
    created_at: iso(row.created_at),
    undone_at: isoOrNull(row.undone_at),
  }));
}

export async function paymentsCsv(deps: Deps, filter: PaymentFilter): Promise<string> {
  return toCsv(
    ['event_id', 'event_type', 'price_id', 'received_at', 'processed_at', 'problem'],
    await readPayments(deps, filter, SHOWN.csv),
  );
}

export async function auditCsv(deps: Deps, filter: AuditFilter): Promise<string> {
  return toCsv(
    ['created_at', 'admin_id', 'admin_name', 'action', 'target_type', 'target_id', 'before', 'after', 'undone_at'],
    await readAudit(deps, filter, SHOWN.csv),
  );
}

export const readPaymentTypes = (deps: Deps) => queries.paymentTypes(deps.db);
export const readAuditActions = (deps: Deps) => queries.auditActions(deps.db);
