import { english } from '../../messages/lazy-text.ts';
import type { Deps } from '../../server/deps.ts';
import { toIso } from '../../time/instants.ts';
import type { Mark } from '../accounts/security-events/security-events.schema.ts';
import { formatEvent, formatPlace } from '../accounts/security-events/security-events.wording.ts';
import { type MarkedLines, type MarkedQuery, ROWS_SHOWN } from './admin.schema.ts';
import { listMarkedSecurityEvents } from './admin-security-events.queries.ts';

/** Reads the marked security events of all accounts, newest first. */
export async function readMarkedSecurityEvents(deps: Deps, { mark, before }: MarkedQuery): Promise<MarkedLines> {
  const rows = await listMarkedSecurityEvents(deps.db, { mark, before, limit: ROWS_SHOWN.marked + 1 });
  const lines = rows.slice(0, ROWS_SHOWN.marked).map((row) => ({
    id: Number(row.id),
    user_id: row.user_id,
    name: row.name ?? row.email,
    words: formatEvent(english, row.action, row.metadata.method),
    device: row.device,
    place: formatPlace(english, row.country, row.network),
    times: row.times,
    marks: row.marks as Mark[],
    created_at: toIso(row.at),
  }));
  return { lines, before: rows.length > ROWS_SHOWN.marked ? lines.at(-1)!.id : null };
}
