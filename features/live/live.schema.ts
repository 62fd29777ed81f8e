import { z } from '@hono/zod-openapi';
import { instant } from '../../time/instant-schema.ts';

/** `kind:id` → revision. A revision only rises; one that is not known to a page is a reason to fetch. */
const Revs = z.record(z.string(), z.number());

const MAX_PUBLIC_TOPICS = 20;

/** `kind:id`, with commas between them. */
export const PublicTopics = z
  .string()
  .transform((text) => [...new Set(text.split(','))])
  .pipe(
    z
      .array(z.string().regex(/^[a-z]+:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'A topic is kind:id.'))
      .max(MAX_PUBLIC_TOPICS, `Follow at most ${MAX_PUBLIC_TOPICS} topics at once.`),
  );

/** What begins every connection, and comes again when other topics than before are the person's. */
const LiveGreeting = z.object({
  /** The server's time. */
  now: instant,
  /** All topics of the person, those that never changed with 0. */
  topics: Revs,
});

/** Topics that have changed. */
const LiveChange = Revs.openapi('LiveChange');

/** A topic that has changed, with what is new in it: whoever has what was there before need not fetch. */
const LiveWords = z.object({ topic: z.string(), rev: z.number(), words: z.unknown() }).openapi('LiveWords');

/** Why a stream ends: the node closes, the token ran out, the session ended, a ban holds, or its topics could not be read. */
export const LiveBye = z.object({ reason: z.enum(['closing', 'expired', 'ended', 'banned', 'failed']) });
export type LiveBye = z.infer<typeof LiveBye>;

export const LiveFrame = z.union([LiveGreeting, LiveChange, LiveWords, LiveBye]).openapi('LiveFrame');

/** Between nodes: what was raised, and whose streams may have to end. */
export const LiveNews = z.object({
  topics: z.array(z.tuple([z.string(), z.number()])).optional(),
  sessions: z.array(z.string()).optional(),
  people: z.array(z.string()).optional(),
});
