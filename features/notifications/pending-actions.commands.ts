import { port } from '../../server/deps.ts';
import type { PendingActionQuery } from './pending-actions.queries.ts';

/** Queries for pending actions, contributed by every feature that asks users something. */
export const pendingActionSources = port<readonly PendingActionQuery[]>('notifications.waiting');
