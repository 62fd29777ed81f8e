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
  const written = new Map<string, { at: number; leftOut: number }>();
  const write = (level: Level, fields: object, message: string): void => {
    if (!Object.values(fields).some((value) => isDatabaseUnavailable(value))) {
      log[level](fields, message);
      return;
    }
    const known = written.get(message);
    const now = performance.now();
    if (known && now - known.at < MINUTE_MS) {
      known.leftOut += 1;
      return;
    }
    written.set(message, { at: now, leftOut: 0 });
    log[level](known?.leftOut ? { ...fields, leftOut: known.leftOut } : fields, message);
  };
  const at = (level: Level) => (fields: object, message: string) => write(level, fields, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function removeUserText(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? describeError(value) : value]),
  );
}
