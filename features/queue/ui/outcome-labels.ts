import type { QueueOutcome } from '../queue.schema.ts';

/** Formats an outcome. A player who's out sees one sentence, because it says everything. */
export function formatOutcome({ kind, sentence }: QueueOutcome): { title: string; description?: string } {
  if (kind === 'squad') return { title: 'Your squad is set', description: sentence };
  return kind === 'requeued' ? { title: 'Back in the queue', description: sentence } : { title: sentence };
}
