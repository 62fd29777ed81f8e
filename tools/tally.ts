import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Test results. `broken`: each failed test with the start of its error message; `flaky`: tests that passed on retry.
 */
export type TestCounts = { passed: number; failed: number; skipped: number; broken?: string[]; flaky?: string[] };

const FILE = 'test-results/tally.json';

/** Stores a suite's counts, so that a run of several commands can print one total at the end. */
export function addToTally(suite: string, counts: TestCounts): void {
  const tally = readTally();
  tally[suite] = counts;
  writeFileSync(FILE, JSON.stringify(tally, null, 2));
}

export function readTally(): Record<string, TestCounts> {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {};
}

/** Prints the total. Takes the failed commands as arguments, so failures outside of tests count too. */
if (import.meta.main) {
  const commands = process.argv.slice(2);
  const entries = Object.values(readTally());
  const sum = (key: 'passed' | 'failed') => entries.reduce((total, counts) => total + counts[key], 0);
  for (const [suite, counts] of Object.entries(readTally())) {
    for (const name of counts.flaky ?? []) console.log(`passed at the second go: ${suite}: ${name}`);
    for (const name of counts.broken ?? []) console.log(`failed: ${suite}: ${name}`);
  }
  for (const command of commands) console.log(`failed: ${command}`);
  console.log(`${sum('passed')} passed, ${Math.max(sum('failed'), commands.length)} failed`);
}
