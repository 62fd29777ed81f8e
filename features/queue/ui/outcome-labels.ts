import type { Translator } from '../../../messages/translator.ts';
import * as messages from '../queue.messages.ts';
import type { QueueOutcome } from '../queue.schema.ts';

/** Formats an outcome. A removed player sees one sentence without a title. */
export function formatOutcome(
  t: Translator,
  { kind, sentence }: QueueOutcome,
): { title: string; description?: string } {
  if (kind === 'squad') return { title: t(messages.squadSet), description: sentence };
  return kind === 'requeued' ? { title: t(messages.backInQueue), description: sentence } : { title: sentence };
}
