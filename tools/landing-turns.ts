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

/** Each of three turns walks a third of the journeys on the phone, together all; on the desktop every landing does. */
export const PHONE_TURNS = 3;

/** Of the journeys those that have not their turn on the phone. @param specs names, in one order */
export const restingOnPhone = (specs: readonly string[], turn: number): string[] =>
  specs.toSorted().filter((_name, at) => at % PHONE_TURNS !== turn);

/** Each of two turns runs a half of the features' quick tests on PostgreSQL, where the embedded database has run all. */
export const POSTGRES_TURNS = 2;

/** Of the features those that have their turn there. @param features names, in one order */
export const turnOnPostgres = (features: readonly string[], turn: number): string[] =>
  features.toSorted().filter((_name, at) => at % POSTGRES_TURNS === turn);
