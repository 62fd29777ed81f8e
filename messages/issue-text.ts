import { type LazyText, lazyText, type Translatable, translate } from './lazy-text.ts';
import type { AnyMessage, Message } from './message.ts';
import type { Translator } from './translator.ts';

/** No text that people type contains this character (see `server/middleware/reject-invalid-text.ts`). */
const ISSUE_PREFIX = '\0';

/** Encodes a message as a string, because zod requires a schema's error to be one. */
export function issueText(message: Message): string;
export function issueText<Values>(message: Message<Values>, values: Values): string;
export function issueText(message: AnyMessage, values: unknown = {}): string {
  return `${ISSUE_PREFIX}${JSON.stringify({ message, values })}`;
}

/** Decodes the message from the text of a schema's error. Returns any other text unchanged. */
export function readIssueText(text: string): Translatable | string {
  if (!text.startsWith(ISSUE_PREFIX)) return text;
  const { message, values } = JSON.parse(text.slice(ISSUE_PREFIX.length)) as LazyText;
  return lazyText(message as Message<object>, values as object);
}

/** Translates the text of a schema's error. */
export function translateIssue(t: Translator, text: string): string {
  const issue = readIssueText(text);
  return typeof issue === 'string' ? issue : translate(t, issue);
}
