import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/**
 * Writes uncaught errors to the file in `UNHANDLED_ERRORS`, as a list of messages with stack traces. Such errors fail a
 * run, but the JSON report doesn't include them.
 */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_modules, errors) => {
    const descriptions = errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`);
    writeFileSync(process.env.UNHANDLED_ERRORS ?? 'test-results/unhandled-errors.json', JSON.stringify(descriptions));
  };
}
