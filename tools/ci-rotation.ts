import { execFileSync } from 'node:child_process';

/** Returns the current turn, based on the number of commits; the first one without a history. */
export function rotationIndex(turns: number): number {
  try {
    const commits = execFileSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' });
    return Number(commits) % turns;
  } catch {
    return 0;
  }
}

/**
 * All long suites and all journeys at both widths take more than an hour and a half on two cores. Each landing runs a
 * part of them within an hour, chosen by the number of commits. The quick tests and the main journeys run every time.
 */
export const ROTATIONS = { long: 4, postgres: 4, desktop: 4, phone: 6, writing: 3 } as const;

/**
 * Returns the names that are due in this turn.
 * @param names in any order
 * @param turn 0 to turns - 1
 */
export const inRotation = (names: readonly string[], turns: number, turn: number): string[] =>
  names.toSorted().filter((_name, at) => at % turns === turn);

/** Returns the other names. What's skipped at one width or database is due there in another landing. */
export const outOfRotation = (names: readonly string[], turns: number, turn: number): string[] =>
  names.toSorted().filter((_name, at) => at % turns !== turn);
