import { z } from '@hono/zod-openapi';
import { issueText } from '../../messages/issue-text.ts';
import { instant } from '../../time/instant-schema.ts';
import * as messages from './live.messages.ts';

/** Revisions by topic (`kind:id`). They only increase, and a page refetches when it sees a new one. */
const Revs = z.record(z.string(), z.number());

const MAX_PUBLIC_TOPICS = 20;

/** Topics as `kind:id`, separated by commas. */
export const PublicTopics = z
  .string()
  .transform((text) => [...new Set(text.split(','))])
  .pipe(
    z
      .array(z.string().regex(/^[a-z]+:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, issueText(messages.topicInvalid)))
      .max(MAX_PUBLIC_TOPICS, issueText(messages.tooManyTopics, { max: MAX_PUBLIC_TOPICS })),
  );

/** The first frame of every connection, sent again when the user's topics change. */
const LiveGreeting = z.object({
  /** The server's time. */
  now: instant,
  /** Revisions of all the user's topics; 0 for topics that never changed. */
  topics: Revs,
});

/** Changed topics with their revisions. */
const LiveChange = Revs.openapi('LiveChange');

/** A changed topic with its new content. A client that has the previous content doesn't need to fetch. */
const LiveWords = z.object({ topic: z.string(), rev: z.number(), words: z.unknown() }).openapi('LiveWords');

/**
 * Why a stream ends: the node is shutting down, the token expired, the session ended, the user is banned, or reading
 * the topics failed.
 */
export const LiveBye = z.object({ reason: z.enum(['closing', 'expired', 'ended', 'banned', 'failed']) });
export type LiveBye = z.infer<typeof LiveBye>;

export const LiveFrame = z.union([LiveGreeting, LiveChange, LiveWords, LiveBye]).openapi('LiveFrame');

/** Message between nodes: changed topics, and sessions or users whose streams may have to end. */
export const LiveNews = z.object({
  topics: z.array(z.tuple([z.string(), z.number()])).optional(),
  sessions: z.array(z.string()).optional(),
  people: z.array(z.string()).optional(),
});
