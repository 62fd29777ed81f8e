import { createHash } from 'node:crypto';
import { getSeededChance, pickOne } from './sample-choices.ts';
import { ANSWERS, GREETINGS } from './sample-lines.ts';

/** Maximum number of lines per hour that all sample players together post in one chat. */
export const MAX_LINES_PER_HOUR = 6;
const HOUR_MS = 3_600_000;
/** Maximum age of a message that gets an answer. */
const FRESH_MS = 600_000;
/** Number of messages after which no greeting is sent. */
const FIRST_WORDS = 8;

export type SampleConversation = {
  id: string;
  members: readonly { id: string }[];
  /** Sequence number of the first message the reader may see. */
  first_seq: number;
  /** The newest messages, oldest first. */
  messages: readonly {
    seq: number;
    author: { id: string } | null;
    text: string;
    removed: string | null;
    created_at: string;
  }[];
};

export type ChatLine = { authorId: string; clientId: string; text: string; seconds: number };

/**
 * Returns the next line that a sample player posts, if any. One of them greets a squad in which no sample player has
 * posted, and one answers the newest message by a person if it's a simple question. The line and its id depend only on
 * the chat, so two processes post it only once.
 */
export function chooseNextLine(
  { id, members, first_seq, messages }: SampleConversation,
  isSample: (userId: string) => boolean,
  now: Date,
): ChatLine | undefined {
  const writers = members
    .map((member) => member.id)
    .filter(isSample)
    .sort();
  const bySamples = messages.filter(({ author }) => author && isSample(author.id));
  const computeAge = ({ created_at }: { created_at: string }) => now.getTime() - Date.parse(created_at);
  const withinHour = messages.filter((one) => computeAge(one) < HOUR_MS);
  // Don't answer when people write so much that the page doesn't show the whole last hour.
  if (withinHour.length === messages.length && (messages[0]?.seq ?? 0) > first_seq) return undefined;
  if (writers.length === 0 || bySamples.filter((one) => withinHour.includes(one)).length >= MAX_LINES_PER_HOUR)
    return undefined;
  const last = messages.at(-1);
  if (last && bySamples.at(-1) === last) return undefined;
  if (bySamples.length === 0 && (last?.seq ?? 0) < FIRST_WORDS) return chooseLine(id, 0, writers, GREETINGS);
  if (!last || last.author === null) return undefined;
  if (last.removed || computeAge(last) > FRESH_MS) return undefined;
  const reply = ANSWERS.find(({ about }) => about.test(last.text));
  return reply && chooseLine(id, last.seq, writers, reply.lines);
}

/** @param seq sequence number of the message to answer; 0 for a greeting */
function chooseLine(threadId: string, seq: number, writers: readonly string[], lines: readonly string[]): ChatLine {
  const cause = `${threadId} ${seq}`;
  return {
    authorId: pickOne(writers, 'writes', cause),
    clientId: toUuid(cause),
    text: pickOne(lines, 'says', cause),
    seconds: 5 + getSeededChance('after', cause) * 6,
  };
}

/** Derives a UUID from a name; the same name always gives the same one. */
function toUuid(name: string): string {
  const hex = createHash('sha256').update(`sample line ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
