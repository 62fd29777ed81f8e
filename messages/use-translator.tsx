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

const PeriodContext = createContext(false);

/** Returns whether a period follows in the message. If so, a time that ends with "p.m." leaves out its own. */
export const useFollowingPeriod = (): boolean => useContext(PeriodContext);

/** Tells the elements that have a period behind them. */
const markPeriods = (nodes: ReactNode[]): ReactNode[] =>
  nodes.map((node, index) => {
    const next = nodes[index + 1];
    return typeof node !== 'string' && typeof next === 'string' && next.startsWith('.')
      ? createElement(PeriodContext, { value: true }, node)
      : node;
  });

/** Renders a message with markup. Each tag's value is a function that renders the tag's content. */
export function RichMessage<Values extends object>({ message, values }: { message: Message<Values>; values: Values }) {
  const t = useTranslator();
  const renderedValues = Object.entries(values).map(([name, value]: [string, string | Tag]) => [
    name,
    typeof value === 'function' ? (children: ReactNode) => value(joinNodes(children)) : value,
  ]);
  const nodes: ReactNode = t.parts(message, Object.fromEntries(renderedValues) as FormatValues<ReactNode>);
  return joinNodes(markPeriods([nodes].flat()));
}
