import type { CompiledMessage } from 'icu-minify/format';
import type { ReactNode } from 'react';

export type { CompiledMessage };

/** The value of a tag such as `<link>…</link>`: renders what stands between. */
export type Tag = (children: ReactNode) => ReactNode;

/** A message of a catalog, whatever its parameters. */
export interface AnyMessage {
  /** The catalog and the key, such as `tokens.connected`. */
  readonly id: string;
  /** The English text, compiled by `tools/catalogs.ts`. */
  readonly english: CompiledMessage;
}

/**
 * A message that code refers to, so that the compiler knows which messages exist and what parameters they take.
 * `Values` are its parameters; without any it's `never`.
 */
export interface Message<Values = never> extends AnyMessage {
  /** Exists for the compiler only. */
  readonly values?: (values: Values) => Values;
}

/**
 * Declares a message. Only generated files call this; the browser gets the compiled text in place of the call (see
 * `vite.config.ts`).
 */
export const message = <Values = never>(id: string, english: CompiledMessage): Message<Values> => ({ id, english });
