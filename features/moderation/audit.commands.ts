import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { insertAudit } from './audit.queries.ts';

export type NewAuditEntry = {
  /** ID of the admin; null for the installation's operator. */
  adminId: string | null;
  /** Verb and noun, e.g. `ban_user`. */
  action: string;
  /** Kind of target: user, listing, flag, match … */
  targetType: string;
  targetId: string | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
};

/**
 * Records an admin's action in the transaction that performs it, so no action lacks an audit entry. An operator's entry
 * names them.
 * @returns the ID of the entry
 */
export async function recordAudit(tx: Db, deps: Deps, entry: NewAuditEntry): Promise<string> {
  return insertAudit(tx, {
    ...entry,
    operator: entry.adminId === null ? (deps.operator ?? null) : null,
    before: entry.before ?? null,
    after: entry.after ?? null,
    createdAt: deps.now(),
  });
}
