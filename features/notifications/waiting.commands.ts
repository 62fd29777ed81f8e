import { port } from '../../server/deps.ts';
import type { WaitingFor } from './waiting.queries.ts';

/** What waits for people: every feature that asks them something says so. */
export const waitingThings = port<readonly WaitingFor[]>('notifications.waiting');
