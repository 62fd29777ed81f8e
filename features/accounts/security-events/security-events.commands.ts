import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';
import { insertEvent } from './security-events.queries.ts';

export type SecurityEvent = {
  action: string;
  resourceType: string;
  success: boolean;
  metadata?: Record<string, unknown>;
  requestId?: string;
};

/** Writes one line into the account's security journal. */
export async function recordEvent(db: Db, deps: Deps, userId: string | null, event: SecurityEvent): Promise<void> {
  await insertEvent(db, { userId, createdAt: deps.now(), metadata: {}, ...event });
}
