import type { Deps, Person } from '../../server/deps.ts';
import type { CheckAnswer } from './queue.schema.ts';

export async function checkShown(_deps: Deps, _actor: Person, _word: { id: string; version: number }): Promise<void> {
  throw new Error('not yet');
}
export async function answerCheck(
  _deps: Deps,
  _actor: Person,
  _word: { id: string; version: number; answer: CheckAnswer },
): Promise<void> {
  throw new Error('not yet');
}
export async function answerCheckByToken(
  _deps: Deps,
  _word: { id: string; token: string; answer: CheckAnswer },
): Promise<string> {
  throw new Error('not yet');
}
