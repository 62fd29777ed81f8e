import { port } from '../../server/deps.ts';
import type { PendingActionQuery } from './pending-actions.queries.ts';

/** What waits for people: every feature that asks them something says so. */
export const pendingActionSources = port<readonly PendingActionQuery[]>('notifications.waiting');
