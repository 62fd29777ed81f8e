import type { AnyMessage, Message } from './message.ts';
import { createTranslator, type Translator } from './translator.ts';

/** A message with its values. Code that knows the reader's language turns it into text later. */
export interface LazyText {
  readonly message: AnyMessage;
  readonly values: unknown;
}

/** Text that a rule or command returns before the reader's language is known. */
export type Translatable = Message | LazyText;

/** Pairs a message with its values, so it can be translated later. */
export const lazyText = <Values>(message: Message<Values>, values: Values): LazyText => ({ message, values });

/** Turns a message or a lazy text into text. */
export function translate(t: Translator, text: Translatable): string {
  if (typeof text === 'object' && 'message' in text) return t(text.message as Message<unknown>, text.values);
  return t(text);
}

/** For logs, and for text whose reader's language isn't known yet. */
export const english: Translator = createTranslator();
