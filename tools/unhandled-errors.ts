import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/**
 * Writes what no test caught into the file that `UNHANDLED_ERRORS` names, as a list of messages with their stacks:
 * such an error ends a run with a failure, and the JSON report is silent about it.
 */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_modules, errors) => {
    const said = errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`);
    writeFileSync(process.env.UNHANDLED_ERRORS ?? 'test-results/unhandled-errors.json', JSON.stringify(said));
  };
}
