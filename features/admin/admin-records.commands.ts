import type { Deps } from '../../server/deps.ts';
import { toIso, toIsoOrNull } from '../../time/instants.ts';
import { countListings, listLatestListings, listListingsByIds } from '../lfg/listing-records.queries.ts';
import { listNoShowAppeals } from '../matches/match-feedback/match-feedback.commands.ts';
import { countMatches } from '../matches/match-records.queries.ts';
import { listAuditActions, listAuditLog } from '../moderation/audit.queries.ts';
import { listOpenAppeals } from '../moderation/ban-appeals.queries.ts';
import { countActiveBans } from '../moderation/bans.queries.ts';
import { countOpenFlags, listHistories, listOpenFlags } from '../moderation/flags.queries.ts';
import * as payments from '../payments/payment-records.queries.ts';
import { getMemberNames } from '../profiles/player-views.queries.ts';
import { countOpenRequests } from '../support/support.queries.ts';
import {
  type AuditFilter,
  type AuditLine,
  type ListingLine,
  type OpenAppeal,
  type Overview,
  type PaymentEvent,
  type PaymentFilter,
  type QueueItem,
  ROWS_SHOWN,
} from './admin.schema.ts';
import { toCsv } from './csv.rules.ts';
import { sortByQueueOrder } from './moderation-queue.rules.ts';
import { QUEUE_SHOWN } from './queue-length.rules.ts';

/** Reads the console's counters. */
export async function readOverview(deps: Deps): Promise<Overview> {
  const [open_flags, active_bans, total_listings, total_matches, open_support, appeals, absences] = await Promise.all([
    countOpenFlags(deps.db),
    countActiveBans(deps.db, deps.now()),
    countListings(deps.db),
    countMatches(deps.db),
    countOpenRequests(deps.db),
    listOpenAppeals(deps.db, QUEUE_SHOWN),
    listNoShowAppeals(deps),
  ]);
  const open_appeals = appeals.length + absences.length;
  return { open_flags, active_bans, total_listings, total_matches, open_appeals, open_support };
}

const omitNulls = (ids: (string | null)[]): string[] => ids.filter((id) => id !== null);

/** Reads the open flags with the names of the people involved and the current state of their listings. */
export async function readQueue(deps: Deps): Promise<QueueItem[]> {
  const flags = await listOpenFlags(deps.db, QUEUE_SHOWN);
  const owners = omitNulls(flags.map((flag) => flag.owner_id));
  const [names, listings, histories] = await Promise.all([
    getMemberNames(deps.db, omitNulls(flags.flatMap((flag) => [flag.reporter_id, flag.owner_id]))),
    listListingsByIds(deps.db, omitNulls(flags.map((flag) => flag.listing_id)), deps.now()),
    listHistories(deps.db, owners, deps.now()),
  ]);
  const getName = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return sortByQueueOrder(
    flags.map((flag) => {
      const listing = flag.listing_id === null ? undefined : listings.get(flag.listing_id);
      return {
        ...flag,
        reporter_name: getName(flag.reporter_id),
        owner_name: getName(flag.owner_id),
        listing_title: listing?.title ?? null,
        listing_notes: listing?.notes ?? null,
        listing_status: listing?.status ?? null,
        history: (flag.owner_id && histories.get(flag.owner_id)) || null,
      };
    }),
  );
}

export async function readAppeals(deps: Deps): Promise<OpenAppeal[]> {
  const appeals = await listOpenAppeals(deps.db, QUEUE_SHOWN);
  const names = await getMemberNames(
    deps.db,
    appeals.map((appeal) => appeal.user_id),
  );
  return appeals.map((row) => ({
    ...row,
    display_name: names.get(row.user_id) ?? null,
    created_at: toIso(row.created_at),
    banned_at: toIso(row.banned_at),
    expires_at: toIsoOrNull(row.expires_at),
  }));
}

export async function readListings(deps: Deps): Promise<ListingLine[]> {
  const rows = await listLatestListings(deps.db, ROWS_SHOWN.listings, deps.now());
  return rows.map((row) => ({ ...row, created_at: toIso(row.created_at) }));
}

export async function readPayments(deps: Deps, filter: PaymentFilter, limit: number): Promise<PaymentEvent[]> {
  return (await payments.listPayments(deps.db, filter, limit)).map((row) => ({
    ...row,
    received_at: toIso(row.received_at),
    processed_at: toIsoOrNull(row.processed_at),
  }));
}

export async function readAudit(deps: Deps, filter: AuditFilter, limit: number): Promise<AuditLine[]> {
  const entries = await listAuditLog(deps.db, filter, limit);
  const names = await getMemberNames(deps.db, omitNulls(entries.map((entry) => entry.admin_id)));
  return entries.map(({ operator, ...row }) => ({
    ...row,
    admin_name: row.admin_id === null ? operator : (names.get(row.admin_id) ?? null),
    created_at: toIso(row.created_at),
    undone_at: toIsoOrNull(row.undone_at),
  }));
}

export async function exportPaymentsCsv(deps: Deps, filter: PaymentFilter): Promise<string> {
  return toCsv(
    ['event_id', 'event_type', 'price_id', 'received_at', 'processed_at', 'problem'],
    await readPayments(deps, filter, ROWS_SHOWN.csv),
  );
}

export async function exportAuditCsv(deps: Deps, filter: AuditFilter): Promise<string> {
  return toCsv(
    ['created_at', 'admin_id', 'admin_name', 'action', 'target_type', 'target_id', 'before', 'after', 'undone_at'],
    await readAudit(deps, filter, ROWS_SHOWN.csv),
  );
}

export const readPaymentTypes = (deps: Deps) => payments.listPaymentTypes(deps.db);
export const readAuditActions = (deps: Deps) => listAuditActions(deps.db);
