import { type LazyText, lazyText, type Translatable, translate } from './lazy-text.ts';
import type { AnyMessage, Message } from './message.ts';
import type { Translator } from './translator.ts';

/** No text that people type contains this character (see `server/middleware/reject-invalid-text.ts`). */
const MARK = '\0';

/** Puts a message into the text of a schema's error, which zod requires to be a string. */
export function issueText(message: Message): string;
export function issueText<Values>(message: Message<Values>, values: Values): string;
export function issueText(message: AnyMessage, values: unknown = {}): string {
  return `${MARK}${JSON.stringify({ message, values })}`;
}

/** Reads the message from the text of a schema's error. Other texts stay as they are. */
export function readIssueText(text: string): Translatable | string {
  if (!text.startsWith(MARK)) return text;
  const { message, values } = JSON.parse(text.slice(MARK.length)) as LazyText;
  return lazyText(message as Message<unknown>, values);
}

/** Translates the text of a schema's error. */
export function translateIssue(t: Translator, text: string): string {
  const read = readIssueText(text);
  return typeof read === 'string' ? read : translate(t, read);
}
