import { pino } from 'pino';

export type Log = {
  debug: (fields: object, message: string) => void;
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
};

/** Structured lines on standard output; no personal data and no secrets go in, so nothing has to be taken out. */
export function openLog(level: string): Log {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}
