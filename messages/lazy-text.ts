import type { AnyMessage, Message } from './message.ts';
import { createTranslator, type Translator } from './translator.ts';

/** A message with its values, translated later by code that knows the reader's language. */
export interface LazyText {
  readonly message: AnyMessage;
  readonly values: unknown;
}

/**
 * A message's values. The texts among them may be lazy too: messages with values (such as durations) or functions (such
 * as amounts).
 */
export type LazyValues<Values> = {
  [Name in keyof Values]: Values[Name] | (Values[Name] extends string ? LazyText | ((t: Translator) => string) : never);
};

/** Text that a rule or command returns before the reader's language is known. */
export type Translatable = Message | LazyText;

/** Pairs a message with its values, so it can be translated later. */
export const lazyText = <Values>(message: Message<Values>, values: LazyValues<Values>): LazyText => ({
  message,
  values,
});

/** Of texts and values, only lazy texts have a `message` property. */
const isLazyText = (value: unknown): value is LazyText => Boolean((value as LazyText | null | undefined)?.message);

/** Turns a message or a lazy text into text. */
export function translate(t: Translator, text: Translatable): string {
  if (!isLazyText(text)) return t(text);
  const values: Record<string, unknown> = { ...(text.values as object) };
  for (const name in values) {
    const value = values[name];
    if (isLazyText(value)) values[name] = translate(t, value);
    if (typeof value === 'function') values[name] = value(t);
  }
  return t(text.message as Message<unknown>, values);
}

/** For logs, and for text whose reader's language isn't known yet. */
export const english: Translator = createTranslator();
