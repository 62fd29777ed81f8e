import { toIso } from '../../time/instants.ts';
import { computeQueueRank, computeReporterWeight } from '../moderation/moderation.rules.ts';
import type { QueueItem } from './admin.schema.ts';

type Row = {
  id: string;
  kind: QueueItem['kind'];
  reason: string;
  details: string | null;
  created_at: string;
  listing_id: string | null;
  message_id: string | null;
  squad_id: string | null;
  review_id: string | null;
  reporter_id: string | null;
  reporter_name: string | null;
  reporter_upheld: number;
  reporter_dismissed: number;
  owner_id: string | null;
  owner_name: string | null;
  subject: Record<string, unknown>;
  listing_status: string | null;
  reports: number;
  history: QueueItem['history'];
};

const toText = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);

/** Sorts open flags as the console shows them: newest first, except that flags by unreliable reporters rank lower. */
export function sortByQueueOrder(rows: readonly Row[]): QueueItem[] {
  return rows
    .map(({ subject, reporter_upheld, reporter_dismissed, ...row }) => ({
      ...row,
      created_at: toIso(row.created_at),
      title: toText(subject.title, 'Untitled'),
      notes: typeof subject.notes === 'string' ? subject.notes : null,
      role: toText(subject.role, 'N/A'),
      platform: toText(subject.platform, 'Unknown'),
      weight: computeReporterWeight(reporter_upheld, reporter_dismissed),
      reports: Math.max(row.reports, 1),
    }))
    .map((item) => ({ item, rank: computeQueueRank(new Date(item.created_at), item.weight) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ item: { id, kind, reason, details, ...item } }) => ({ id, kind, reason, details, ...item }));
}
