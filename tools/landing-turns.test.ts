import { expect, test } from 'vitest';
import { PHONE_TURNS, POSTGRES_TURNS, restingOnPhone, turnOf, turnOnPostgres } from './landing-turns.ts';

test('the turns together walk every journey on the phone, each a third', () => {
  const specs = ['squads', 'bell', 'threads', 'live', 'tokens'];
  const walked = [0, 1, 2].map((turn) => specs.filter((name) => !restingOnPhone(specs, turn).includes(name)));
  expect(walked.flat().toSorted()).toEqual(specs.toSorted());
  expect(walked.map(({ length }) => length)).toEqual([2, 2, 1]);
});

test('the turns together run every feature on PostgreSQL, each a half', () => {
  const features = ['squads', 'bell', 'threads', 'live', 'tokens'];
  const run = [0, 1].map((turn) => turnOnPostgres(features, turn));
  expect(run.flat().toSorted()).toEqual(features.toSorted());
  expect(run.map(({ length }) => length)).toEqual([3, 2]);
});

test('each landing has a turn', () => {
  expect([0, 1, 2]).toContain(turnOf(PHONE_TURNS));
  expect([0, 1]).toContain(turnOf(POSTGRES_TURNS));
});
