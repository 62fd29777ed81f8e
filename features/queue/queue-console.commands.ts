import type { Deps, Person } from '../../server/deps.ts';
import type { QueueConsole } from './queue.schema.ts';

export async function readQueueConsole(_deps: Deps): Promise<QueueConsole> {
  throw new Error('not yet');
}
export async function switchQueue(
  _deps: Deps,
  _admin: Person,
  _word: { stopped: boolean; reason: string },
): Promise<void> {
  throw new Error('not yet');
}
