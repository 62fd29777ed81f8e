import type { Deps } from '../../server/deps.ts';
import { readThread, writeMessage } from './threads.commands.ts';
import type { Subject } from './threads.queries.ts';

/** Writes a message in a subject's thread as one of its members. @throws Refusal as `writeMessage` */
export async function postMessage(deps: Deps, user: { userId: string }, subject: Subject, text: string) {
  const { id } = await readThread(deps, user, subject, {});
  return writeMessage(deps, user, id, { client_id: crypto.randomUUID(), text });
}
