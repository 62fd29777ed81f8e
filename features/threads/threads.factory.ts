import type { Deps } from '../../server/deps.ts';
import { readThread, writeMessage } from './threads.commands.ts';
import type { Subject } from './threads.queries.ts';

/** Writes a message in a subject's thread as one of its members. @throws Refusal as `writeMessage` */
export async function postMessage(deps: Deps, who: { userId: string }, subject: Subject, text: string) {
  const { id } = await readThread(deps, who, subject, {});
  return writeMessage(deps, who, id, { client_id: crypto.randomUUID(), text });
}
