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

/**
 * Structured lines on standard output, without personal data and secrets. Pass an error as it is (`{ err: error }`):
 * what people typed is left out of it here, which cannot be done with its text.
 */
export function openLog(level: string, destination?: { write: (line: string) => void }): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: removeUserText },
    // The formatter has described them already.
    serializers: { err: (value: unknown) => value },
  };
  return throttleUnavailableErrors(destination ? pino(options, destination) : pino(options));
}

type Level = keyof Log;

/**
 * While the database is away, everything that works by the clock says so each time: of each line, one a minute is
 * written, and the next one of its kind says how many were left out.
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
