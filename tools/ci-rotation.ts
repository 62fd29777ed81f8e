import { execFileSync } from 'node:child_process';

/** Which turn it is, by how many commits there are; without a history the first one. */
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
 * part of those within an hour, by the number of commits; what every landing runs is the quick tests and the main
 * journeys.
 */
export const ROTATIONS = { long: 4, postgres: 4, desktop: 4, phone: 6, writing: 3 } as const;

/** Of some names those that have their turn. @param names in any order @param turn 0 to turns - 1 */
export const inRotation = (names: readonly string[], turns: number, turn: number): string[] =>
  names.toSorted().filter((_name, at) => at % turns === turn);

/** The others. What rests at one width or database has its turn there with another landing. */
export const outOfRotation = (names: readonly string[], turns: number, turn: number): string[] =>
  names.toSorted().filter((_name, at) => at % turns !== turn);
