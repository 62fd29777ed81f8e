import { hostname } from 'node:os';
import { type Logger, pino } from 'pino';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import { MINUTE_MS } from '../time/units.ts';
import { describeError } from './log-errors.ts';

export type Log = {
  debug: (fields: object, message: string) => void;
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
};

type LogOptions = {
  /** The node's role, named on each line. */
  role?: string;
  destination?: { write: (line: string) => void };
};

/**
 * Writes structured log lines to standard output, without personal data or secrets. Pass an error as an object (`{ err:
 * error }`), because user input can't be stripped once it's text.
 */
export function openLog(level: string, { role, destination }: LogOptions = {}): Log {
  const options = {
    level,
    base: { host: hostname(), ...(role ? { role } : {}) },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: removeUserText },
    // The formatter has already described the error.
    serializers: { err: (value: unknown) => value },
  };
  return throttleUnavailableErrors(destination ? pino(options, destination) : pino(options));
}

type Level = keyof Log;

/**
 * Throttles errors that every scheduled job logs while the database is unavailable: one line a minute per kind. The
 * next line of that kind says how many weren't logged.
 */
function throttleUnavailableErrors(log: Logger): Log {
  const lastLines = new Map<string, { at: number; leftOut: number }>();
  const write = (level: Level, fields: object, message: string): void => {
    if (!Object.values(fields).some((value) => isDatabaseUnavailable(value))) {
      log[level](fields, message);
      return;
    }
    const lastWrite = lastLines.get(message);
    const now = performance.now();
    if (lastWrite && now - lastWrite.at < MINUTE_MS) {
      lastWrite.leftOut += 1;
      return;
    }
    lastLines.set(message, { at: now, leftOut: 0 });
    log[level](lastWrite?.leftOut ? { ...fields, leftOut: lastWrite.leftOut } : fields, message);
  };
  const logAt = (level: Level) => (fields: object, message: string) => write(level, fields, message);
  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') };
}

function removeUserText(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? describeError(value) : value]),
  );
}
