import { execFileSync } from 'node:child_process';

/** Returns the current turn based on the number of commits; 0 if there's no history. */
export function getRotationIndex(turns: number): number {
  try {
    const commits = execFileSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' });
    return Number(commits) % turns;
  } catch {
    return 0;
  }
}

/**
 * The number of parts that each suite is split into. All long suites and all journeys at both widths take more than an
 * hour and a half on two cores. Each merge runs one part of them within an hour, chosen by the number of commits. The
 * quick tests and the main journeys run every time.
 */
export const ROTATIONS = { long: 4, postgres: 4, desktop: 4, phone: 6, writing: 3 } as const;

/**
 * Returns the names to run in this turn.
 * @param names in any order
 * @param turn 0 to turns - 1
 */
export const listInRotation = (names: readonly string[], turns: number, turn: number): string[] =>
  names.toSorted().filter((_name, at) => at % turns === turn);

/** Returns the names to skip in this turn. Whatever is skipped at one width or database runs there in another merge. */
export const listOutOfRotation = (names: readonly string[], turns: number, turn: number): string[] =>
  names.toSorted().filter((_name, at) => at % turns !== turn);
