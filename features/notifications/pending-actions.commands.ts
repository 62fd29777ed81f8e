import { port } from '../../server/deps.ts';
import type { PendingActionQuery } from './pending-actions.queries.ts';

/** Queries for pending actions. Every feature that asks users for something contributes its own. */
export const pendingActionSources = port<readonly PendingActionQuery[]>('notifications.waiting');
