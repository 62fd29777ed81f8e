import type { Deps, Person } from '../../server/deps.ts';
import type { QueueState } from './queue.schema.ts';

export async function readQueue(_deps: Deps, _actor: Person): Promise<QueueState> {
  throw new Error('not yet');
}
