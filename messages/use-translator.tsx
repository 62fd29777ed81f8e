import type { FormatValues } from 'icu-minify/format';
import { createContext, createElement, Fragment, type ReactNode, useContext } from 'react';
import type { Message, Tag } from './message.ts';
import { createTranslator, type Translator } from './translator.ts';

const TranslatorContext = createContext<Translator>(createTranslator());

/** Provides the translator of the page. */
export const TranslatorProvider = TranslatorContext.Provider;

/** Returns the translator for the reader's language. */
export const useTranslator = (): Translator => useContext(TranslatorContext);

/** Passes the children one by one, because React requires keys for elements in a list. */
const joinNodes = (nodes: ReactNode): ReactNode => createElement(Fragment, null, ...[nodes].flat());

/** Renders a message with markup. Each tag's value is a function that renders the tag's content. */
export function RichMessage<Values extends object>({ message, values }: { message: Message<Values>; values: Values }) {
  const t = useTranslator();
  const renderedValues = Object.entries(values).map(([name, value]: [string, string | Tag]) => [
    name,
    typeof value === 'function' ? (children: ReactNode) => value(joinNodes(children)) : value,
  ]);
  return joinNodes(t.parts(message, Object.fromEntries(renderedValues) as FormatValues<ReactNode>));
}
