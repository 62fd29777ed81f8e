import type { CompiledMessage } from 'icu-minify/format';
import type { ReactNode } from 'react';

export type { CompiledMessage };

/** Renders a tag such as `<link>…</link>`; `children` is the content between its start and end. */
export type Tag = (children: ReactNode) => ReactNode;

/** A message from a catalog, with any parameters. */
export interface AnyMessage {
  /** The catalog and the key, such as `tokens.connected`. */
  readonly id: string;
  /** The English text, compiled by `tools/catalogs.ts`. */
  readonly english: CompiledMessage;
}

/**
 * A message that code refers to, so that the compiler knows which messages exist and what parameters they take.
 * `Values` is the type of its parameters, or `never` if it has none.
 */
export interface Message<Values = never> extends AnyMessage {
  /** Only used for type checking. No message has this property at run time. */
  readonly values?: (values: Values) => Values;
}

/**
 * Declares a message. Only generated files call this. In the browser, the build replaces the call with the compiled
 * text (see `vite.config.ts`).
 */
export const message = <Values = never>(id: string, english: CompiledMessage): Message<Values> => ({ id, english });
