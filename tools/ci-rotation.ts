import { execFileSync } from 'node:child_process';

/** Returns the index of the part that runs now, based on the number of commits; 0 if there's no history. */
export function getRotationIndex(turns: number): number {
  try {
    const commits = execFileSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' });
    return Number(commits) % turns;
  } catch {
    return 0;
  }
}

/**
 * Number of parts that each suite is split into. All long suites and all journeys at both widths take over an hour and
 * a half on two cores. So each merge runs one part, in under an hour. The number of commits decides which part. The
 * quick tests and the main journeys always run.
 */
export const ROTATIONS = { long: 4, postgres: 4, desktop: 4, phone: 6, writing: 3 } as const;

/**
 * Returns the names to run now.
 * @param names in any order
 * @param turn 0 to turns - 1
 */
export const listInRotation = (names: readonly string[], turns: number, turn: number): string[] =>
  names.toSorted().filter((_name, index) => index % turns === turn);

/** Returns the names to skip in this turn. Tests skipped at one width or on one database run there in another merge. */
export const listOutOfRotation = (names: readonly string[], turns: number, turn: number): string[] =>
  names.toSorted().filter((_name, index) => index % turns !== turn);
