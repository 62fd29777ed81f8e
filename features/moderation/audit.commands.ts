import type { Db } from '../../db/database.ts';
import type { Deps } from '../../server/deps.ts';
import { insertAudit } from './audit.queries.ts';

export type NewAuditEntry = {
  /** Null for whoever runs the installation. */
  adminId: string | null;
  /** Verb and noun, e.g. `ban_user`. */
  action: string;
  /** What it was done to: user, listing, flag, match … */
  targetType: string;
  targetId: string | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
};

/**
 * Writes down what an admin did, in the transaction that does it: there is no act without its entry.
 * @returns the id of the entry
 */
export async function recordAudit(tx: Db, deps: Deps, entry: NewAuditEntry): Promise<string> {
  return insertAudit(tx, {
    ...entry,
    before: entry.before ?? null,
    after: entry.after ?? null,
    createdAt: deps.now(),
  });
}
