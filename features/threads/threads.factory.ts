import type { Deps } from '../../server/deps.ts';
import { readThread, writeMessage } from './threads.commands.ts';
import type { Subject } from './threads.queries.ts';

/** What somebody writes in the thread of something that they are in. @throws Refusal as when they do it themselves */
export async function postMessage(deps: Deps, who: { userId: string }, subject: Subject, text: string) {
  const { id } = await readThread(deps, who, subject, {});
  return writeMessage(deps, who, id, { client_id: crypto.randomUUID(), text });
}
