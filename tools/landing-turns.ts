import { execFileSync } from 'node:child_process';

/** Which turn it is, by how many commits there are; without a history the first one. */
export function turnOf(turns: number): number {
  try {
    const commits = execFileSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' });
    return Number(commits) % turns;
  } catch {
    return 0;
  }
}

/**
 * All long suites and all journeys at both widths take two hours on two cores, and a landing has one. Each landing runs a
 * part of those, the next landings the others; what every landing runs is the quick tests and the main journeys.
 */
export const TURNS = { long: 2, postgres: 3, desktop: 2, phone: 3 } as const;

/** Of some names those that have their turn. @param names in any order @param turn 0 to turns - 1 */
export const inTurn = (names: readonly string[], turns: number, turn: number): string[] =>
  names.toSorted().filter((_name, at) => at % turns === turn);

/** The others. */
export const resting = (names: readonly string[], turns: number, turn: number): string[] =>
  names.toSorted().filter((_name, at) => at % turns !== turn);
