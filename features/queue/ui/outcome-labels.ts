import type { QueueOutcome } from '../queue.schema.ts';

/** An outcome as it is said: who is out reads one sentence, for it says all there is. */
export function formatOutcome({ kind, sentence }: QueueOutcome): { title: string; description?: string } {
  if (kind === 'squad') return { title: 'Your squad is set', description: sentence };
  return kind === 'requeued' ? { title: 'Back in the queue', description: sentence } : { title: sentence };
}
