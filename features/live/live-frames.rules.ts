import type { LiveBye } from './live.schema.ts';

/** One server-sent event. */
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** What goes over a stream, as text. */
export const frames = {
  greeting: (topics: ReadonlyMap<string, number>, now: Date) =>
    event('greeting', { now: now.toISOString(), topics: Object.fromEntries(topics) }),
  change: (topics: ReadonlyMap<string, number>) => event('change', Object.fromEntries(topics)),
  words: (topic: string, rev: number, words: unknown) => event('words', { topic, rev, words }),
  bye: (reason: LiveBye['reason']) => event('bye', { reason }),
  /** Proxies close connections that say nothing, and a page that hears nothing looks for another way. */
  beat: ': still here\n\n',
};
