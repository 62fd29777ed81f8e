import type { QueueOutcome } from '../queue.schema.ts';

/** Formats an outcome. A removed player sees one sentence without a title. */
export function formatOutcome({ kind, sentence }: QueueOutcome): { title: string; description?: string } {
  if (kind === 'squad') return { title: 'Your squad is set', description: sentence };
  return kind === 'requeued' ? { title: 'Back in the queue', description: sentence } : { title: sentence };
}
