import { pino } from 'pino';
import { describeError } from './log-errors.ts';

export type Log = {
  debug: (fields: object, message: string) => void;
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
};

/**
 * Structured lines on standard output, without personal data and secrets. Pass an error as it is (`{ err: error }`):
 * what people typed is left out of it here, which cannot be done with its text.
 */
export function openLog(level: string, destination?: { write: (line: string) => void }): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: withoutTypedText },
    // The formatter has described them already.
    serializers: { err: (value: unknown) => value },
  };
  return destination ? pino(options, destination) : pino(options);
}

function withoutTypedText(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? describeError(value) : value]),
  );
}
