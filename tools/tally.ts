import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export type Counts = { passed: number; failed: number; skipped: number };

const FILE = 'test-results/tally.json';

/** Notes what a suite counted, so that a run of several commands can say one sum at its end. */
export function addToTally(suite: string, counts: Counts): void {
  const tally = readTally();
  tally[suite] = counts;
  writeFileSync(FILE, JSON.stringify(tally, null, 2));
}

export function readTally(): Record<string, Counts> {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {};
}

if (import.meta.main) {
  const all = Object.values(readTally());
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}
