import { expect, test } from 'vitest';
import { defaultRules } from '../../matcher/default-rules.ts';
import { poolPlayerSchema } from '../../matcher/matcher-schema.ts';
import { runMatcher } from '../../matcher/run.ts';
import { roundShownScore } from './matches.rules.ts';
import { toNewMatch } from './proposals.rules.ts';

const WEEK = '2026-03-02';
const createPlayer = (id: string, position: string) =>
  poolPlayerSchema.parse({
    ...{ id, positions: [position], platform: 'PS5', region: 'EU', modes: ['Rec'], languages: ['English'] },
    ...{ timezone: 'UTC', windows: [{ days: ['Mon'], start: '19:00', end: '23:00' }], wants: ['pair'] },
  });

test('uses the stored score, rounded to one decimal, in the message about a proposed match', () => {
  const players = [createPlayer('one', 'PG'), createPlayer('two', 'C')];
  const pool = { weekOf: WEEK, players, forbiddenGroups: [] };
  const [pair] = runMatcher(pool, defaultRules, { seed: 1, effort: 'quick' }).pairs;
  const toStoredScore = (score: number) => {
    const origin = { id: 'match', weekOf: WEEK, runId: null };
    return toNewMatch({ ...pair!, score }, players, { version: 1, rules: defaultRules }, origin).score;
  };
  // Rounding the matcher's raw score would show 89 in the message and 90 on the page.
  expect(toStoredScore(89.46)).toBe(89.5);
  expect(roundShownScore(toStoredScore(89.46))).toBe(90);
  expect(toStoredScore(69.44)).toBe(69.4);
});
