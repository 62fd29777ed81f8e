import type { LiveBye } from './live.schema.ts';

/** Formats one server-sent event. */
const formatEvent = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** The stream's frames, serialized as text. */
export const frames = {
  greeting: (topics: ReadonlyMap<string, number>, now: Date) =>
    formatEvent('greeting', { now: now.toISOString(), topics: Object.fromEntries(topics) }),
  change: (topics: ReadonlyMap<string, number>) => formatEvent('change', Object.fromEntries(topics)),
  words: (topic: string, rev: number, formatPayload: unknown) =>
    formatEvent('words', { topic, rev, words: formatPayload }),
  bye: (reason: LiveBye['reason']) => formatEvent('bye', { reason }),
  /** Heartbeat. Without it, proxies close idle connections and pages try another transport. */
  beat: ': still here\n\n',
};
