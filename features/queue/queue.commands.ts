import type { z } from 'zod';
import type { Deps, Person } from '../../server/deps.ts';
import type { JoinWord, TicketWord } from './queue.schema.ts';

export async function joinQueue(_deps: Deps, _actor: Person, _word: JoinWord): Promise<void> {
  throw new Error('not yet');
}
export async function leaveQueue(_deps: Deps, _actor: Person, _word: z.infer<typeof TicketWord>): Promise<void> {
  throw new Error('not yet');
}
export async function stayInQueue(_deps: Deps, _actor: Person, _word: z.infer<typeof TicketWord>): Promise<void> {
  throw new Error('not yet');
}
